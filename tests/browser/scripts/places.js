/* Where those of a style rule lie that can be seen, by their ids: left and top. */
(where) => Object.fromEntries(
  [...document.querySelectorAll(where)]
    .filter((one) => one.getClientRects().length > 0)
    .map((one) => [one.id, [one.getBoundingClientRect().left, one.getBoundingClientRect().top]]),
)
