/* Submits: each carries a fresh X-Nonce, so that the server does it once however often it arrives. A submit that the
   network lost is sent again with the same nonce by itself; pressed again with the same values later, still the same.
   What was pressed shows that it is under way (aria-busy), and says so once that takes long or it is pressed again.
   The same submit is not started twice by a double click; a form whose taps are meant to be repeated has data-repeat. */
(() => {
  "use strict";
  const PAUSES = [400, 800, 1600, 3000, 5000, 5000];
  const DOUBLE_CLICK = 400, WORTH_SHOWING = 300, WORTH_SAYING = 700, LONG = 3000;
  const PATIENCE = 20, LOST = 6; // seconds for an act; and for one attempt, which a dead connection swallows in silence
  const PER_SECOND = 16384; // bytes that a slow line carries, as the server reckons
  const UNREACHED = "Not sent yet: there is no line to the server. Trying again…";
  const UNANSWERED = "No answer has come. It is sent again, and will be done once.";
  const UNDER_WAY = "It is being sent. It will be done once, however slow the line is.";
  const place = document.getElementById("connection");
  const pressed = new Map(); // key -> when it was pressed, and whether it still runs
  const unsent = new Map(); // key -> the nonce of a submit of which nobody knows whether it arrived
  let givenUp = null; // the newest submit that the line has lost for good
  const flying = new Set(); // nonces that are being sent: the next tap of the same button is another submit

  /* What forms have for browsers without scripts goes: a panel that comes by the line has none of it, and is the same. */
  for (const form of document.querySelectorAll("form[method=post][hx-post]")) {
    for (const one of form.querySelectorAll(":scope > [name=csrfmiddlewaretoken], :scope > [name=nonce], :scope > [name=pressed_in]")) one.remove();
    form.method = "get";
  }
  for (const link of document.querySelectorAll("a[hx-get][href*='opened_in=']")) link.setAttribute("href", link.getAttribute("hx-get"));
  for (const one of document.querySelectorAll("form[hx-get] > [name=opened_in]")) one.remove();

  function newNonce() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function keyOf(request) {
    const fields = [...request.body].map(([name, value]) => [name, value instanceof File ? `${value.name} ${value.size}` : value]);
    return `${request.action} ${JSON.stringify(fields)}`;
  }

  const weightOf = (request) => [...request.body.values()].reduce((sum, one) => sum + (one.size ?? 0), 0);
  const secondsFor = (request) => Math.ceil(weightOf(request) / PER_SECOND);

  function say(state, text) {
    if (!place) return;
    let words = place.querySelector("[data-sending-words]");
    if (!words) {
      words = document.createElement("span");
      words.dataset.sendingWords = "";
      place.append(words);
    }
    if (state) place.dataset.sending = state; else delete place.dataset.sending;
    words.textContent = text;
  }

  function isDouble(key, source) {
    const last = source.closest?.("[data-repeat]") ? undefined : pressed.get(key);
    return Boolean(last) && (last.runs || performance.now() - last.at < DOUBLE_CLICK);
  }

  const isLong = (press) => press.runs && performance.now() - press.at > WORTH_SAYING;

  document.addEventListener("htmx:config:request", (event) => {
    const ctx = event.detail.ctx;
    if (ctx.request.method !== "POST") return;
    const key = keyOf(ctx.request);
    if (isDouble(key, ctx.sourceElement)) {
      if (isLong(pressed.get(key))) sayAt(ctx, UNDER_WAY, true);
      return event.preventDefault();
    }
    ctx.request.headers["X-Nonce"] = flying.has(unsent.get(key)) ? newNonce() : unsent.get(key) ?? newNonce();
    if (place?.dataset.state === "live") ctx.request.headers["X-Live"] = "1"; // panels and cards come by the line
    ctx.request.timeout = `${PATIENCE + secondsFor(ctx.request)}s`;
    ctx.press = { at: performance.now(), runs: true };
    pressed.set(key, ctx.press);
    ctx.submitKey = key;
    ctx.fetch = (action, request) => sent(ctx, action, request);
  });

  document.addEventListener("htmx:finally:request", (event) => {
    const { submitKey: key, press } = event.detail.ctx ?? {};
    if (!press) return;
    press.runs = false;
    setTimeout(() => { if (pressed.get(key) === press) pressed.delete(key); }, DOUBLE_CLICK);
  });

  const pressedIn = ({ sourceElement, sourceEvent }) => sourceEvent?.submitter ?? sourceElement;

  /* What the line does to a submit is said where it was pressed; beside the line's own state just that it is so. */
  function sayAt(ctx, text, calm = false) {
    const at = pressedIn(ctx);
    document.dispatchEvent(new CustomEvent("refused", { detail: { at, text, calm } }));
  }

  function slowly(ctx) {
    return [
      setTimeout(() => pressedIn(ctx).setAttribute("aria-busy", "true"), WORTH_SHOWING),
      setTimeout(() => say("sending", "Sending…"), WORTH_SAYING),
      setTimeout(() => sayAt(ctx, UNDER_WAY, true), LONG),
    ];
  }

  async function sent(ctx, action, request) {
    const key = ctx.submitKey;
    const slow = slowly(ctx);
    const nonce = request.headers["X-Nonce"];
    unsent.set(key, nonce);
    flying.add(nonce);
    try {
      const answer = await untilAnswered(action, request, (words) => {
        slow.forEach(clearTimeout);
        sayAt(ctx, words);
      });
      if (unsent.get(key) === nonce) unsent.delete(key);
      givenUp = null;
      say("", "");
      sayAt(ctx, "");
      return answer;
    } catch (error) {
      say("waiting", "Not sent");
      sayAt(ctx, "Not sent: there is no line to the server. Press again when you are back: it will be done once.");
      givenUp = ctx;
      throw error;
    } finally {
      flying.delete(nonce);
      slow.forEach(clearTimeout);
      pressedIn(ctx).removeAttribute("aria-busy");
    }
  }

  async function untilAnswered(action, request, failed) {
    for (let attempt = 0; ; attempt++) {
      let words = UNREACHED;
      try {
        const answer = await attempted(action, request);
        const passes = [502, 503, 504].includes(answer.status) && !answer.headers.has("X-Trouble");
        if (!passes || attempt >= PAUSES.length) return answer;
      } catch (error) {
        if (request.signal.aborted || attempt >= PAUSES.length) throw error;
        if (error.name === "AbortError") words = UNANSWERED;
      }
      failed(words);
      say("waiting", "Not sent yet");
      await new Promise((resolve) => setTimeout(resolve, PAUSES[attempt]));
      if (request.signal.aborted) throw new DOMException("given up", "AbortError");
    }
  }

  /* An attempt that nothing answers is let go, on whose connection nothing might ever come; the next one has another. */
  async function attempted(action, request) {
    const attempt = new AbortController();
    const letGo = () => attempt.abort();
    const late = setTimeout(letGo, (LOST + secondsFor(request)) * 1000);
    request.signal.addEventListener("abort", letGo);
    try {
      return await fetch(action, { ...request, signal: attempt.signal });
    } finally {
      clearTimeout(late);
    }
  }

  /* The line is there again, and what was given up is not sent by itself any more. */
  if (place) {
    new MutationObserver(() => {
      if (givenUp === null || place.dataset.state !== "live") return;
      say("", "");
      sayAt(givenUp, "You are back. Press again: it will be done once.");
      givenUp = null;
    }).observe(place, { attributeFilter: ["data-state"] });
  }

  // forms that load another page: not twice

  const leaving = new Set();
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.matches("[hx-post],[hx-get],[data-hx-post],[data-hx-get]")) return;
    if (leaving.has(form)) event.preventDefault();
    leaving.add(form);
    setTimeout(() => leaving.delete(form), 8000);
  });
  window.addEventListener("pageshow", () => leaving.clear());
})();
