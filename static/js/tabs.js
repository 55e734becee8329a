/* The phone's tabs, keys, and what a person chose for this device (cookies theme and hand). */
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");
  const TABS = ["sheet", "table", "log", "act"];
  const tabs = document.getElementById("tabs");
  const current = () => {
    const name = location.hash.slice(1);
    if (TABS.includes(name)) return name;
    const within = name && document.getElementById(name)?.closest(TABS.map((one) => `#${one}`).join(","));
    return within ? within.id : "table";
  };
  const shown = (one) => one && one.getClientRects().length > 0;

  function mark() {
    const name = current();
    root.dataset.tab = name;
    for (const link of tabs?.querySelectorAll("a") ?? []) {
      if (link.hash === `#${name}`) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
    }
  }

  window.addEventListener("hashchange", mark);
  mark();

  // the say field

  const lines = [];
  const field = () => document.querySelector("[data-say]");
  let cameFrom = null; // what had the focus before the key that leads to the field

  function recall(say, event) {
    if (say.value !== "" || lines.length === 0) return;
    event.preventDefault();
    say.value = lines.at(-1);
  }

  function leave(say) {
    if (shown(cameFrom) && cameFrom !== document.body) cameFrom.focus();
    else globalThis.leadTo(say.closest("#log"));
    cameFrom = null;
  }

  function sayKey(say, event) {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (say.value.trim()) say.form.requestSubmit();
    } else if (event.key === "ArrowUp") {
      recall(say, event);
    } else if (event.key === "Escape") {
      leave(say);
    }
  }

  document.addEventListener("htmx:after:request", (event) => {
    const { sourceElement, response, request } = event.detail.ctx;
    const say = request.method === "POST" && sourceElement.querySelector?.("[data-say]");
    if (!say || response.status !== 200) return;
    const told = request.body.get?.(say.name) ?? "";
    if (told && lines.at(-1) !== told) lines.push(told);
    if (say.value === told) say.value = "";
  });

  // keys

  const typing = (one) => one.matches?.("input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    const target = event.target;
    if (target.matches?.("[data-say]")) return sayKey(target, event);
    if (event.defaultPrevented || typing(target)) return;
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z") {
      const undo = [...document.querySelectorAll("[data-undo]")].find(shown);
      if (undo) { event.preventDefault(); undo.click(); }
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey && (event.key === "/" || (event.shiftKey && event.key === "C"))) {
      const say = field();
      if (!say) return;
      event.preventDefault();
      cameFrom = document.activeElement;
      if (!shown(say)) location.hash = "#log";
      say.focus();
    }
  });

  // what a person chose for this device

  function choose(name, value) {
    root.dataset[name] = value;
    document.cookie = `${name}=${value}; path=/; max-age=31536000; SameSite=Lax`;
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-theme-toggle]")) {
      const dark = root.dataset.theme ? root.dataset.theme === "dark" : !matchMedia("(prefers-color-scheme: light)").matches;
      choose("theme", dark ? "light" : "dark");
    } else if (event.target.closest("[data-hand-toggle]")) {
      choose("hand", root.dataset.hand === "left" ? "right" : "left");
    }
  });
})();
