/* Leaves room at the top of the stage, as when a question has gone from it; tells how high it is now. */
async () => {
  const stage = document.querySelector(".stage");
  const above = document.createElement("p");
  above.style.height = "90px";
  stage.prepend(above);
  stage.scrollTop = 0;
  globalThis.steadily(() => above.remove());
  await new Promise(requestAnimationFrame);
  return getComputedStyle(stage, "::before").height;
};
