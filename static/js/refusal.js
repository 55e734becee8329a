/* A refusal is seen where one pressed: its reason stands beside that button until it is tapped away, or something else is
   done. Whoever knows of one sends the event "refused" with {at, text}; an empty text takes it back, one that holds
   for a moment only goes by itself (lasts, in milliseconds), and one that is calm refuses nothing. By the Tab key its
   buttons come after the one that was pressed. A refused form in #act tells itself; then the first field that does not
   fit is brought into view. */
(() => {
  "use strict";
  const act = document.getElementById("act");
  const place = document.getElementById("said-no");
  if (!place) return;
  const [told, away] = place.children;
  const REASONS = {
    400: "The server could not read that.",
    403: "That cannot be done now.",
    404: "That is not there any more.",
    413: "That is too large to be sent.",
    429: "Too many tries. Wait a while.",
  };
  const FAILED = "The server could not do it. Press again in a moment.";
  const OF_A_FIELD = ".refusal[id]", FIELDS = ".field, .segbox";
  const GAP = 8;
  const onPhone = matchMedia("(width < 38rem)");
  let at = null, byTheLine = false, passing = 0;

  // where it stands: above what was pressed, or below where there is no room

  function stand() {
    if (at?.isConnected && at.getClientRects().length > 0) {
      const box = at.getBoundingClientRect(), own = place.getBoundingClientRect();
      const above = box.top - own.height - GAP;
      const left = Math.min(Math.max(GAP, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - GAP);
      const top = above >= GAP ? above : Math.min(box.bottom + GAP, innerHeight - own.height - GAP);
      place.style.setProperty("--left", `${left}px`);
      place.style.setProperty("--top", `${Math.max(GAP, top)}px`);
    }
  }

  function clear() {
    at = null;
    byTheLine = false;
    clearTimeout(passing);
    told.textContent = "";
    place.classList.remove("calm");
    place.querySelector(".btn")?.remove();
  }

  function say(pressed, text, ...more) {
    clear();
    if (!text) return;
    at = pressed;
    told.textContent = text;
    place.append(...more);
    stand();
  }

  away.addEventListener("click", clear);
  document.addEventListener("refused", ({ detail }) => {
    say(detail.at, detail.text);
    place.classList.toggle("calm", Boolean(detail.calm));
    if (detail.lasts) passing = setTimeout(clear, detail.lasts);
  });
  document.addEventListener("scroll", () => { if (at) stand(); }, { capture: true, passive: true });
  document.addEventListener("htmx:after:swap", () => requestAnimationFrame(() => { if (at) stand(); }));
  window.addEventListener("resize", () => { if (at) stand(); });
  window.addEventListener("hashchange", clear);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !at) return;
    event.preventDefault();
    clear();
  }, true);

  // by keys

  function leadOn(event) {
    const mine = [...place.querySelectorAll("button")], now = document.activeElement;
    if (now === at && !event.shiftKey) {
      event.preventDefault();
      mine[0].focus();
    } else if (now === mine[0] && event.shiftKey) {
      event.preventDefault();
      at.focus();
    } else if (now === mine.at(-1) && !event.shiftKey) {
      at.focus(); // and from there on
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab" && at?.isConnected) leadOn(event);
  });

  // what the server refuses

  function pressed(ctx) {
    const { sourceElement, sourceEvent } = ctx;
    return sourceEvent?.submitter ?? sourceElement.querySelector?.("button:not([type=button])") ?? sourceElement;
  }

  const words = (one) => one?.textContent.replace(/\s+/g, " ").trim() ?? "";

  function reason(status, text, kind) {
    if (kind?.startsWith("text/plain")) return text.trim();
    const page = new DOMParser().parseFromString(text, "text/html");
    const fields = [...page.querySelectorAll(OF_A_FIELD)].map((one) => {
      const name = words(one.closest(FIELDS)?.querySelector(".label"));
      return name ? `${name}: ${words(one)}` : words(one);
    });
    const others = page.querySelectorAll(".refusals .refusal, p.refusal, main p");
    return (fields.length > 0 ? fields.join(" ") : words(others[0])) || REASONS[status] || FAILED;
  }

  /* The form in which it can be mended, as the server drew it. */
  function theForm(text) {
    const open = document.createElement("button");
    open.type = "button";
    open.className = "btn";
    open.textContent = "Open the form";
    open.addEventListener("click", () => {
      clear();
      htmx.swap({ sourceElement: act, target: act, swap: "innerMorph", text });
    });
    return open;
  }

  /* What the page asks by itself, such as odds, nobody has pressed: it is silent, and takes no reason away. */
  const isByItself = (ctx) => Boolean(ctx?.sourceElement.matches?.("[data-by-itself]"));

  document.addEventListener("htmx:before:request", ({ detail }) => { if (!isByItself(detail.ctx)) clear(); });
  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    const { status, headers } = ctx.response;
    if (status < 400) return;
    const isForm = status === 422;
    const tellsItself = act?.contains(ctx.sourceElement) || (ctx.sourceElement.querySelector("[data-say]") && !onPhone.matches);
    if (isForm && tellsItself) return;
    event.preventDefault(); // nothing is swapped in
    if (!isByItself(ctx)) say(pressed(ctx), reason(status, ctx.text, headers.get("content-type")), ...(isForm && act ? [theForm(ctx.text)] : []));
  });

  // what the line has lost

  document.addEventListener("htmx:error", (event) => {
    const { ctx } = event.detail;
    if (ctx?.request?.method !== "GET" || ctx.response || isByItself(ctx)) return;
    say(pressed(ctx), "No line to the server: this cannot be opened now.");
    byTheLine = true;
  });
  const line = document.getElementById("connection");
  if (line) {
    new MutationObserver(() => {
      if (byTheLine && line.dataset.state === "live") clear();
    }).observe(line, { attributeFilter: ["data-state"] });
  }

  // a form that is refused

  document.addEventListener("htmx:after:swap", (event) => {
    if (event.detail.ctx.response?.status !== 422 || !act) return;
    const field = act.querySelector("[aria-invalid=true], :is(.field, .segbox):has(> .refusal) :is(input:not([type=hidden]), select, textarea)");
    if (field) field.focus({ preventScroll: true });
    const reason = act.querySelector(OF_A_FIELD) ?? act.querySelector(".refusals");
    (field?.closest(FIELDS) ?? field ?? reason)?.scrollIntoView({ block: "center" });
  });
})();
