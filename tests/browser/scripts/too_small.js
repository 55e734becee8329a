/* Every control in sight that a finger cannot press in 44 by 44 pixels. A control may reach further than it looks: what
   counts is where a touch arrives. Links inside a sentence are exempt, as WCAG says. Who looks on finds the page where it
   was. */
() => {
  const LEAST = 44, SLACK = 0.6;
  const CONTROLS = "a[href], button, select, textarea, summary, input:not([type=hidden]), [role=button], [role=tab]";
  const inSight = (one) => {
    const box = one.getBoundingClientRect();
    return one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && box.width > 1 && box.height > 1 && !one.closest("[inert], .skip, .vh");
  };
  const inASentence = (one) => {
    if (one.tagName !== "A" || getComputedStyle(one).display !== "inline") return false;
    let block = one.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    return block.textContent.trim().length > one.textContent.trim().length;
  };
  const pressed = (one) => (one.matches("input[type=radio], input[type=checkbox]") && (one.closest("label") ?? document.querySelector(`label[for="${one.id}"]`))) || one;
  const reaches = (one, x, y) => {
    const hit = document.elementFromPoint(x, y);
    const menu = hit?.closest("details.menu[open] > div");
    if (menu && !menu.contains(one)) return true; // opened to be looked at, it lies over what is pressed when it is closed
    return hit !== null && (one.contains(hit) || hit.closest("label")?.control === one);
  };
  const places = [...document.querySelectorAll("*")].filter((one) => one.scrollTop || one.scrollLeft || one.scrollHeight > one.clientHeight)
    .map((one) => [one, one.scrollTop, one.scrollLeft]);
  const small = [];
  for (const found of document.querySelectorAll(CONTROLS)) {
    const one = pressed(found);
    if (!inSight(one) || inASentence(one) || found.disabled) continue;
    let box = one.getBoundingClientRect();
    if (box.width >= LEAST - SLACK && box.height >= LEAST - SLACK) continue;
    one.scrollIntoView({ block: "center", inline: "center" });
    box = one.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2, far = LEAST / 2 - 1;
    if (![box.left + 1, x, box.right - 1].every((at) => reaches(one, at, y))) continue; // something lies over it
    const wide = box.width >= LEAST - SLACK || (reaches(one, x - far, y) && reaches(one, x + far, y));
    const high = box.height >= LEAST - SLACK || (reaches(one, x, y - far) && reaches(one, x, y + far));
    if (!wide || !high) small.push(`${Math.round(box.width)}x${Math.round(box.height)} ${one.outerHTML.replace(/\s+/g, " ").slice(0, 130)}`);
  }
  for (const [one, top, left] of places) one.scrollTo({ top, left, behavior: "instant" });
  return small;
}
