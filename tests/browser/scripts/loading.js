/* How far the page has come, how it was come to, which scripts and styles it names have not arrived, and how those of
   ours did that make it live; whether it is there once, and what else it was swapped from. */
() => {
  const entries = performance.getEntriesByType("resource");
  const arrived = new Map(entries.map((one) => [one.name, Math.round(one.responseEnd)]));
  const named = [...document.querySelectorAll("script[src], link[rel=stylesheet]")].map((one) => one.src || one.href);
  return {
    state: document.readyState,
    way: performance.getEntriesByType("navigation")[0]?.type,
    here: Math.round(performance.now()),
    htmx: typeof globalThis.htmx,
    lacking: named.filter((one) => !arrived.get(one)),
    scripts: entries.filter((one) => /js.(live|steady|tabs)/.test(one.name))
      .map((one) => [one.name.split("/").at(-1), one.responseStatus, one.decodedBodySize]),
    steadily: typeof globalThis.steadily,
    lines: [...document.querySelectorAll("#connection")].map((one) => one.dataset.state),
    asked: entries.filter((one) => one.initiatorType === "fetch").map((one) => one.name.split("/").at(-1)).slice(-5),
  };
}
