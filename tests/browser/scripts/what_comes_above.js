/* Something comes at the top of the stage, above all that can be pressed, of which there is something at least; tells how
   far the stage is scrolled then. Whoever looks on stands so many pixels below its top. */
(below) => {
  const stage = document.querySelector(".stage");
  const button = document.createElement("button"), above = document.createElement("p");
  button.textContent = "To be pressed";
  above.style.height = "300px";
  stage.prepend(button);
  stage.scrollTop = below;
  globalThis.steadily(() => stage.prepend(above));
  return stage.scrollTop;
};
