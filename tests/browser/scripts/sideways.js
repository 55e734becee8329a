/* What makes the page scroll sideways, what makes a panel do so, which controls lie beyond the edge, and which signs have
   given their room to the words beside them. */
() => {
  const found = [];
  const root = document.scrollingElement;
  const width = root.clientWidth;
  const name = (one) => `${one.tagName.toLowerCase()}${one.id && `#${one.id}`}${one.className && typeof one.className === "string" ? `.${one.className.trim().split(/\s+/).join(".")}` : ""} "${one.textContent.trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  if (root.scrollWidth > width) {
    const widest = [...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > width + 0.5).at(-1);
    found.push(`the page is ${root.scrollWidth} wide on ${width}, for ${widest && name(widest)}`);
  }
  for (const one of document.querySelectorAll("body, body *")) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    if (one.matches("svg.icon") && box.height > 1 && box.width < box.height - 1) found.push(`a sign of ${name(one.parentElement)} is ${Math.round(box.width)} wide`);
    if (box.width <= 1 || one.closest("svg, .vh, .skip")) continue;
    if (["auto", "scroll"].includes(style.overflowX) && one.scrollWidth > one.clientWidth + 1 && !one.matches("textarea")) found.push(`${name(one)} scrolls: ${one.scrollWidth} on ${one.clientWidth}`);
    if ((box.right > width + 1 || box.left < -1) && one.matches("a, button, input, select, textarea, p, h1, h2, h3, li, summary")) found.push(`${name(one)} lies at ${Math.round(box.left)} to ${Math.round(box.right)}`);
  }
  return found.slice(0, 12);
}
