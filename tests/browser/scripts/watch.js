/* From now on: which controls the browser saw shift though nobody here pressed anything (`shifts`), and where every
   control in sight is (`places`). Scroll anchoring is off, as in a browser that has none. */
() => {
  const none = new CSSStyleSheet();
  none.replaceSync("* { overflow-anchor: none !important }");
  document.adoptedStyleSheets = [none];
  const CONTROLS = "a[href], button, summary, select, input:not([type=hidden]), label";
  const PANELS = ".stage, .sheet .body, .waiting, .act-pane, .logscroll"; // what scrolls by itself
  const name = (one) => `${one.tagName.toLowerCase()} "${(one.getAttribute("aria-label") ?? one.textContent).trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const inSight = (one, box) => {
    const frame = one.closest(PANELS)?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight };
    return box.height > 0 && box.top >= frame.top && box.bottom <= frame.bottom && one.checkVisibility({ visibilityProperty: true });
  };
  const atItsEnd = (log) => log && Math.abs(log.scrollTop) < 48; // it follows what comes
  globalThis.watched = {
    shifts: [],
    places: new Map([...document.querySelectorAll(CONTROLS)].filter((one) => !atItsEnd(one.closest(".logscroll"))).map((one) => [one, one.getBoundingClientRect()]).filter(([one, box]) => inSight(one, box))),
    moved() {
      const found = [];
      for (const [one, was] of this.places) {
        const now = one.getBoundingClientRect();
        if (one.isConnected && now.height > 0 && Math.abs(now.top - was.top) > 2) found.push(`${name(one)} by ${Math.round(now.top - was.top)}`);
      }
      return [...found, ...this.shifts];
    },
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      for (const { node, previousRect: was, currentRect: now } of entry.sources) {
        const one = node?.nodeType === 1 ? node : node?.parentElement;
        const holds = one && !one.matches(PANELS) && !one.querySelector(PANELS) && [...globalThis.watched.places.keys()].some((control) => one.contains(control));
        if (holds && was.height > 0 && now.height > 0 && Math.abs(now.top - was.top) > 2) globalThis.watched.shifts.push(`shift of ${name(one)} from ${was.top} to ${now.top}`);
      }
    }
  }).observe({ type: "layout-shift" });
  return globalThis.watched.places.size;
}
