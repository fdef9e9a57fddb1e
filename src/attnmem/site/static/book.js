// The theme's print button carries an inline handler, which the page's policy forbids; this binds it instead.
for (const button of document.querySelectorAll("[data-attnmem-print]")) {
  button.addEventListener("click", () => window.print());
}

// A finger cannot point: a tap on a computed number writes the command beside it, another takes it away.
for (const number of document.querySelectorAll("abbr.attnmem-num")) {
  number.addEventListener("click", () => number.classList.toggle("attnmem-told"));
}

// What scrolls sideways is reached by the keyboard as well. The theme's boxes around plain tables are not.
for (const box of document.querySelectorAll(".pst-scrollable-table-container")) {
  Object.entries({ tabindex: 0, role: "region", "aria-label": "Table" }).forEach((pair) => box.setAttribute(...pair));
}

// On paper nothing unfolds and nothing scrolls: what was folded is opened for the print and folded again, and each
// displayed formula says how wide it is, so that the style sheet can make it fit.
let unfolded = [];
window.addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll("article details:not([open])")];
  for (const details of unfolded) details.open = true;
  for (const formula of document.querySelectorAll('mjx-container[display="true"]')) {
    const width = formula.querySelector("mjx-math").getBoundingClientRect().width;
    formula.style.setProperty("--ems", width / parseFloat(getComputedStyle(formula).fontSize));
  }
});
window.addEventListener("afterprint", () => {
  for (const details of unfolded) details.open = false;
});
