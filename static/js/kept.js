/* What the tab keeps for this seat, and no other, while its page is loaded anew: keep(name, value) and once takeKept(name).
   Where the browser keeps nothing, as with site data blocked, nothing is kept, and nothing fails.
   keepHalfDone() keeps what is half filled in outside of the act's form, which the page waits for: the words that
   somebody is about to say, what is chosen on a card. It stands there again where its form does. */
(() => {
  "use strict";
  const keyOf = (name) => `${name} ${location.pathname}`;

  globalThis.keep = (name, value) => {
    try {
      sessionStorage.setItem(keyOf(name), JSON.stringify(value));
    } catch { /* this browser keeps nothing */ }
  };

  globalThis.takeKept = (name) => {
    try {
      const value = sessionStorage.getItem(keyOf(name));
      sessionStorage.removeItem(keyOf(name));
      return JSON.parse(value);
    } catch {
      return null;
    }
  };

  // what is half filled in

  const FIELDS = ":is(input, textarea, select)[name]:not([type=hidden], [type=file], #act *)";
  const WORDS = "textarea, input:not([type=radio], [type=checkbox])";
  const OF_NO_ACT = ["nonce", "csrfmiddlewaretoken"];
  const isTicked = (one) => one.matches("[type=radio], [type=checkbox]");
  const stateOf = (one) => isTicked(one) ? one.checked : one.value;
  const fields = () => [...document.querySelectorAll(FIELDS)].filter((one) => one.form !== null);

  function stateAsDrawn(one) {
    if (isTicked(one)) return one.defaultChecked;
    if (!one.matches("select")) return one.defaultValue;
    return ([...one.options].find((option) => option.defaultSelected) ?? one.options[0])?.value;
  }

  const isAsDrawn = (one) => stateOf(one) === stateAsDrawn(one);

  function placeOf(one) {
    const meant = [...one.form.querySelectorAll("[type=hidden]")].filter(({ name }) => !OF_NO_ACT.includes(name));
    const own = isTicked(one) ? one.value : "";
    return [one.form.id, one.form.getAttribute("action"), ...meant.map(({ value }) => value), one.name, own].join(" ");
  }

  globalThis.isBeingTyped = () => {
    const at = document.activeElement;
    return Boolean(at?.matches(FIELDS) && at.matches(WORDS) && !isAsDrawn(at));
  };

  globalThis.keepHalfDone = () => {
    const begun = fields().filter((one) => !isAsDrawn(one));
    globalThis.keep("half-done", begun.map((one) => [placeOf(one), stateOf(one)]));
  };

  function fill(one, state) {
    if (isTicked(one)) one.checked = state; else one.value = state;
    for (let fold = one.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }

  function fillAll(halfDone) {
    const begun = fields().filter((one) => isAsDrawn(one) && halfDone.has(placeOf(one)));
    begun.forEach((one) => fill(one, halfDone.get(placeOf(one))));
    const last = new Map(begun.map((one) => [one.form, one]));
    for (const one of last.values()) one.dispatchEvent(new Event("change", { bubbles: true })); // for the odds beside it
  }

  fillAll(new Map(globalThis.takeKept("half-done")));
})();
