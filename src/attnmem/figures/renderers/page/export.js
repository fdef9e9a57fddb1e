// A figure's numbers as CSV and its picture as PNG, made in the reader's browser and saved from it.

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const quoted = (word) => (/[",\n]/.test(word) ? `"${word.replaceAll('"', '""')}"` : word);
const written = (value) => (Number.isNaN(value) ? "" : String(value));

// One column a curve, one row a sampled place; with measured tables, one row a value.
export function csv(plan, table) {
  const state = Object.entries(table.state).map(([name, value]) => `${name}=${value}`);
  const column = (name) => (name === "x" ? table.x : table.columns[name]);
  const measured = plan.marks.filter((mark) => mark.kind === "trials");
  const [, ...curves] = plan.table;
  let rows = [plan.table.map(([label]) => quoted(label))];
  if (measured.length === 0) {
    rows.push(...table.x.map((_, i) => plan.table.map(([, name]) => written(column(name)[i]))));
  } else {
    rows = [["series", plan.x.name ?? "x", "value", "low", "high"]];
    for (const [label, name] of curves) {
      rows.push(...table.x.map((x, i) => [quoted(label), written(x), written(column(name)[i]), "", ""]));
    }
    for (const { key, label, names } of measured) {
      const parts = ["x", "middle", "low", "high"].map((part) => column(`${key}.${part}`));
      const named = (i) => quoted(names.length ? `${label}: ${names[i]}` : label);
      rows.push(...parts[0].map((_, i) => [named(i), ...parts.map((part) => written(part[i]))]));
    }
  }
  return `# ${plan.key} ${state.join(" ")}\n${rows.map((row) => row.join(",")).join("\n")}\n`;
}

export const saveCsv = (plan, table) =>
  save(new Blob([csv(plan, table)], { type: "text/csv" }), `${plan.key}.csv`);

export async function savePng(plan, svg, scale = 3) {
  const looks = getComputedStyle(svg);
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const copy = svg.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width * scale);
  copy.setAttribute("height", height * scale);
  copy.setAttribute("font-family", looks.fontFamily);
  const text = new XMLSerializer().serializeToString(copy);
  const coloured = text.replace(/var\((--fig-[\w-]+)\)/g, (_, name) => looks.getPropertyValue(name).trim());
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([coloured], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * scale, height * scale];
  const ink = canvas.getContext("2d");
  ink.fillStyle = looks.getPropertyValue("--fig-paper").trim();
  ink.fillRect(0, 0, canvas.width, canvas.height);
  ink.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  canvas.toBlob((blob) => save(blob, `${plan.key}.png`), "image/png");
}
