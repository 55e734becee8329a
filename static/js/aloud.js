/* What came by itself, to whoever hears the page: one sentence in #aloud, once. What comes in the same moment is told
   together; what was told goes, so that nobody finds it there later, and at once by hushAloud(), when its card was taken
   from this seat's eyes. */
(() => {
  "use strict";
  const place = document.getElementById("aloud");
  const TOGETHER = 150, GOES = 4000;
  let told = [], soon = 0, over = 0;

  function speak() {
    place.textContent = told.join(" ");
    told = [];
    clearTimeout(over);
    over = setTimeout(() => { place.textContent = ""; }, GOES);
  }

  globalThis.hushAloud = () => {
    told = [];
    place.textContent = "";
  };

  globalThis.tellAloud = (text) => {
    if (!place || !text || told.includes(text)) return;
    told.push(text);
    clearTimeout(soon);
    soon = setTimeout(speak, TOGETHER);
  };
})();
