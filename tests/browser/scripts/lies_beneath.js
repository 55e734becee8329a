/* Lays a button to that place, on the phone's other tabs than that of a form; counts its clicks. */
([x, y]) => {
  const one = Object.assign(document.createElement("button"), { type: "button", id: "beneath", textContent: "Beneath" });
  const place = { position: "fixed", left: `${x - 40}px`, top: `${y - 24}px`, width: "80px", height: "48px" };
  Object.assign(one.style, place);
  one.addEventListener("click", () => { one.dataset.clicks = Number(one.dataset.clicks ?? 0) + 1; });
  document.body.append(one);
  document.styleSheets[0].insertRule("[data-tab=act] #beneath { display: none }");
};
