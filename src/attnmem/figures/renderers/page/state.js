// The state of a page's figures in its address: `#topk-gap.n=131072&topk-gap.k=2048`. Only what differs from the
// start is written, so that an address stays short and a page opened without one shows what the text describes.
// What an address asks of a figure and does not get is named: nobody should take the start for what was cited.

export function readState(plan, hash) {
  const state = Object.fromEntries(plan.sliders.map((slider) => [slider.name, slider.stops[slider.start]]));
  const refused = [];
  let given = false;
  for (const word of hash.replace(/^#/, "").split("&").filter((each) => each.startsWith(`${plan.key}.`))) {
    const [name, text = ""] = word.split("=");
    const slider = plan.sliders.find((each) => name === `${plan.key}.${each.name}`);
    const named = slider ? slider.names.indexOf(decoded(text)) : -1;
    const value = named < 0 ? Number(text) : slider.stops[named];
    given = true;
    if (!slider || text.trim() === "" || !Number.isFinite(value)) {
      refused.push(decoded(word));
      continue;
    }
    const stop = slider.stops[nearest(slider.stops, value)];
    if (Math.abs(stop - value) > 1e-9 * Math.abs(value)) refused.push(decoded(word));
    state[slider.name] = stop;
  }
  return { state, given, refused };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // no address at all, so it names nothing here
  }
}

export function writeState(plan, state, hash) {
  const words = hash.replace(/^#/, "").split("&");
  const others = words.filter((word) => word.includes(".") && word.includes("=") && !word.startsWith(`${plan.key}.`));
  const own = plan.sliders
    .filter(({ name, stops, start }) => state[name] !== stops[start])
    .map(({ name, names, stops }) => {
      const text = names.length ? encodeURIComponent(names[stops.indexOf(state[name])]) : state[name];
      return `${plan.key}.${name}=${text}`;
    });
  return [...others, ...own].join("&");
}

export function nearest(stops, value) {
  const inside = Math.min(Math.max(value, stops[0]), stops.at(-1));
  let best = 0;
  stops.forEach((stop, i) => {
    if (Math.abs(stop - inside) < Math.abs(stops[best] - inside)) best = i;
  });
  return best;
}
