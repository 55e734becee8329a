/* Leaves room at the top of the stage, goes to its end, and tells whether that went and by how much the last control
   moved when it did. */
async () => {
  const frames = async () => { for (let left = 3; left > 0; left -= 1) await new Promise(requestAnimationFrame); };
  const stage = document.querySelector(".stage");
  const above = document.createElement("p");
  above.style.height = "90px";
  stage.prepend(above);
  stage.scrollTop = 0;
  globalThis.steadily(() => above.remove());
  await frames();
  const had = stage.classList.contains("room-top");
  const last = [...stage.querySelectorAll("a[href], button, summary")].filter((one) => one.getClientRects().length > 0).at(-1);
  stage.scrollTop = stage.scrollHeight;
  const before = last.getBoundingClientRect().top;
  await frames();
  return { had, went: !stage.classList.contains("room-top"), moved: last.getBoundingClientRect().top - before };
};
