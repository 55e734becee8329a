/* The first in sight of a style rule with these words, written or spoken. */
(where, words) => {
  const said = (one) => [one.textContent, one.ariaLabel ?? ""].map((text) => text.replace(/\s+/g, " "));
  return [...document.querySelectorAll(where)].find(
    (one) => one.getClientRects().length > 0 && said(one).some((text) => text.includes(words)),
  );
}
