// The theme's print button carries an inline handler, which the page's policy forbids; this binds it instead.
for (const button of document.querySelectorAll("[data-attnmem-print]")) {
  button.addEventListener("click", () => window.print());
}

// A finger cannot point: a tap on a computed number writes the command beside it, another takes it away.
for (const number of document.querySelectorAll("abbr.attnmem-num")) {
  number.addEventListener("click", () => number.classList.toggle("attnmem-told"));
}
