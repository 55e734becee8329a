/* Something comes at the top of the stage, above all that can be pressed; tells how far the stage is scrolled then. */
() => {
  const stage = document.querySelector(".stage");
  const above = document.createElement("p");
  above.style.height = "300px";
  stage.scrollTop = 0;
  globalThis.steadily(() => stage.prepend(above));
  return stage.scrollTop;
};
