/* How far the page has come, how it was come to, and which scripts and styles it names have not arrived. */
() => {
  const arrived = new Map(performance.getEntriesByType("resource").map((one) => [one.name, Math.round(one.responseEnd)]));
  const named = [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map((one) => one.src || one.href);
  return {
    state: document.readyState,
    way: performance.getEntriesByType("navigation")[0]?.type,
    here: Math.round(performance.now()),
    htmx: typeof globalThis.htmx,
    lacking: named.filter((one) => !arrived.get(one)),
  };
}
