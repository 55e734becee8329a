/* Puts the focus on what a press of this element means, as the Tab key would. The key that presses it, or null if the Tab
   key does not come there. From the first such press on the page has a focus to lose, until a pointer takes it. */
(one) => {
  const meant = one.closest("label")?.control ?? one.closest("a, button, input, summary") ?? one;
  meant.focus();
  if (document.activeElement !== meant || meant.tabIndex < 0) return null;
  globalThis.struck = true;
  document.addEventListener("pointerdown", () => { globalThis.struck = false; }, { capture: true, once: true });
  return meant.matches("[type=checkbox], [type=radio]") ? "Space" : "Enter";
}
