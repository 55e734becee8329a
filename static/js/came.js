/* On a phone the log is another tab: what came of one's own act, and of a roll of anybody's, is told on the tab where
   the thumb is (#came), with the way to its card; so are a GM's news (.news), and a line that says what befell somebody
   (data-befell). It goes by a tap and when the next one comes; once it could be read also for a form, another tab or a
   question, and by itself after a while, if it offers nothing to be done. One's own is not replaced by somebody else's
   before, and what it offers has the longer time: what comes meanwhile comes after; but one's own attack, which waits
   for its answer (data-awaited), gives way to a result at once. A hand in a vote is marked where it was shown
   (data-marked), and stands in the way of no outcome.
   Taken from the card in the log; #log-count counts what has not been seen. */
(() => {
  "use strict";
  const place = document.getElementById("came");
  const cards = document.getElementById("log-cards");
  const log = document.getElementById("log");
  const act = document.getElementById("act");
  const count = document.getElementById("log-count");
  if (!place || !cards || !log || !act) return;
  const TO_READ = 6000, LASTS = 20000;
  const mine = new Set(); // ids of cards that tell of one's own acts
  const known = new WeakSet(cards.children);
  let shown = null, shownAt = -Infinity, ownUntil = -Infinity, unseen = 0, later = 0, over = 0;

  const logInSight = () => log.getClientRects().length > 0;
  const words = (one) => one?.textContent.replace(/\s+/g, " ").trim() ?? "";

  function element(name, className, ...content) {
    const made = document.createElement(name);
    made.className = className;
    made.append(...content);
    return made;
  }

  /* What came of it, and what it came of; the latter alone where nothing did. */
  function told(out, what) {
    const lines = element("p", "", element("b", "", out || what));
    if (out && what && !out.includes(what)) lines.append(element("span", "", what));
    return lines;
  }

  function outcome(card, places) {
    const said = places.map((one) => words(card.querySelector(one))).find(Boolean);
    const tags = [...card.querySelectorAll(".lead b ~ .tag")].map(words);
    const glance = card.querySelector("[data-glance]")?.dataset.glance;
    const all = [glance?.startsWith(said) || glance?.endsWith(said) ? "" : said, glance, ...tags].filter(Boolean); // nothing is said twice
    return all.join(", ").replace(/([.?!…]), /g, "$1 ") || listed(card.querySelector(".out"));
  }

  /* A line of several words: a tag begins another one. */
  function listed(line) {
    line?.querySelectorAll("* + .tag").forEach((one) => one.before(", "));
    return words(line).replace(/ ,/g, ",");
  }

  /* What it says beside who did what. */
  function rest(card) {
    card.querySelectorAll("header, .what").forEach((one) => one.remove());
    return words(card);
  }

  /* What a card says at a glance: its one total with dice and outcome, or its sentence. What the outcome's own words
     leave open, such as what was to beat, a card gives as data-glance; before a line that is data-whole, which tells by
     itself who does what, nobody is named. */
  function glance(card) {
    const copy = card.cloneNode(true);
    copy.querySelectorAll("footer, details, time, .vh, .sig, .to, .rule, [id]").forEach((one) => one.remove());
    copy.querySelectorAll("* + *").forEach((one) => {
      if (one.previousSibling.nodeType === Node.ELEMENT_NODE) one.before(" "); // between two of them there is no break
    });
    [...copy.querySelectorAll("a")].filter((one) => words(one) === "Why").forEach((one) => one.remove());
    const who = words(copy.querySelector("header > span:not(.seat, .soft)")) || words(copy.querySelector("header .nm"));
    const line = words(copy.querySelector(".what"));
    const whole = copy.querySelector(".what[data-whole]") || line.includes(who); // nobody is named twice
    const what = whole ? line : [who, line].filter(Boolean).join(": ");
    const befell = copy.querySelector("[data-befell]");
    if (befell) {
      befell.remove();
      return [told(words(befell), words(copy).replace(/ ·$/, ""))];
    }
    const single = copy.querySelectorAll(".total").length === 1;
    const out = outcome(copy, single ? [".lead b", ".out b", ".lead"] : [".lead b", ".lead", ".out b"]);
    if (!single) return [told(out || rest(copy), what)];
    const dice = copy.querySelector(".res .dice"), total = copy.querySelector(".total");
    return [...(dice ? [dice] : []), total, told(out === words(total) ? "" : out, what)];
  }

  function draw() {
    const link = place.querySelector("a");
    link.href = `#${shown.id}`;
    link.replaceChildren(...glance(shown));
    offer(shown.querySelector("[data-at-hand]"));
    place.className = `came ${[...shown.classList].filter((one) => one.startsWith("s-") || one === "undone").join(" ")}`;
  }

  /* What a card offers to do at once, such as to pay for a success, is offered here as well. */
  function offer(deed) {
    place.querySelector(".at-hand")?.remove();
    if (!deed) return;
    const copy = element("div", "at-hand", deed.cloneNode(true));
    place.append(copy);
    htmx.process(copy);
  }

  function show(card) {
    if (!logInSight()) tell(card);
  }

  function tell(card) {
    clearTimeout(later);
    const left = ownUntil - performance.now();
    const offers = card.querySelector("[data-at-hand]"); // to whoever's it is alone
    if (offers || mine.has(card.id)) ownUntil = performance.now() + (offers ? LASTS : TO_READ);
    else if (left > 0 && !(isAwaited(shown) && matters(card))) {
      later = setTimeout(() => { if (card.isConnected) show(card); }, left);
      return;
    }
    shown = card;
    shownAt = performance.now();
    clearTimeout(over);
    over = setTimeout(goes, LASTS);
    steadily(() => {
      draw();
      if (place.hidden) place.parentElement.append(place); // below what is there already
      place.hidden = false;
    });
    const parts = [...place.querySelector("a").children].filter((one) => !one.matches(".dice"));
    globalThis.tellAloud(parts.map(spoken).join(", "));
  }

  const spoken = (one) => (one.children.length > 1 ? [...one.children].map(words).join(", ") : words(one));

  /* By itself; not from above a form that somebody fills in, which would slide up under the thumb. */
  function goes() {
    if (!wasRead()) return;
    if (document.documentElement.dataset.tab === "act" && act.querySelector("form")) over = setTimeout(goes, LASTS);
    else hide();
  }

  function hide(gently = steadily) {
    shown = null;
    ownUntil = -Infinity;
    clearTimeout(later);
    clearTimeout(over);
    if (place.hidden) return;
    gently(() => { place.hidden = true; });
    place.querySelector("a").replaceChildren(); // the card may have been taken from this seat's eyes
    globalThis.hushAloud();
    offer(null);
  }

  function counted(more, seen) {
    if (!count) return;
    unseen = seen ? 0 : unseen + more;
    count.hidden = unseen === 0;
    count.textContent = String(unseen);
    count.setAttribute("aria-label", `${unseen} new`);
  }

  place.querySelector("button").addEventListener("click", () => hide());

  const wasRead = () => shown && performance.now() - shownAt > TO_READ && !place.querySelector(".at-hand");

  document.addEventListener("htmx:before:request", (event) => {
    const { request, target } = event.detail.ctx;
    if (target === act && request.method === "GET" && wasRead()) hide();
  });
  const strip = document.getElementById("ask-strip");
  if (strip) {
    new MutationObserver(() => {
      if (!strip.hidden && wasRead()) hide();
    }).observe(strip, { attributes: true, attributeFilter: ["hidden"], childList: true });
  }

  const isAwaited = (card) => Boolean(card?.matches("[data-awaited]"));
  const matters = (card) => card.matches(".result, :has([data-befell])");
  const marked = (card) => card.matches(":has([data-marked])");
  const worthTelling = (card) => matters(card) || card.matches(".news") || (mine.has(card.id) && !card.matches(".speech") && !marked(card));
  /* What stands there is shown as taken back itself. */
  const isShownSo = (card) => card.matches(":has([data-takes-back])") && shown?.matches(".undone");
  const best = (found) => found.findLast(matters) ?? found.at(-1);

  new MutationObserver((records) => {
    const last = [...cards.children].slice(-20);
    const added = records.flatMap((one) => [...one.addedNodes]).filter((one) => last.includes(one) && !known.has(one));
    added.forEach((one) => known.add(one));
    arrived(added);
  }).observe(cards, { childList: true });

  function arrived(added) {
    const seen = logInSight(); // asked once: it lays the page out
    counted(added.length, seen);
    const found = seen ? null : best(added.filter((one) => worthTelling(one) && !isShownSo(one)));
    if (found) tell(found);
  }

  document.addEventListener("htmx:after:swap", (event) => {
    const ids = event.detail.ctx.cards ?? [];
    const fresh = ids.filter((id) => !mine.has(id));
    fresh.forEach((id) => mine.add(id));
    const there = best(fresh.map((id) => document.getElementById(id)).filter((one) => one && !marked(one)));
    if (there) show(there);
    else if (shown && !shown.isConnected) hide();
    else if (shown) draw();
  });

  window.addEventListener("hashchange", () => {
    const seen = logInSight();
    if (seen) hide();
    else if (wasRead()) hide((change) => change()); // what stands there was not seen yet
    counted(0, seen);
  });

  /* What the page was loaded anew for, such as a character that was handed over, is told as what comes by the line: what
     came after the last card that was read, and that is still this seat's to read. */
  const read = new Set(globalThis.takeKept("read")), all = [...cards.children];
  const last = all.findLastIndex((one) => read.has(one.id));
  if (last >= 0) arrived(all.slice(last + 1));
})();
