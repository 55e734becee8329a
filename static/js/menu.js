/* Menus (details.menu): one is open at a time; it closes when something in it was chosen, on Esc, and on a tap elsewhere. */
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

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || open().length === 0) return;
    event.preventDefault(); // what lies below stays open
    open().forEach(close);
  });
})();
