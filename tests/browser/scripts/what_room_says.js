/* What room at the top of the stage says, how high it is, and whether it is read where it is tall and where it is low. */
() => {
  const stage = document.querySelector(".stage");
  const style = getComputedStyle(stage, "::before");
  const { content, height } = style;
  const readAt = (top) => {
    stage.style.setProperty("--room-top", top);
    return parseFloat(style.fontSize) >= 12;
  };
  const told = { content, height, tall: readAt(height), low: readAt("20px") };
  stage.style.setProperty("--room-top", height);
  return told;
};
