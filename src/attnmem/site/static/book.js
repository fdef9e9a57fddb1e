// The theme's print button carries an inline handler, which the page's policy forbids; this binds it instead.
for (const button of document.querySelectorAll("[data-attnmem-print]")) {
  button.addEventListener("click", () => window.print());
}
