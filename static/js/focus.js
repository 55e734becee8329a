/* Whoever goes by keys, or hears the page, stays where they are. When what has the focus is taken away, by a swap or
   because it is hidden, or has become the button of another act, the focus goes on nearby: to the same button drawn
   anew, to a field of the same group, else to the heading of what it stood in. Never to another button: the next Enter
   would press it. `goOnFrom(one)` does so for whatever has gone; `isAdrift()` says that the focus is nowhere, or where it
   was put so. A link to a part of the page leads the focus there too, and so does `leadTo(part)`. */
(() => {
  "use strict";
  const HEADINGS = "h1, h2, h3, h4";
  const FIELDS = "input:not([type=hidden], :disabled), select:not(:disabled), textarea:not(:disabled)";
  const CARDS = "#log-cards > li";
  const TAKE_FOCUS = "a[href], button, input, select, textarea, summary, [tabindex]";
  const ATTRIBUTES = ["disabled", "hidden", "href", "action", "tabindex"];
  const ROOMS = ["act", "table", "sheet", "log"];
  const trails = new WeakMap(); // what had the focus -> what it stood in, from the inside out
  let last = null; // what has the focus, or had it when it went
  let lastAct = ""; // what it did
  let put = null; // where the focus was put, as long as nobody has pressed a key since
  let byKeys = false;
  let looksLater = false;

  const isVisible = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility === "visible";
  const isSeen = (one) => one.isConnected && isVisible(one);
  const nameOf = (one) => (one.getAttribute("aria-label") ?? one.textContent).replace(/\s+/g, " ").trim();
  const hiddenOf = (one) => [...(one.form?.querySelectorAll("[type=hidden]") ?? [])].map((field) => field.value);
  const valuesOf = (one) => one.getAttribute("href") ?? hiddenOf(one).join(" ");
  const firstSeen = (box, what) => [...box.querySelectorAll(what)].find(isSeen);

  const actOf = (one) => one.getAttribute("href")?.split("?")[0] ?? one.form?.getAttribute("action") ?? "";
  const isPressed = (one) => one.matches("a, button");
  const isGone = (one) => !one.isConnected || one.disabled || (isPressed(one) && actOf(one) !== lastAct);

  function remember(one) {
    const trail = [];
    for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) trail.push(box);
    if (trail.length > 0) trails.set(one, trail);
  }

  function twin(one, box) {
    const [name, values] = [nameOf(one), valuesOf(one)];
    const same = (other) => actOf(other) === lastAct && nameOf(other) === name && valuesOf(other) === values;
    return [...box.querySelectorAll(one.localName)].find((other) => !other.disabled && same(other) && isSeen(other));
  }

  /* A stepper that has come to its end shows that in the place of the button. */
  const atItsEnd = (box) => box.matches(".step") ? firstSeen(box, "[aria-disabled=true]") : undefined;

  /* A group of fields that was drawn anew: not the whole form, whose heading says what it is; and under a thumb none,
     which would bring the keyboard. */
  const field = (box) => byKeys && box.matches("form *") ? firstSeen(box, FIELDS) : undefined;

  function nearby(one) {
    for (const box of (trails.get(one) ?? []).filter(isSeen)) {
      const found = twin(one, box) ?? atItsEnd(box) ?? field(box) ?? firstSeen(box, HEADINGS);
      if (found) return found;
    }
    const room = ROOMS.map((id) => document.getElementById(id)).find((box) => box && isSeen(box));
    return room && (firstSeen(room, HEADINGS) ?? room);
  }

  function goTo(one, preventScroll = !byKeys) {
    if (!one.matches(TAKE_FOCUS)) one.tabIndex = -1;
    one.focus({ preventScroll });
  }

  globalThis.goOnFrom = (one) => {
    const found = one && nearby(one);
    if (!found) return;
    goTo(found);
    put = found;
  };

  globalThis.isAdrift = () => isNowhere() || document.activeElement === put;

  const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

  const isOurs = () => last !== null && (isNowhere() || document.activeElement === last);

  /* A heading that is drawn anew comes without what let it have the focus. */
  function look() {
    if (!isOurs()) return;
    if (isGone(last)) globalThis.goOnFrom(last);
    else if (!last.matches(TAKE_FOCUS)) goTo(last);
  }

  function lookAtWhatIsDrawn() {
    looksLater = false;
    if (isOurs() && (isGone(last) || !isVisible(last))) globalThis.goOnFrom(last);
  }

  document.addEventListener("focusin", ({ target }) => {
    last = target;
    lastAct = actOf(target);
    remember(target);
  });
  document.addEventListener("keydown", () => {
    byKeys = true;
    put = null;
  }, true);
  document.addEventListener("pointerdown", () => {
    byKeys = false;
    last = put = null; // a press on nothing leaves what had the focus
  }, { capture: true, passive: true });
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement?.parentElement) remember(ctx.sourceElement);
  });

  /* What was hidden loses the focus only when it is drawn, and a link within the page takes it from everything. Before,
     to ask what is seen would have the page laid out once more. */
  const onceDrawn = (then) => requestAnimationFrame(() => setTimeout(then));

  /* A link is followed some time after it was pressed: until then a phone shows its other tab. */
  globalThis.onceTurned = (hash, then) => {
    if (hash === location.hash) onceDrawn(then);
    else window.addEventListener("hashchange", () => onceDrawn(then), { once: true });
  };

  function lookLater() {
    if (last === null || looksLater) return;
    looksLater = true;
    onceDrawn(lookAtWhatIsDrawn);
  }

  new MutationObserver(() => {
    look();
    lookLater();
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ATTRIBUTES });
  document.addEventListener("htmx:after:swap", lookLater); // what a class hides
  window.addEventListener("hashchange", lookLater);

  // links within the page

  globalThis.leadTo = (part) => goTo(firstSeen(part, HEADINGS) ?? part);

  const isAt = (part) => isNowhere() || document.activeElement === part;

  document.addEventListener("click", (event) => {
    const hash = event.target.closest?.("a[href^='#']")?.hash;
    if (!hash || event.defaultPrevented) return;
    globalThis.onceTurned(hash, () => {
      const meant = document.getElementById(hash.slice(1));
      if (!meant || !isAt(meant)) return;
      if (!isSeen(meant)) globalThis.goOnFrom(meant); // a form lies over it
      else if (meant.matches(CARDS)) goTo(meant);
      else globalThis.leadTo(meant);
    });
  });
})();
