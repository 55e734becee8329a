/* First in every page: what goes wrong is kept for this window (`noted`), and the page is styled for fingers. */
(() => {
  "use strict";
  const held = () => JSON.parse(sessionStorage.getItem("noted") ?? "[]");
  const note = (...words) => {
    sessionStorage.setItem("noted", JSON.stringify([...held(), `${location.pathname}: ${words.join(" ")}`]));
  };
  addEventListener("error", (event) => note(event.message ?? `did not load ${event.target.src ?? event.target.href}`), true);
  addEventListener("unhandledrejection", (event) => note("unhandled", event.reason));
  document.addEventListener("securitypolicyviolation", (event) => note("policy", event.violatedDirective, event.blockedURI));
  for (const name of ["error", "warn"]) {
    const usual = console[name];
    console[name] = (...words) => { note(name, ...words); usual.apply(console, words); };
  }

  /* A window without a screen has a fine pointer: the rules for fingers are made those for everybody. */
  function forFingers(rules) {
    for (const rule of rules) {
      if (rule.media?.mediaText.includes("pointer: coarse")) rule.media.mediaText = "all";
      if (rule.media?.mediaText.includes("pointer: fine")) rule.media.mediaText = "not all";
      const inner = rule.styleSheet?.cssRules ?? rule.cssRules;
      if (inner) forFingers(inner);
    }
  }
  addEventListener("DOMContentLoaded", () => {
    for (const sheet of document.styleSheets) forFingers(sheet.cssRules);
  });
})();
