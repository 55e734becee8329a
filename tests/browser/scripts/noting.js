/* Before a page's own scripts: notes the last presses, submits, requests, swaps and refusals, each with its time in
   milliseconds, in `noted`. A click that nothing follows is one that was lost. `awaited` is how many answers are still to
   come, another page among them. */
(() => {
  const KEPT = 40;
  const noted = (globalThis.noted = []);
  globalThis.awaited = 0;
  const name = (one) => {
    if (!one?.tagName) return "nothing";
    const text = (one.getAttribute("aria-label") ?? one.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 40);
    return `${one.tagName.toLowerCase()}${one.id && `#${one.id}`} "${text}"`;
  };
  const note = (what, one, more = "") => {
    noted.push(`${Math.round(performance.now())} ${what} ${name(one)} ${more}`.trim());
    if (noted.length > KEPT) noted.shift();
  };
  // a moment later, when everybody has had their say
  const later = (what, event, more) => setTimeout(() => note(what, event.target, `${more(event)}${event.defaultPrevented ? " prevented" : ""}`));
  const control = (event) => ({ target: event.target.closest?.("a, button, summary, label, input, select") ?? event.target });
  for (const what of ["pointerdown", "pointerup", "pointercancel"]) {
    addEventListener(what, (event) => note(what, control(event).target), true);
  }
  addEventListener("click", (event) => {
    const { target } = control(event);
    setTimeout(() => note("click", target, event.defaultPrevented ? "prevented" : ""));
  }, true);
  addEventListener("submit", (event) => later("submit", event, () => ""), true);
  addEventListener("toggle", (event) => note(event.target.open ? "opens" : "closes", event.target), true);
  addEventListener("htmx:config:request", (event) => later("asks", event, ({ detail }) => detail.ctx.request.action), true);
  addEventListener("htmx:after:request", (event) => later("answered", event, ({ detail }) => detail.ctx.response?.raw?.status ?? ""), true);
  addEventListener("htmx:before:request", () => { globalThis.awaited += 1; }, true);
  addEventListener("htmx:after:request", () => { globalThis.awaited -= 1; }, true);
  addEventListener("beforeunload", () => { globalThis.awaited += 1; });
  addEventListener("htmx:after:swap", (event) => note("swapped", event.target), true);
  addEventListener("refused", (event) => note("refused", event.detail?.at, event.detail?.text), true);
})();
