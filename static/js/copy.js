/* [data-copy] copies its text. Outside of https there is no clipboard to write to: then the address in sight is marked and
   copied the old way, and where that fails too it stays marked, ready for the person's own keys. */
(() => {
  "use strict";
  const SAID_FOR = 3000;

  async function copied(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const inSight = [...document.querySelectorAll(".address")].find((one) => one.textContent.trim() === text);
      if (inSight) getSelection().selectAllChildren(inSight);
      return Boolean(inSight) && document.execCommand("copy");
    }
  }

  function say(button, words) {
    let told = button.nextElementSibling;
    if (!told?.matches("[data-copied]")) {
      told = document.createElement("span");
      told.dataset.copied = "";
      told.setAttribute("role", "status");
      button.after(told);
    }
    told.textContent = words;
    setTimeout(() => { if (told.textContent === words) told.remove(); }, SAID_FOR);
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const done = await copied(button.dataset.copy);
    say(button, done ? "Copied." : "It is marked: copy it with your own keys.");
  });
})();
