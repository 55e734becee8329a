/* The act's pane, #act: open as soon as it holds anything but an .empty. Focus goes in when it opens and back to where
   it came from when it closes; Esc and [data-close] close it. Of two forms that are asked for the later one opens,
   whichever comes first; one in which somebody writes stays when something else is done. A form with data-preview (its
   address, or empty for its action) is drawn again by the server with its present values whenever one changes, or who
   and what is on the stage, so that its odds and choices are current. */
(() => {
  "use strict";
  const act = document.getElementById("act");
  if (!act) return;
  const PAUSE = 120, LARGE = 30, SAID_FOR = 6000;
  const onPhone = () => matchMedia("(width < 38rem)").matches;
  const isOpen = () => act.querySelector(":scope > :not(.empty)") !== null;
  const tab = () => document.documentElement.dataset.tab;
  const addressOf = (one) => one.getAttribute("href") ?? one.getAttribute("action");
  let wasOpen = isOpen(), opener = null, timer = 0, asked = null, beside = null;
  let opens = null; // the address that the opener had then: what was drawn since may be another act
  let from = "table"; // the phone's tab on which what was done last was begun
  let wanted = null; // the form that was asked for last, as htmx knows it
  let onwards = null; // the one of them to which the form that is open leads
  let openedAt = -Infinity; // since when the form that is open is there; data-written: somebody has changed it

  document.addEventListener("htmx:before:request", (event) => {
    const { sourceElement, target } = event.detail.ctx;
    if (target === act && !act.contains(sourceElement)) {
      opener = sourceElement;
      opens = addressOf(opener);
      beside = event.detail.ctx;
    }
    if (opensForm(event.detail.ctx)) wanted = event.detail.ctx;
    if (leadsElsewhere(sourceElement)) onwards = event.detail.ctx;
    if (target === act && tab() && tab() !== "act") from = tab();
  });

  /* A link of the open form to another act; one to its own draws it anew with another value. */
  function leadsElsewhere(link) {
    const form = act.contains(link) && link.matches("a") && act.querySelector("form[action]");
    return Boolean(form) && link.pathname !== new URL(form.getAttribute("action"), location).pathname;
  }

  // on a slow line

  const opensForm = ({ request, target }) => target === act && request?.method === "GET";

  document.addEventListener("htmx:after:request", (event) => {
    const { ctx } = event.detail;
    if (opensForm(ctx) && ctx !== wanted) event.preventDefault(); // another one is wanted since
  });

  /* A form that is asked for again has the words that were typed in it. */
  document.addEventListener("htmx:after:swap", (event) => {
    if (!opensForm(event.detail.ctx)) return;
    openedAt = performance.now();
    act.toggleAttribute("data-written", isWrittenIn());
  });

  function isWrittenIn() {
    const typed = [...act.querySelectorAll("textarea, input:not([type=hidden], [type=radio], [type=checkbox])")];
    return typed.some((one) => one.value !== one.defaultValue);
  }

  for (const change of ["input", "change"]) act.addEventListener(change, () => { act.dataset.written = ""; });

  /* The cards of an act are named in its answer, whether that finds room in the pane or not. */
  document.addEventListener("htmx:before:swap", (event) => {
    const { ctx, tasks } = event.detail;
    const answer = tasks.find((one) => one.type === "main" && one.target === act);
    if (ctx.request?.method !== "POST" || !answer) return;
    ctx.cards = answer.fragment.querySelector("#act-done")?.dataset.cards.split(" ").filter(Boolean);
    const isForm = [...answer.fragment.children].some((one) => !one.matches(".empty"));
    if (isForm || !keepsForm(ctx)) return;
    tasks.splice(tasks.indexOf(answer), 1);
    beside = null;
  });

  function keepsForm(ctx) {
    if (!isOpen()) return false;
    if (openedAt > ctx.startedAt) return true; // it was opened while the answer was on its way
    if (act.contains(ctx.sourceElement)) return false;
    return act.matches(".aside") || (act.matches("[data-written]") && !asksTheSame(ctx.request.body));
  }

  function asksTheSame(sent) {
    const ask = act.querySelector("[name='ask']")?.value;
    return ask !== undefined && ask === sent?.get?.("ask");
  }

  /* A form that was left open on the phone's own tab gives way to another, and that one is looked at. So is one to which
     the form led that is open: from its top, wherever the link stood. */
  document.addEventListener("htmx:after:swap", (event) => {
    if ([beside, onwards].includes(event.detail.ctx) && wasOpen && isOpen()) opened();
  });

  new MutationObserver(() => {
    const open = isOpen();
    if (open && !wasOpen) opened();
    if (!open && wasOpen) closed();
    if (!open) furnish();
    wasOpen = open;
    showLeftOpen();
  }).observe(act, { childList: true });

  /* What was left open, as by the browser's back button, is told on its tab. */
  function showLeftOpen() {
    const sign = document.getElementById("act-count");
    if (sign) sign.hidden = !isOpen() || tab() === "act";
  }

  window.addEventListener("hashchange", showLeftOpen);

  /* Whether the sheet has slid in over it, as on a tablet. */
  function isUnderSheet() {
    const sheet = document.getElementById("sheet");
    return tab() === "sheet" && sheet !== null && getComputedStyle(sheet).position === "fixed";
  }

  function opened() {
    if (onPhone() || isUnderSheet()) location.hash = "#act";
    const first = act.querySelector("[autofocus]") ?? act.querySelector("h1, h2, h3");
    if (!first) return;
    if (first.matches("h1, h2, h3")) first.tabIndex = -1;
    first.focus({ preventScroll: true });
    act.scrollTop = 0;
  }

  function closed() {
    delete act.dataset.written;
    asked?.abort();
    clearTimeout(timer);
    const done = act.querySelector("#act-done")?.dataset;
    tell(done?.says);
    leave(done?.to);
    if (document.activeElement === document.body || act.contains(document.activeElement)) {
      const to = back();
      if (to) to.focus({ preventScroll: true }); else globalThis.goOnFrom?.(opener);
    }
  }

  /* On the phone, or where the sheet made way, to where one came from, or where what was made is seen. */
  function leave(to) {
    if (location.hash === "#act") location.hash = `#${document.getElementById(to) ? to : from}`;
    from = "table";
  }

  /* What no card tells of is said where it was begun: on the phone once that tab is there. */
  function tell(says) {
    if (!says) return;
    const at = opener?.closest?.("details.menu")?.querySelector("summary") ?? back();
    const detail = { at, text: says, calm: true, lasts: SAID_FOR };
    const say = () => document.dispatchEvent(new CustomEvent("refused", { detail }));
    if (location.hash === "#act") window.addEventListener("hashchange", say, { once: true });
    else say();
  }

  function back() {
    if (!opener) return null;
    const same = opener.isConnected ? opener : (opener.id && document.getElementById(opener.id)) || null;
    if (same && addressOf(same) !== opens) return null;
    return same?.matches("form") ? same.querySelector("button") : same;
  }

  // What the pane shows while no act is open: the list of things to do, as the page came with it.
  const idle = document.getElementById("act-empty")?.cloneNode(true);

  function furnish() {
    if (!idle || act.querySelector("#act-empty")) return;
    const empty = idle.cloneNode(true);
    act.append(empty);
    htmx.process(empty);
  }

  /* Of parts that stand for the values of a field ([data-sets] [data-value]) a tap chooses one; one that fits data-goes
     sends the form with it, if it is as large as a thumb hits. */
  act.addEventListener("click", (event) => {
    const part = event.target.closest("[data-value]");
    const parts = part?.closest("[data-sets]"), form = part?.closest("form");
    const field = form?.elements[parts?.dataset.sets];
    if (!field) return;
    event.preventDefault();
    field.value = part.dataset.value;
    const { width, height } = part.getBoundingClientRect();
    if (parts.dataset.goes && part.matches(parts.dataset.goes) && Math.min(width, height) >= LARGE) form.requestSubmit();
    else field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  /* Names that are ticked in an order: the field that [data-tapped] names keeps it, so that no tap has to wait till
     the form is drawn again. */
  act.addEventListener("change", (event) => {
    const field = event.target.form?.elements[event.target.closest("[data-tapped]")?.dataset.tapped];
    if (!field) return;
    const { value, checked } = event.target;
    const others = field.value.split(" ").filter((one) => one && one !== value);
    field.value = (checked ? [...others, value] : others).join(" ");
  });

  const close = () => act.replaceChildren();

  act.addEventListener("click", (event) => {
    if (!event.target.closest("[data-close]")) return;
    event.preventDefault();
    close();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || !isOpen()) return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    close();
  });

  // odds kept current

  function values(form) {
    const query = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (name !== "csrfmiddlewaretoken" && name !== "nonce" && typeof value === "string") query.append(name, value);
    }
    return query.toString();
  }

  async function preview(form) {
    asked?.abort();
    asked = new AbortController();
    const query = values(form);
    const address = new URL(form.dataset.preview || form.action, location.href);
    address.search = query;
    try {
      const answer = await fetch(address, { headers: { "HX-Request": "true" }, signal: asked.signal });
      if (!answer.ok) return;
      const text = await answer.text();
      if (form.isConnected && values(form) === query) {
        await htmx.swap({ sourceElement: form, target: act, swap: "innerMorph", text });
      }
    } catch (error) {
      if (error.name !== "AbortError") return; // no line: the odds stay as they are, #connection says why
    }
  }

  function changed(event) {
    const form = event.target.form;
    if (!form?.matches("[data-preview]") || event.target.type === "file") return;
    clearTimeout(timer);
    timer = setTimeout(() => preview(form), PAUSE);
  }
  act.addEventListener("input", changed);
  act.addEventListener("change", changed);
  act.addEventListener("submit", () => { clearTimeout(timer); asked?.abort(); });

  /* Who or what has come to the stage, or gone, by the line can be chosen in the form that is open, or no more; but a
     refusal stays to be read, and what is on its way is answered first. */
  const idsOnStage = () => [...document.querySelectorAll("#table [id]")].map((one) => one.id).join(" ");
  let onStage = idsOnStage();

  document.addEventListener("htmx:after:swap", (event) => {
    const before = onStage, form = act.querySelector("form[data-preview]");
    onStage = idsOnStage();
    if (event.detail.ctx.sourceElement?.id !== "live" || onStage === before || !form) return;
    if (act.querySelector(".htmx-request, .refusals")) return;
    clearTimeout(timer);
    timer = setTimeout(() => preview(form), PAUSE);
  });
})();
