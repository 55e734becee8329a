/* The phone's tabs, the strip that tells of an ask while another tab is open, keys, and what a person chose for this
   device (cookies theme and hand). */
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
    if (name === "table" && asks().every(answeredBelow)) hideStrip();
  }

  // asks

  const strip = document.getElementById("ask-strip");
  const keyOf = (ask) => ask.dataset.ask || ask.id || ask.textContent;
  const asks = () => [...document.querySelectorAll("#panel-asks [data-ask], #panel-asks .ask:not([data-ask] .ask)")];
  let known = new Set(asks().map(keyOf));

  const stage = document.getElementById("table");
  const sight = new IntersectionObserver((seen) => { if (seen.some((one) => inSight(one.target))) hideStrip(); }, { threshold: [0, 0.25, 0.5, 0.75, 1] });
  let acted = -Infinity;

  function hideStrip() {
    if (strip) strip.hidden = true;
    sight.disconnect();
  }

  const inSight = (ask) => {
    const box = ask.getBoundingClientRect(), frame = stage.getBoundingClientRect();
    return Math.min(box.bottom, frame.bottom) - Math.max(box.top, frame.top) >= Math.min(box.height, 96) && box.height > 0;
  };

  /* What comes of one's own act is gone to; whatever else is asked meanwhile moves nothing under anybody's finger. */
  function goTo(one) {
    const at = document.activeElement ?? root;
    const busy = at.closest("[data-begun]") || typing(at);
    if (performance.now() - acted > 3000 || busy) return false;
    one.scrollIntoView({ block: "start" });
    return inSight(one);
  }

  const begun = () => [...stage.querySelectorAll("[data-begun]")];
  let knownBegun = new Set(begun().map((one) => one.id));

  /* An ask without an answer of its own is answered by what was begun, which lies below it. */
  const answeredBelow = (ask) => !ask.querySelector("form, .opts") && begun().length > 0;

  /* What one has just begun, such as a pool, may lie above what was in sight. */
  function lookBegun() {
    const fresh = begun().filter((one) => !knownBegun.has(one.id));
    knownBegun = new Set(begun().map((one) => one.id));
    if (fresh.length > 0 && !inSight(fresh[0])) goTo(fresh[0]);
  }

  function look() {
    const open = asks();
    const fresh = open.filter((ask) => !known.has(keyOf(ask)));
    known = new Set(open.map(keyOf));
    const count = document.getElementById("ask-count");
    if (count) {
      count.hidden = open.length === 0;
      count.textContent = String(open.length);
      count.setAttribute("aria-label", `${open.length} open`);
    }
    if (!strip || open.length === 0) return hideStrip();
    if (fresh.length === 0 || (current() === "table" && (inSight(fresh.at(-1)) || answeredBelow(fresh.at(-1)) || goTo(fresh.at(-1))))) return;
    const line = fresh.at(-1).dataset.line || fresh.at(-1).querySelector("h2, h3")?.textContent.trim() || "Something is asked of you.";
    const answer = document.createElement("b");
    answer.textContent = "Answer";
    strip.replaceChildren(`${line} `, answer);
    strip.hidden = false;
    sight.observe(fresh.at(-1));
  }

  strip?.addEventListener("click", () => setTimeout(() => asks().at(-1)?.scrollIntoView({ block: "start" })));
  document.addEventListener("htmx:before:request", (event) => {
    if (event.detail.ctx.request.method === "POST") acted = performance.now();
  });

  document.addEventListener("htmx:after:swap", () => { lookBegun(); look(); });
  window.addEventListener("hashchange", mark);
  mark();
  look();

  // the say field

  const lines = [];
  const field = () => document.querySelector("[data-say]");

  function recall(say, event) {
    if (say.value !== "" || lines.length === 0) return;
    event.preventDefault();
    say.value = lines.at(-1);
  }

  function sayKey(say, event) {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (say.value.trim()) say.form.requestSubmit();
    } else if (event.key === "ArrowUp") {
      recall(say, event);
    } else if (event.key === "Escape") {
      say.blur();
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
