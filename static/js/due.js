/* What waits for this seat: asks that it has not answered, and whatever else on the stage has data-due (its sentence;
   data-verb is what one does).
   The Table tab carries their number, the page's title in a tab behind others too, and #ask-strip tells of the newest
   while it is out of sight; of something with data-tells (its sentence) that somebody else has begun as well, until it
   was seen once. What comes of one's own act is gone to; nothing else moves anybody. A form that lies over the stage makes
   way by a tap on the strip, which leads back to it; it comes back by itself with the answer (js/act.js keeps it). */
(() => {
  "use strict";
  const stage = document.getElementById("table");
  const strip = document.getElementById("ask-strip");
  const count = document.getElementById("ask-count");
  const act = document.getElementById("act");
  if (!stage || !act) return;
  const OWN = 3000;
  const title = document.title;
  const onPhone = matchMedia("(width < 38rem)");
  const tab = () => document.documentElement.dataset.tab ?? "table";
  const typing = (one) => one.matches?.("input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select");
  let acted = -Infinity, told = null, opener; // the id of what is due from which the form in the pane was opened
  let ownOpened = null; // the id of what one's own act has opened, as long as one has pressed nothing since
  let madeWayFor = null; // the key of what the open form lies aside for
  let turned = false; // to another tab just now: what stands there was not seen anywhere yet, and its top is to be seen

  const due = () => [...stage.querySelectorAll("#panel-asks [data-ask]:not([data-given]), #panel-asks .ask:not([data-ask], [data-ask] .ask), [data-due]")];
  const tidings = () => [...stage.querySelectorAll("[data-tells]")];
  const begun = () => [...stage.querySelectorAll("[data-begun]")];
  const opened = () => [...stage.querySelectorAll("[data-begun], [data-opened]")];
  /* An ask that goes on with another question, as a contest does after a roll, is a new one. */
  const keyOf = (one) => one.dataset.ask
    ? `${one.dataset.ask} ${one.querySelector("h2, h3")?.textContent}`
    : `${one.id} ${one.dataset.due ?? one.textContent}`;
  const timesOf = (one) => Number(one.dataset.reminded ?? 0);
  const reminders = (waiting) => new Map(waiting.map((one) => [keyOf(one), timesOf(one)]));
  let reminded = reminders(due()); // how often of each
  let known = new Set(due().map(keyOf)), knownOpened = new Set(opened().map((one) => one.id));
  let heard = new Set(tidings().map((one) => one.id));
  const unseen = new Set(); // ids of what somebody else has begun
  const aloud = new WeakSet(); // of that, what was told to whoever hears the page

  function enoughOf(one) {
    const box = one.getBoundingClientRect(), frame = stage.getBoundingClientRect();
    const shown = Math.min(box.bottom, frame.bottom) - Math.max(box.top, frame.top);
    return box.height > 0 && shown >= Math.min(box.height, 96) - 1;
  }

  /* Enough of it, and what is asked: not the answers alone, with their heading under a notice. */
  function inSight(one) {
    const heading = one.querySelector("h2, h3")?.getBoundingClientRect();
    return !(heading && heading.top < stage.getBoundingClientRect().top - 1) && enoughOf(one);
  }

  /* Whoever is at what they have begun, such as a pool that is longer than the page, knows what it is for. */
  const atBegun = () => begun().some(enoughOf);

  /* An ask without an answer of its own is answered by what was begun, which lies below it. */
  const answeredBelow = (one) => one.dataset.due === undefined && !one.querySelector("form, .opts") && atBegun();

  /* Whoever is at what they have begun is told of no move: that is how they make it. */
  const madeBelow = (one) => one.dataset.due !== undefined && atBegun();

  function busy() {
    const at = document.activeElement ?? document.body;
    return at.closest("[data-begun]") !== null || typing(at);
  }

  const goTo = (one) => {
    if (performance.now() - acted > OWN || busy()) return false;
    one.scrollIntoView({ block: "start" });
    return inSight(one);
  };

  /* Of several asks the next one is seen with its heading, which says of whom it is, once one has been answered. */
  function goOn(open) {
    const keys = new Set(open.map(keyOf));
    const isAnswered = performance.now() - acted < OWN && [...known].some((one) => !keys.has(one));
    const asks = open.filter((one) => one.closest("#panel-asks"));
    if (!isAnswered || asks.length === 0 || asks.some(inSight) || isUnderForm() || covered() || busy()) return;
    (asks.findLast(enoughOf) ?? asks.at(-1)).scrollIntoView({ block: "start" });
    globalThis.spareTheThumb();
  }

  /* Whether the stage is out of sight: on another tab of the phone, or under the sheet that has slid in over it. */
  function covered() {
    if (onPhone.matches) return tab() !== "table";
    const over = document.querySelector("#sheet:target")?.getBoundingClientRect();
    const under = stage.getBoundingClientRect();
    return over !== undefined && over.left < under.right - 1 && over.right > under.left + 1;
  }

  /* What one has just begun, such as a pool or a fight, may lie above what was in sight, or on a covered stage. What comes
     with the answer to the same act does not take it away again. */
  function lookOpened() {
    const all = opened(), fresh = all.find((one) => !knownOpened.has(one.id));
    knownOpened = new Set(all.map((one) => one.id));
    ownOpened = performance.now() - acted > OWN ? null : fresh?.id ?? ownOpened;
    const own = all.find((one) => one.id === ownOpened);
    if (!own || busy()) return;
    if (covered()) location.hash = "#table";
    if (!inSight(own)) own.scrollIntoView({ block: "start" });
    if (globalThis.isAdrift?.()) globalThis.leadTo(own);
  }

  for (const leaves of ["pointerdown", "wheel"]) {
    document.addEventListener(leaves, () => { ownOpened = null; }, { capture: true, passive: true });
  }

  /* What others have begun, such as long work, and what was not in sight since. */
  function newlyBegun() {
    const all = tidings();
    if (performance.now() - acted > OWN) all.filter((one) => !heard.has(one.id)).forEach((one) => unseen.add(one.id));
    heard = new Set(all.map((one) => one.id));
    all.filter(isSeen).forEach((one) => unseen.delete(one.id));
    return all.filter((one) => unseen.has(one.id));
  }

  const isUnderForm = () => getComputedStyle(stage).visibility === "hidden";
  const isElsewhere = () => onPhone.matches && tab() !== "table";
  const isSeen = (one) => !isElsewhere() && !isUnderForm() && inSight(one);

  /* What came just now, to whoever hears the page: that it is asked, and what. */
  function asHeard(one) {
    const asks = one.querySelector(".eyebrow")?.textContent.replace(/\s+/g, " ").trim();
    const asked = asks && one.dataset.due === undefined ? `${asks}:` : "";
    return [asked, sentence(one), one.dataset.verb && `${one.dataset.verb}.`].filter(Boolean).join(" ");
  }

  // the strip

  const gently = (change) => turned ? change() : steadily(change);

  function sentence(one) {
    return one.dataset.due || one.dataset.tells || one.dataset.line || one.querySelector("h2, h3")?.textContent.trim() || "Something is asked of you.";
  }

  function say(one) {
    told = one;
    show(sentence(one), one.dataset.verb || (one.dataset.tells ? "Look" : "Answer"));
    sight.observe(one);
  }

  function show(line, deed) {
    const verb = document.createElement("b");
    verb.textContent = deed;
    if (!strip.hidden && strip.textContent === `${line} ${deed}`) return;
    gently(() => {
      strip.replaceChildren(`${line} `, verb);
      if (strip.hidden) strip.parentElement.append(strip); // below what is there already
      strip.hidden = false;
    });
  }

  function hide() {
    told = null;
    sight.disconnect();
    if (!strip.hidden) gently(() => { strip.hidden = true; });
  }

  const sight = new IntersectionObserver(() => {
    if (!told || madeWayFor !== null || !isSeen(told)) return;
    unseen.delete(told.id);
    hide();
  }, { threshold: [0, 0.25, 0.5, 0.75, 1] });

  /* What the form in the pane answers, was opened from, or acts for (data-for, a character's id), waits for nobody's tap on a strip above that form. */
  function inHand(one) {
    const form = act.querySelector("form");
    if (form === null) return false;
    if (one.id && one.id === opener) return true;
    if (one.dataset.ask !== undefined) return one.dataset.ask === form.querySelector("[name='ask']")?.value;
    const actsFor = form.querySelector("[name='character']:is(select, [type=hidden], :checked)")?.value;
    return one.dataset.for !== undefined && one.dataset.for === actsFor;
  }

  function tell(waiting, fresh) {
    if (isAside(waiting)) return show(`Your form waits: ${act.querySelector("h1, h2, h3")?.textContent.trim()}`, "Back");
    const open = waiting.filter((one) => !inHand(one));
    if (open.length === 0) return hide();
    const last = fresh.findLast((one) => open.includes(one)) ?? (open.includes(told) ? told : undefined);
    if (isElsewhere()) return say(last ?? open.at(-1));
    if (isUnderForm()) return last ? say(last) : hide();
    const newest = last ?? open.find((one) => one.dataset.tells);
    if (!newest || inSight(newest) || answeredBelow(newest) || madeBelow(newest) || (fresh.length > 0 && goTo(newest))) return hide();
    say(newest);
  }

  // the form that makes way

  function isAside(waiting) {
    if (madeWayFor === null) return false;
    if (act.querySelector("form") === null || !waiting.some((one) => keyOf(one) === madeWayFor)) comeBack();
    return madeWayFor !== null;
  }

  function makeWay() {
    madeWayFor = keyOf(told);
    act.classList.add("aside");
    look();
  }

  function goBack(event) {
    event.preventDefault();
    told = due().find((one) => keyOf(one) === madeWayFor) ?? null;
    comeBack();
    look();
  }

  function comeBack() {
    madeWayFor = null;
    act.classList.remove("aside");
  }

  function number(open) {
    document.title = open.length === 0 ? title : `(${open.length}) ${sentence(open.at(-1))} · ${title}`;
    if (!count) return;
    count.hidden = open.length === 0;
    count.textContent = String(open.length);
    count.setAttribute("aria-label", `${open.length} open`);
  }

  function look() {
    const open = due(), fromOthers = newlyBegun();
    const fresh = open.filter((one) => !known.has(keyOf(one)));
    goOn(open);
    known = new Set(open.map(keyOf));
    number(open);
    if (fresh.length > 0 && performance.now() - acted < OWN && globalThis.isAdrift?.()) globalThis.leadTo(fresh.at(-1));
    const again = open.filter((one) => timesOf(one) > (reminded.get(keyOf(one)) ?? timesOf(one)));
    reminded = reminders(open);
    globalThis.tellAloud([...fromOthers.filter((one) => !aloud.has(one)), ...fresh, ...again].map(asHeard).join(" "));
    fromOthers.forEach((one) => aloud.add(one));
    if (strip) tell([...fromOthers, ...open], fresh);
  }

  strip?.addEventListener("click", (event) => {
    const meant = told; // what it says; nothing else that waits
    if (madeWayFor !== null) return goBack(event);
    if (isUnderForm()) makeWay();
    const there = () => (meant?.isConnected ? meant : due().at(-1));
    setTimeout(() => there()?.scrollIntoView({ block: "start" }));
    globalThis.onceTurned(strip.hash, () => { if (there()) globalThis.leadTo(there()); });
  });
  document.addEventListener("htmx:before:request", (event) => {
    const { request, sourceElement, target } = event.detail.ctx;
    if (request.method === "POST") {
      acted = performance.now();
      ownOpened = null;
    }
    if (target?.id === "act" && !target.contains(sourceElement)) opener = sourceElement.closest?.("[data-due], [data-ask]")?.id;
  });
  document.addEventListener("htmx:after:swap", () => { lookOpened(); look(); });
  /* The tab on which one is already leads to what waits there, or to its top. */
  document.getElementById("tabs")?.addEventListener("click", (event) => {
    if (event.target.closest("a")?.hash !== "#table" || tab() !== "table") return;
    const waiting = due().at(-1);
    if (waiting) waiting.scrollIntoView({ block: "start" }); else stage.scrollTop = 0;
  });
  new MutationObserver(() => { // a form that was opened, or closed by its cross, is none that lies aside
    comeBack();
    look();
  }).observe(act, { childList: true });
  window.addEventListener("hashchange", () => setTimeout(() => {
    turned = true;
    look();
    turned = false;
  }));
  look();
})();
