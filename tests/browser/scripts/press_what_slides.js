/* Notes a press on the first fold of whatever slides next, in the very moment when it does: whether the fold opened. */
() => {
  new MutationObserver((_, seen) => {
    const fold = [...document.querySelectorAll(".stage[data-slid] summary")].find((one) => one.checkVisibility());
    if (!fold) return;
    seen.disconnect();
    const was = fold.parentElement.open;
    fold.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    document.documentElement.dataset.pressedWhatSlid = fold.parentElement.open === was ? "refused" : "opened";
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-slid"] });
};
