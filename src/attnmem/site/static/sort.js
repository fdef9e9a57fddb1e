// Tables that say so can be sorted by any column: a button in each heading, the order in aria-sort. Without this
// script the table is whole, in the order of its rows.

const collator = new Intl.Collator("en", { numeric: true });

// What a cell is sorted by: its number where it has one, its words otherwise.
function key(row, column) {
  const cell = row.cells[column];
  const data = cell.querySelector("data");
  return data ? Number(data.value) : cell.textContent;
}

function sort(table, heading, column) {
  const rising = heading.getAttribute("aria-sort") !== "ascending";
  const [body] = table.tBodies;
  const rows = [...body.rows].map((row) => [key(row, column), row]);
  rows.sort(([a], [b]) => (typeof a === "number" && typeof b === "number" ? a - b : collator.compare(a, b)));
  if (!rising) rows.reverse();
  for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", rising ? "ascending" : "descending");
  body.replaceChildren(...rows.map(([, row]) => row));
}

for (const table of document.querySelectorAll("table[data-sortable]")) {
  [...table.tHead.rows[0].cells].forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(table, heading, column));
    heading.append(button);
  });
  table.tHead.rows[0].cells[0].setAttribute("aria-sort", "ascending");
}
