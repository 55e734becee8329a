/* Plus and minus beside a number field (.step > button[data-by]): the field keeps to its bounds and says that it changed. */
(() => {
  "use strict";
  document.documentElement.classList.add("js"); // on pages without tabs.js too: the buttons are shown
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-by]");
    const field = button?.closest(".step, .stepper")?.querySelector("input");
    if (!field || field.disabled || field.readOnly) return;
    const by = Number(button.dataset.by) * (Number(field.step) || 1);
    const least = field.min === "" ? -Infinity : Number(field.min);
    const most = field.max === "" ? Infinity : Number(field.max);
    const value = Math.min(most, Math.max(least, (Number(field.value) || 0) + by));
    if (String(value) === field.value) return;
    field.value = String(value);
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
})();
