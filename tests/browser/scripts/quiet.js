/* Whether for so many milliseconds nothing was pressed, asked for or swapped in, and no answer is still to come: by what
   noting.js has noted. */
(long) => {
  const since = performance.now() - parseInt(noted.at(-1) ?? 0, 10);
  return document.readyState === "complete" && since >= long && awaited <= 0;
}
