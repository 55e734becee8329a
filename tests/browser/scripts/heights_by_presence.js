/* Whether a card's line is as high with each other word for who is here as it is with the first. */
() => {
  const word = document.querySelector(".stage .pc .here");
  const heightAs = (look, state) => {
    word.className = `here ${look}`;
    word.textContent = state;
    return word.parentElement.parentElement.getBoundingClientRect().height;
  };
  const here = heightAs("", "here");
  return [["away", "reconnecting"], ["gone", "gone"]].map(([look, state]) => heightAs(look, state) === here);
};
