/* What a person would press for these words: what can be seen, in an open form before anything else; what says just them
   before what begins with them or has them in it; the last such one where the newest is meant. */
({ words, newest }) => {
  const said = (one) => (one.ariaLabel || one.textContent).trim().replace(/\s+/g, " ");
  const inSight = { visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true };
  const changing = "[data-twice], [data-settling], [data-slid] *"; // nobody has read it yet
  const all = [...document.querySelectorAll("a[href], button, summary, label")]
    .filter((one) => one.checkVisibility(inSight) && !one.matches(`[aria-disabled=true], ${changing}`) && said(one).includes(words));
  const form = all.filter((one) => one.closest("#act"));
  const among = form.length > 0 ? form : all;
  if (newest) return among.at(-1) ?? null;
  return among.find((one) => said(one) === words) ?? among.find((one) => said(one).startsWith(words)) ?? among[0] ?? null;
}
