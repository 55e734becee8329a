/* The live line of a table's page.

   Needs:
   - <div id="live" hx-ws:connect="…/live" hx-swap="none" data-news="…/news" data-as="" data-home="/" hidden>,
     outside of every panel; data-as is the seat through whose eyes a GM looks.
   - <div id="connection" role="status"><span data-words></span> <button type="button" data-try hidden></button></div>,
     outside of every panel.
   - <ol id="log-cards"> with <li id="card-…">: the unfiltered log.
   - data-written on #act while somebody writes in its form: the page is not loaded anew under their hands. What else is
     half filled in comes back with it (js/kept.js).
   - data-open="sheet:…" on the root of a panel that shows something laid open.
   The socket's first message says how far the page has come; everything else is sent by the server as HTML. */
(() => {
  "use strict";
  const live = document.getElementById("live");
  const place = document.getElementById("connection");
  if (!live || !place) return;

  const WHEN_DONE = "Shown anew once your form is done";
  const PUT_AWAY = "This table is put away. Whoever runs the server can bring it back.";
  const UNTIL_ASKING = 5000, ASK_EVERY = 3000, PATIENCE = 4000, TOLD_WITHIN = 1000, QUIET_FOR_LONG = 60000;
  const words = place.querySelector("[data-words]");
  const again = place.querySelector("[data-try]");
  const fresh = new Map(); // id -> when the line last brought it
  const answered = new WeakSet(); // cards that came with an answer, not yet by the line
  let outdated = false; // whether the page is to be loaded anew
  let greeted = false; // whether the line has been there: until then nobody has begun to read
  let given = false; // whether an answer brought panels since the line was greeted last
  let line = null, said = "", heardAt = 0, askedAt = 0, lostAt = performance.now(), offlineSince = null;
  let over = false, asking = 0, probe = 0;

  // what the page has

  const cardsRead = () => [...document.querySelectorAll("#log-cards > li[id^='card-']")].filter((one) => !answered.has(one));
  const cursor = () => cardsRead().at(-1)?.id.slice(5) ?? "";

  function laidOpen() {
    const open = {};
    for (const one of document.querySelectorAll("[data-open*=':']")) {
      const [name, id] = one.dataset.open.split(":");
      if (id) open[name] = id;
    }
    return open;
  }

  // the state of the line, in words

  function say(state, text, offerTry) {
    if (over || (place.dataset.state === state && words.textContent === text && again.hidden === !offerTry)) return;
    const change = () => {
      place.dataset.state = state;
      words.textContent = text;
      again.hidden = !offerTry;
    };
    if (greeted) steadily(change); else change();
  }

  function offline() {
    offlineSince ??= new Date();
    const time = `${String(offlineSince.getHours()).padStart(2, "0")}:${String(offlineSince.getMinutes()).padStart(2, "0")}`;
    say("offline", `Offline since ${time}`, true);
  }

  function end(text) {
    if (over) return;
    say("offline", text, false);
    over = true;
    clearInterval(asking);
    const link = document.createElement("a");
    link.href = live.dataset.home || "/";
    link.textContent = "Your tables";
    again.replaceWith(link);
  }

  // the socket

  const isOpen = () => line?.socket?.readyState === WebSocket.OPEN;

  function hello() {
    if (!isOpen() || over) return;
    const open = laidOpen();
    said = JSON.stringify(open);
    given = false;
    line.socket.send(JSON.stringify({ since: cursor(), open, as: live.dataset.as || "" }));
    clearTimeout(probe);
    const asked = askedAt = performance.now();
    probe = setTimeout(() => { if (heardAt < asked) reconnect(); }, PATIENCE);
  }

  function reconnect() {
    if (over) return;
    clearTimeout(probe);
    htmx.process(live, true); // ends what there is and connects anew at once
  }

  function resume() {
    if (over) return;
    if (isOpen()) hello(); else reconnect();
    if (asking) ask();
  }

  function heard() {
    heardAt = performance.now();
    lostAt = null;
    offlineSince = null;
    clearInterval(asking);
    asking = 0;
    if (!outdated) say("live", "Live", false);
    greeted = true;
  }

  function lost() {
    lostAt ??= performance.now();
    if (!asking && !offlineSince) say("reconnecting", "Reconnecting", true);
  }

  document.addEventListener("htmx:ws:after:connection", (event) => {
    if (event.target !== live) return;
    line = event.detail.connection;
    hello();
  });

  // htmx starts between two deferred scripts: its line may be open before this script listens, or hx-ws come too late.
  document.addEventListener("DOMContentLoaded", () => {
    if (line) return;
    line = live._htmx?.ws?.connection;
    if (!line) reconnect(); else hello();
  });

  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    if (event.target !== live) return;
    heard();
    if (asksForReload(event.detail.message.data)) event.preventDefault();
  });

  /* What was done and answered the line tells as well, and before. Where it is silent it may be dead and not know it, as
     on a phone that has changed from one network to another. */
  document.addEventListener("htmx:after:request", (event) => {
    const { request, response, startedAt } = event.detail.ctx;
    if (request.method !== "POST" || response.status !== 200) return;
    setTimeout(() => { if (heardAt < startedAt && askedAt <= heardAt) hello(); }, TOLD_WITHIN);
  });

  document.addEventListener("htmx:ws:close", (event) => {
    if (event.target !== live || event.detail.reason !== "closed") return;
    const code = event.detail.code;
    if (code === 4401) end("You have left this table.");
    else if (code === 4402) end(PUT_AWAY);
    else if (code === 4410) end("This table was deleted.");
    else if (code === 4403) end("This address may not open a live line.");
    else lost();
  });

  function asksForReload(text) {
    if (typeof text !== "string" || !text.includes('id="reload-please"')) return false;
    if (!outdated) setTimeout(loadAnew);
    outdated = true;
    return true;
  }

  const isWriting = () => document.querySelector("#act[data-written]") !== null || globalThis.isBeingTyped();

  /* Never in a tight circle. */
  function isJustLoadedAnew() {
    return performance.getEntriesByType("navigation")[0]?.type === "reload" && performance.now() < 5000;
  }

  function loadAnew() {
    if (isWriting()) say("reconnecting", WHEN_DONE, false);
    if (isWriting() || isJustLoadedAnew()) return setTimeout(loadAnew, 250);
    globalThis.keep("read", cardsRead().map((one) => one.id)); // what came since is told by js/came.js
    globalThis.keepHalfDone();
    location.reload();
  }

  // without a socket: asking every three seconds

  async function ask() {
    if (over || isOpen() && lostAt === null) return;
    const address = new URL(live.dataset.news, location.href);
    address.searchParams.set("since", cursor());
    if (live.dataset.as) address.searchParams.set("as", live.dataset.as);
    for (const [name, id] of Object.entries(laidOpen())) address.searchParams.set(name, id);
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(10000) });
      if (answer.status === 404) return end("You have left this table.");
      if (answer.status === 410) return end(PUT_AWAY);
      if (!answer.ok) return offline();
      const text = await answer.text();
      if (lostAt === null) return;
      if (offlineSince) reconnect(); // the server is back: the line may be too
      offlineSince = null;
      say("reconnecting", "No live line: asking every 3 seconds", true);
      if (text && !asksForReload(text)) await htmx.swap({ sourceElement: live, target: live, swap: "none", text });
    } catch {
      offline();
    }
  }

  setInterval(() => {
    if (over) return;
    if (lostAt !== null && performance.now() - lostAt > UNTIL_ASKING && !asking) {
      asking = setInterval(ask, ASK_EVERY);
      ask();
    } else if (lostAt === null && !document.hidden && performance.now() - heardAt > QUIET_FOR_LONG) {
      heardAt = performance.now() - QUIET_FOR_LONG / 2;
      hello(); // does the line still hold?
    }
  }, 1000);

  // coming back

  document.addEventListener("visibilitychange", () => { if (!document.hidden) resume(); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) resume(); });
  window.addEventListener("online", resume);
  window.addEventListener("offline", () => { lost(); offline(); });
  again.addEventListener("click", () => { reconnect(); if (lostAt !== null) ask(); });

  // what is swapped in: nothing twice, and nothing older than what the line brought

  document.addEventListener("htmx:before:request", (event) => { event.detail.ctx.startedAt = performance.now(); });

  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    const byLine = ctx.sourceElement === live;
    for (let i = 0; i < tasks.length; i++) {
      const keep = tasks[i].type === "oob" ? keepElement(tasks[i], byLine, ctx) : tasks[i].type === "partial" ? keepCards(tasks[i], byLine) : true;
      if (!keep) tasks.splice(i--, 1);
    }
  });

  function keepElement(task, byLine, ctx) {
    const id = task.target?.id ?? "";
    if (!/^(panel|card)-/.test(id)) return true;
    if (!byLine) {
      const isNewer = !(fresh.get(id) > (ctx.startedAt ?? 0));
      given ||= isNewer;
      return isNewer;
    }
    const open = task.fragment.firstElementChild?.dataset?.open;
    const mine = task.target.dataset.open;
    if (open !== undefined && mine !== undefined && open !== mine) return false; // only the person lays things open
    fresh.set(id, performance.now());
    return true;
  }

  function keepCards(task, byLine) {
    const cards = task.fragment.querySelectorAll("li[id^='card-']");
    if (!cards.length) return true;
    for (const card of cards) {
      const present = document.getElementById(card.id);
      if (!present) {
        if (!byLine) answered.add(card);
      } else {
        card.remove();
        if (byLine && task.swapSpec.style === "beforeend") settle(present);
      }
    }
    return task.fragment.childElementCount > 0;
  }

  // The line brings cards in their order; one that an answer brought sooner takes its place in it now.
  function settle(card) {
    answered.delete(card);
    const list = card.parentElement;
    if (list?.id === "log-cards" && card !== list.lastElementChild) {
      if (list.moveBefore) list.moveBefore(card, null); else list.append(card);
    }
  }

  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx?.sourceElement === live || !isOpen()) return;
    if (given || JSON.stringify(laidOpen()) !== said) hello(); // the line does not know what the answer brought
  });

  say("reconnecting", "Connecting", false);
})();
