/* [data-copy] copies its text, a path with this page's host before it, or with the address by which others find the
   server where that host is this machine alone. Outside of https there is no clipboard to write to: then the address is
   marked where it is in sight, else in a field that shows it, and copied the old way; where that fails too it stays
   marked, ready for the person's own keys. */
(() => {
  "use strict";
  const SAID_FOR = 3000;

  async function copied(button, text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const inSight = [...document.querySelectorAll(".address")].find((one) => one.textContent.trim() === text);
      getSelection().selectAllChildren(inSight ?? shownBeside(button, text));
      return document.execCommand("copy");
    }
  }

  function shownBeside(button, text) {
    const address = document.createElement("p");
    address.className = "address";
    address.textContent = text;
    (button.parentElement ?? button).after(address);
    return address;
  }

  /* At the end of the row: no button beside it moves, neither as it comes nor as it goes. */
  function say(button, words) {
    const row = button.parentElement;
    let told = row.querySelector(":scope > [data-copied]");
    if (!told) {
      told = document.createElement("span");
      told.dataset.copied = "";
      told.setAttribute("role", "status");
      row.append(told);
    }
    told.textContent = words;
    setTimeout(() => { if (told.textContent === words) told.remove(); }, SAID_FOR);
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const text = button.dataset.copy;
    const host = document.querySelector("meta[name=answers-at]")?.content ?? location.href;
    const done = await copied(button, text.startsWith("/") ? new URL(text, host).href : text);
    say(button, done ? "Copied." : "It is marked: copy it with your own keys.");
  });
})();
