/* Menus (details.menu): one is open at a time; it closes when something in it was chosen, on Esc, on a tap elsewhere, and
   when the Tab key leads out of it.
   It opens upward (data-up) where there is more room. What a fold (details.more) holds is seen as soon as it is opened. */
(() => {
  "use strict";
  const open = () => [...document.querySelectorAll("details.menu[open]")];

  function close(menu) {
    menu.open = false;
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus({ preventScroll: true });
  }

  document.addEventListener("click", (event) => {
    for (const menu of open()) {
      const chosen = menu.contains(event.target) && event.target.closest("a, button");
      if (chosen || !menu.contains(event.target)) close(menu);
    }
  });

  document.addEventListener("focusin", ({ target }) => {
    for (const menu of open()) if (!menu.contains(target)) menu.open = false;
  });

  // what was opened is in sight

  const SCROLLERS = ".stage, .sheet .body, section.waiting, .act-pane, .logscroll";

  function place(menu) {
    const frame = (menu.closest(SCROLLERS) ?? document.documentElement).getBoundingClientRect();
    const at = menu.getBoundingClientRect();
    const above = at.top - Math.max(0, frame.top), below = Math.min(innerHeight, frame.bottom) - at.bottom;
    const lacks = menu.lastElementChild.offsetHeight + 4 > below;
    menu.toggleAttribute("data-up", lacks && above > below);
  }

  function bringIntoSight(fold) {
    const frame = fold.closest(SCROLLERS);
    const isHigher = frame && fold.offsetHeight > frame.clientHeight;
    fold.scrollIntoView({ block: isHigher ? "start" : "nearest" });
  }

  document.addEventListener("click", (event) => {
    const opened = event.target.closest?.("summary")?.parentElement;
    setTimeout(() => { // by then the browser has opened it
      if (opened?.open && opened.matches(".menu")) place(opened);
      if (opened?.open && opened.matches(".more")) bringIntoSight(opened);
    });
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || open().length === 0) return;
    event.preventDefault(); // what lies below stays open
    open().forEach(close);
  });
})();
