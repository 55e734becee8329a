/* The log stays at its end by its style (.logscroll). While somebody reads further up it holds still, and #log-new says
   how many cards have come. */
(() => {
  "use strict";
  const cards = document.getElementById("log-cards");
  const box = document.getElementById("log-scroll");
  const button = document.getElementById("log-new");
  if (!cards || !box || !button) return;
  const NEAR = 48, WITH_THE_ANSWER = 3000;
  const counted = new WeakSet(cards.children);
  const mine = new Set(), fresh = new Set(); // ids of cards: of one's own acts that are still to come; that came just now
  let unread = 0, held = null;

  const reversed = () => getComputedStyle(box).flexDirection === "column-reverse";
  const fromEnd = () => (reversed() ? -box.scrollTop : box.scrollHeight - box.clientHeight - box.scrollTop);
  const atEnd = () => fromEnd() < NEAR;

  function show() {
    button.hidden = unread === 0;
    button.textContent = unread === 0 ? "" : `${unread} new`;
  }

  function toEnd() {
    box.scrollTop = reversed() ? 0 : box.scrollHeight;
    unread = 0;
    held = null;
    show();
  }

  function hold() {
    const top = box.getBoundingClientRect().top;
    const card = [...cards.children].find((one) => one.getBoundingClientRect().bottom > top);
    held = card ? { card, top: card.getBoundingClientRect().top } : null;
  }

  box.addEventListener("scroll", () => {
    if (!atEnd()) return hold();
    held = null;
    unread = 0;
    show();
  }, { passive: true });

  button.addEventListener("click", toEnd);

  /* Whoever reads further up and acts, or says something, sees what comes of it. */
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    const ids = ctx.cards ?? [];
    ids.forEach((id) => mine.add(id));
    if (held && (ctx.sourceElement?.closest?.(".say") || ids.some((id) => fresh.has(id)))) toEnd();
  });

  new MutationObserver((records) => {
    const last = [...cards.children].slice(-20);
    for (const record of records) {
      for (const node of record.addedNodes) {
        if (node.nodeType !== 1 || counted.has(node)) continue;
        counted.add(node);
        fresh.add(node.id);
        setTimeout(() => fresh.delete(node.id), WITH_THE_ANSWER);
        if (mine.delete(node.id)) held = null;
        if (held && last.includes(node)) unread += 1;
      }
    }
    if (!held && !atEnd()) return toEnd();
    if (held?.card.isConnected) box.scrollTop += held.card.getBoundingClientRect().top - held.top;
    else if (!reversed() && !held) toEnd();
    show();
  }).observe(cards, { childList: true });
})();
