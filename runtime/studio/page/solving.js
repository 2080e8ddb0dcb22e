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
  const put = (part, layer, place, value) => {
    const values = at(part, layer);
    if (value !== null && value !== undefined) values[place] = value;
    else {
      if (part === "values" && values[place] === undefined) for (const other of ["pencil", "corner"]) delete at(other, layer)[place];
      delete values[place];
    }
  };
  return {
    values: () => now.values,
    value: (layer, place) => now.values[layer]?.[place],
    /** The marks of a kind by layer and place: `pencil` in the middle, `corner`, `colour`. */
    part: (name) => now[name],
    /**
     * Enters a value at places `[layer, place]`, or a mark of another kind; it is one step of undo. A mark that all of them have is
     * taken away. Nothing in place of a value takes away the value, and where there is none, the marks.
     */
    enter(part, places, value) {
      act(() => {
        const isThere = ([layer, place]) => (part === "colour" ? at(part, layer)[place] === value : (at(part, layer)[place] ?? []).includes(value));
        const isOff = part !== "values" && places.every(isThere);
        for (const [layer, place] of places) {
          if (part === "values" || part === "colour") put(part, layer, place, isOff ? null : value);
          else {
            const others = (at(part, layer)[place] ?? []).filter((one) => one !== value);
            at(part, layer)[place] = isOff ? others : [...others, value];
          }
        }
      });
    },
    clear: () => act(() => { now = empty(); }),
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
    isEmpty: () => !Object.values(now).flatMap(Object.values).some((each) => Object.keys(each).length),
  };
}

const empty = () => ({ values: {}, pencil: {}, corner: {}, colour: {} });

function read(key) {
  try {
    const got = JSON.parse(localStorage.getItem(key) ?? "null");
    const isMap = (each) => each && typeof each === "object" && !Array.isArray(each);
    if (isMap(got) && isMap(got.values) && isMap(got.pencil)) return { ...empty(), ...got };
  } catch {
    // What cannot be read is not kept.
  }
  return empty();
}
