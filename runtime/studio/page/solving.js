// The grid of solve mode: values and pencil marks. It stays in this browser and never reaches the file.

const MOST = 500; // steps that can be undone

/** Makes the grid for a puzzle. It is kept under the key of the puzzle: the path of its file, or what stands for one. */
export function makeSolving(puzzle, changed) {
  let key = `gridwright.solving.${puzzle}`;
  let now = read(key);
  const before = [];
  const after = [];
  const act = (change) => {
    before.push(JSON.stringify(now));
    if (before.length > MOST) before.shift();
    after.length = 0;
    change();
    keep();
  };
  const keep = () => {
    try {
      localStorage.setItem(key, JSON.stringify(now));
    } catch {
      // A browser that keeps nothing still plays.
    }
    changed();
  };
  const step = (from, to) => {
    if (!from.length) return;
    to.push(JSON.stringify(now));
    now = JSON.parse(from.pop());
    keep();
  };
  const at = (part, layer) => (now[part][layer] ??= {});
  return {
    values: () => now.values,
    value: (layer, place) => now.values[layer]?.[place],
    pencil: (layer, place) => now.pencil[layer]?.[place] ?? [],
    pencils: () => now.pencil,
    set(layer, place, value) {
      act(() => {
        if (value === null || value === undefined) {
          if (at("values", layer)[place] === undefined) delete at("pencil", layer)[place];
          delete at("values", layer)[place];
        } else at("values", layer)[place] = value;
      });
    },
    toggle(layer, place, value) {
      act(() => {
        const marks = at("pencil", layer)[place] ?? [];
        at("pencil", layer)[place] = marks.includes(value) ? marks.filter((one) => one !== value) : [...marks, value];
      });
    },
    clear: () => act(() => { now = { values: {}, pencil: {} }; }),
    /** Keeps the entries under another key. */
    rename(other) {
      try {
        localStorage.removeItem(key);
      } catch {
        // A browser that keeps nothing still plays.
      }
      key = `gridwright.solving.${other}`;
      keep();
    },
    undo: () => step(before, after),
    redo: () => step(after, before),
    isEmpty: () => ![...Object.values(now.values), ...Object.values(now.pencil)].some((each) => Object.keys(each).length),
  };
}

function read(key) {
  try {
    const got = JSON.parse(localStorage.getItem(key) ?? "null");
    const isMap = (each) => each && typeof each === "object" && !Array.isArray(each);
    if (isMap(got) && isMap(got.values) && isMap(got.pencil)) return got;
  } catch {
    // What cannot be read is not kept.
  }
  return { values: {}, pencil: {} };
}
