/* Whether for so many milliseconds nothing was pressed, asked for or swapped in, and whatever was asked for has been
   answered: by what noting.js has noted. */
(long) => {
  const of = (what) => noted.findLastIndex((one) => one.split(" ")[1] === what);
  const since = performance.now() - parseInt(noted.at(-1) ?? 0, 10);
  return document.readyState === "complete" && since >= long && of("asks") <= of("answered");
}
