/* How often a pattern can be read in the window as it is, without scrolling. What lies over a line of the log for the
   finger hides nothing of it. */
(pattern) => {
  const topmost = (x, y) => document.elementsFromPoint(x, y).find((one) => !one.matches(".deeds > summary"));
  const looked = new RegExp(pattern, "g");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_ELEMENT);
  let count = 0;
  while (walker.nextNode()) {
    const one = walker.currentNode;
    if (one.matches("script, style, template, noscript, option")) continue;
    const text = one.textContent.replace(/\s+/g, " ");
    if (!looked.test(text) || [...one.children].some((inner) => new RegExp(pattern).test(inner.textContent.replace(/\s+/g, " ")))) { looked.lastIndex = 0; continue; }
    looked.lastIndex = 0;
    const box = one.getBoundingClientRect();
    const hit = topmost(box.left + Math.min(box.width / 2, 200), box.top + Math.min(box.height / 2, 40));
    if (box.width > 0 && box.top >= 0 && box.top < innerHeight && hit && (one.contains(hit) || hit.contains(one))) count += text.match(looked).length;
  }
  return count;
}
