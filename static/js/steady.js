/* Nothing that arrives moves what a thumb is about to press. Around every swap, and around whatever else calls
   steadily(change), each panel that scrolls is scrolled so that what was pressed last, or what is written in, or else
   most of what can be pressed there, stays where it is. Where there is too little to scroll, room is added at the end
   or left at the top, and goes as soon as nobody sees it; at the top also as soon as no finger is there: it has pressed
   elsewhere or nothing, or what was pressed has gone with the answer to it. Where nothing is pressed for a while, room
   at the top goes by itself, and who stood at the top is there again, unless they want stillness or point at something
   there. A button that comes to mean something else, or moves, while nobody here has pressed it cannot be pressed for a
   moment, and says so; nor can one that one's own tap has changed, or has brought under the thumb, as long as a second
   tap of the same thumb may be on its way. */
(() => {
  "use strict";
  const SCROLLERS = ".stage, .sheet .body, section.waiting, .act-pane";
  const PRESSABLE = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  const FOLDED = "details:not([open]) > :not(summary)"; // not laid out, and it would be if it were measured
  const REMEMBERED = 15000, OWN = 1500, SETTLES = 1000, HELD_AT_MOST = 700, RESTS = 3000, SLIDES = 350;
  const AT_TOP = 16; // pixels: a heading that was led to stands a few of them below it
  const MOMENT = 250, DOUBLE_TAP = 500, TO_READ = 4000;
  const stillness = matchMedia("(prefers-reduced-motion: reduce)"), hovers = matchMedia("(hover: hover)");
  const rooms = new WeakMap(); // a panel that scrolls -> {top, end}: what was added there, in pixels
  const stands = new WeakMap(); // a panel that scrolls -> where it was scrolled to from here
  let pressed = null, pressedAt = -Infinity, actedAt = -Infinity, byForm = false;
  let thumb = null; // where it was pressed, and what the button there meant
  let cameAt = -Infinity; // to another tab of the phone
  let topmost = null; // the panel in which something was pressed by somebody who stood at its top
  const pushed = new Set(); // the panels that stood at their top when something came above what can be pressed there
  let rest; // the timer until what was held still comes to rest
  let held = null, letGo = () => {}; // a promise while something is held down, and what ends it

  const isAtTop = (box) => box.scrollTop < AT_TOP;
  const isOwn = () => performance.now() - actedAt < OWN;
  const roomOf = (box) => rooms.get(box) ?? { top: 0, end: 0 };

  function setRoom(box, top, end) {
    rooms.set(box, { top, end });
    box.style.setProperty("--room-top", `${top}px`);
    box.style.setProperty("--room-end", `${end}px`);
    box.style.setProperty("--room-gap", getComputedStyle(box).rowGap.replace("normal", "0px"));
    box.classList.toggle("room-top", top > 0);
    box.classList.toggle("room-end", end > 0);
  }

  function scrollTo(box, top) {
    box.scrollTop = top;
    stands.set(box, box.scrollTop);
  }

  // what can be pressed, and where it is

  function inSight(one, frame) {
    const at = one.getBoundingClientRect();
    return at.height > 0 && at.bottom > frame.top && at.top < frame.bottom;
  }

  function meaning(button) {
    const values = [...(button.form?.elements ?? [])].filter((one) => one.type === "hidden").map((one) => one.value);
    return [button.textContent.trim(), button.value, ...values].join("\n");
  }

  function seen(box) {
    const frame = box.getBoundingClientRect();
    const unfolded = frame.height > 0 ? [...box.querySelectorAll(PRESSABLE)].filter((one) => !one.closest(FOLDED)) : [];
    const all = unfolded.filter((one) => inSight(one, frame));
    return {
      box,
      tops: new Map(all.map((one) => [one, one.getBoundingClientRect().top])),
      meant: new Map(all.filter((one) => one.matches("button[class*=main]")).map((one) => [one, meaning(one)])),
    };
  }

  const isThere = (one) => one !== null && one.isConnected && one.getClientRects().length > 0;

  /* How far what matters most has moved: what is in hand, else what most of the others did. */
  function moved(tops) {
    const inHand = [performance.now() - pressedAt < REMEMBERED ? pressed : null, document.activeElement];
    const first = inHand.find((one) => tops.has(one) && isThere(one));
    const by = (one) => Math.round(one.getBoundingClientRect().top - tops.get(one));
    if (first) return by(first);
    const votes = new Map();
    for (const one of tops.keys()) if (isThere(one)) votes.set(by(one), (votes.get(by(one)) ?? 0) + 1);
    return [...votes].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 0;
  }

  // putting it back

  function upwards(box, by) {
    const { top, end } = roomOf(box);
    const less = Math.min(by, top);
    const wanted = box.scrollTop + by - less;
    const lacking = Math.ceil(wanted + box.clientHeight - (box.scrollHeight - less));
    if (less > 0 || lacking > 0) setRoom(box, top - less, end + Math.max(0, lacking));
    scrollTo(box, wanted);
  }

  function downwards(box, by) {
    const { top, end } = roomOf(box);
    const lacking = by - box.scrollTop;
    scrollTo(box, box.scrollTop - by);
    if (lacking > 0 && !isOwn()) setRoom(box, top + lacking, end);
  }

  /* What one begins by a form over the stage is seen there: who stands at the stage's top stays at its top. So does who
     has just come to another tab, such as that of a form. */
  const justCame = () => performance.now() - cameAt < SETTLES;
  const begins = (box) => isAtTop(box) && (justCame() || (box.matches(".stage") && byForm && isOwn()));

  function putBack({ box, tops }) {
    const by = isThere(box) && !begins(box) ? moved(tops) : 0;
    if (by > 0 && isAtTop(box)) pushed.add(box);
    if (by > 0) upwards(box, by);
    if (by < 0) downwards(box, -by);
    if (by !== 0) restsLater();
  }

  /* Room that nobody sees goes. */
  function tidy(box) {
    const { top, end } = roomOf(box);
    if (top === 0 && end === 0) return;
    const unseen = box.scrollHeight - box.scrollTop - box.clientHeight;
    const at = box.scrollTop, past = at >= top;
    setRoom(box, past ? 0 : top, Math.max(0, end - Math.max(0, Math.floor(unseen))));
    if (past && top > 0) scrollTo(box, at - top); // from where it was: at its end the browser has moved it already
  }

  /* Room at the top that is in sight goes where nobody is about to press anything in that panel. */
  function closeUp(box) {
    const { top, end } = roomOf(box);
    const at = box.scrollTop;
    setRoom(box, 0, end);
    scrollTo(box, Math.max(0, at - top));
  }

  function closeUpElsewhere(than) {
    for (const box of document.querySelectorAll(".room-top")) if (!box.contains(than)) closeUp(box);
  }

  document.addEventListener("click", (event) => {
    if (!event.target.closest?.(`${PRESSABLE}, label`)) closeUpElsewhere(null);
  }, { passive: true });

  document.addEventListener("scroll", ({ target: box }) => {
    if (pushed.has(box) && box.scrollTop !== stands.get(box)) pushed.delete(box); // somebody has, by whatever means
    if (rooms.has(box)) tidy(box);
  }, { capture: true, passive: true });
  window.addEventListener("hashchange", () => {
    for (const box of document.querySelectorAll(".room-top, .room-end")) setRoom(box, 0, 0);
  });
  new MutationObserver(([{ oldValue }]) => {
    if (!oldValue || oldValue === document.documentElement.dataset.tab) return;
    cameAt = performance.now();
    notUnderTheThumb();
  }).observe(document.documentElement, { attributeFilter: ["data-tab"], attributeOldValue: true });

  // coming to rest

  function restsLater() {
    clearTimeout(rest);
    if (!stillness.matches) rest = setTimeout(comeToRest, RESTS);
  }

  const isWrittenIn = (box) => box.contains(document.activeElement) && document.activeElement.matches("input, select, textarea");

  /* A mouse that rests on something; where fingers point, what was tapped last stays "hovered". */
  const isPointedAt = (box) => hovers.matches && box.querySelector(`:is(${PRESSABLE}):hover`) !== null;

  function comeToRest() {
    const still = [...document.querySelectorAll(SCROLLERS)].filter((one) => isThere(one) && !isWrittenIn(one));
    still.filter((one) => !isPointedAt(one)).forEach(slide);
    if (still.some(isPointedAt)) restsLater();
    else pushed.clear();
  }

  /* What slides cannot be pressed until it has stood for a moment. */
  function slide(box) {
    const parts = [...box.children].filter(isThere);
    const before = parts[0]?.getBoundingClientRect().top;
    closeUp(box);
    if (pushed.delete(box)) scrollTo(box, 0);
    const by = parts.length > 0 ? before - parts[0].getBoundingClientRect().top : 0;
    if (by === 0) return;
    const from = { transform: `translateY(${by}px)` }, to = { transform: "none" };
    for (const one of parts) one.animate([from, to], { duration: SLIDES, easing: "ease-out" });
    forAMoment(box, "slid", SLIDES + MOMENT);
  }

  /* Where what was pressed has gone with the answer to it, nothing is in hand: who stood at the top stays there. */
  function answered() {
    if (!isOwn() || isThere(pressed)) return;
    closeUpElsewhere(null);
    if (topmost) scrollTo(topmost, 0);
  }

  for (const scrolls of ["wheel", "pointercancel"]) {
    document.addEventListener(scrolls, () => { topmost = null; pushed.clear(); }, { capture: true, passive: true });
  }

  // buttons that changed by themselves

  function forAMoment(one, mark, length = SETTLES) {
    one.dataset[mark] = "";
    setTimeout(() => delete one.dataset[mark], length);
  }

  function settle({ meant }) {
    if (isOwn()) return;
    for (const button of changed(meant)) if (!button.matches("[data-settling]")) forAMoment(button, "settling");
  }

  const changed = (meant) => [...meant.keys()].filter((one) => one.isConnected && meaning(one) !== meant.get(one));

  /* The second of two taps of one thumb was meant for what the button said before the first. */
  function onlyOnce({ meant }) {
    const left = pressedAt + DOUBLE_TAP - performance.now();
    if (left > 0 && changed(meant).includes(pressed)) forAMoment(pressed, "twice", left);
  }

  /* Nor for what has come to lie there, such as under a form that has gone. */
  function notUnderTheThumb() {
    const left = pressedAt + DOUBLE_TAP - performance.now();
    if (left <= 0 || pressed === null || isThere(pressed)) return;
    const there = document.elementFromPoint(thumb.x, thumb.y)?.closest(`${PRESSABLE}, label`);
    if (there && meaning(there) !== thumb.meant) forAMoment(there, "twice", left);
  }

  globalThis.spareTheThumb = notUnderTheThumb;

  /* The log stands at its end, so that a Why that opens there takes its own line away and puts Undo under the thumb. */
  document.addEventListener("toggle", (event) => {
    const card = event.target.matches(".whyd") && event.target.closest("#log-cards > li");
    if (card && performance.now() - pressedAt < DOUBLE_TAP) forAMoment(card, "slid", DOUBLE_TAP);
  }, true);

  document.addEventListener("click", (event) => {
    const slid = event.target.closest?.("[data-slid]") && event.target.closest(PRESSABLE);
    const button = slid || event.target.closest?.("[data-settling], [data-twice]");
    if (!button) return;
    event.preventDefault();
    event.stopPropagation();
    document.dispatchEvent(new CustomEvent("refused", { detail: { at: button, text: "This has just changed. Look once more before you press it.", lasts: TO_READ } }));
  }, true);

  // when things change

  const look = () => [...document.querySelectorAll(SCROLLERS)].map(seen);

  globalThis.steadily = (change) => {
    const before = look();
    change();
    before.forEach(putBack);
    answered();
  };

  document.addEventListener("htmx:before:swap", (event) => {
    const before = look();
    const byItself = event.detail.ctx.sourceElement?.id === "live";
    queueMicrotask(() => { // what is swapped in is there, and nothing of it painted
      before.forEach(putBack);
      answered();
      before.forEach(onlyOnce);
      notUnderTheThumb();
      if (byItself) before.forEach(settle);
    });
  });

  document.addEventListener("htmx:before:request", (event) => {
    if (event.detail.ctx.request.method === "POST") actedAt = performance.now();
  });
  document.addEventListener("htmx:after:request", (event) => {
    if (event.detail.ctx.request.method === "POST") actedAt = performance.now();
  });

  document.addEventListener("pointerdown", (event) => {
    pressed = event.target.closest?.(PRESSABLE) ?? null;
    pressedAt = performance.now();
    thumb = { x: event.clientX, y: event.clientY, meant: pressed && meaning(pressed) };
    byForm = Boolean(event.target.closest?.("#act"));
    closeUpElsewhere(event.target);
    const box = event.target.closest?.(SCROLLERS);
    topmost = box && (isAtTop(box) || pushed.has(box)) ? box : null; // pushed from there, and not gone by themselves
    pushed.clear();
    restsLater();
    if (pressed) hold();
  }, { capture: true, passive: true });

  // while something is held down

  function hold() {
    letGo();
    const mine = new Promise((resolve) => { letGo = resolve; });
    held = mine;
    setTimeout(letGo, HELD_AT_MOST);
    mine.then(() => { if (held === mine) held = null; });
  }

  for (const ends of ["pointerup", "pointercancel"]) {
    document.addEventListener(ends, () => setTimeout(letGo), { capture: true, passive: true }); // the click comes first
  }

  document.addEventListener("htmx:ws:before:message:incoming", (event) => { if (held) event.detail.waitUntil(held); });
})();
