/* What is of another evening names its day before its time of day: the log's cards, and what is waited for. The server
   draws them once, whenever they are read. */
(() => {
  "use strict";
  const AN_EVENING = 12 * 60 * 60 * 1000;
  const TIMES = ":is(#log-cards, #panel-waiting) time[datetime]";

  /* By the server's own calendar, as is the time beside it. */
  function dayOf(datetime) {
    const [year, month, day] = datetime.slice(0, 10).split("-").map(Number);
    const named = { day: "numeric", month: "short", ...(year === new Date().getFullYear() ? {} : { year: "numeric" }) };
    return new Date(year, month - 1, day).toLocaleDateString("en-GB", named);
  }

  function look() {
    for (const one of document.querySelectorAll(TIMES)) {
      const isOld = Date.now() - Date.parse(one.dateTime) > AN_EVENING;
      if (isOld) one.dataset.day = dayOf(one.dateTime);
    }
  }

  document.addEventListener("htmx:after:swap", look);
  look();
})();
