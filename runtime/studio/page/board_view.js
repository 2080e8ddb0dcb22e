// The state that the parts of the board share. `board.js` adds the nodes of the page, and the functions that each part returns.

export const TYPING = 900; // milliseconds in which digits belong to one number

/**
 * The state, with the nodes and functions that `board.js` adds.
 * @typedef {ReturnType<typeof newState> & { [name: string]: any }} View
 */

/** The state of a board that shows nothing yet. */
export function newState() {
  return {
    board: null,
    places: new Map([["cells", new Map()]]),
    mode: "givens",
    chosen: { givens: "", clues: "", regions: "", lines: "", solve: "" },
    told: "", // what was last said of the cursor
    shown: null, // the board as it came
    ahead: new Set(), // values that were put, and whose edits have not come back yet
    isAhead: false, // the board has a value whose edit has not come back yet
    isNew: true, // no board of this file was there yet
    cursor: null, // {kind, id}
    column: null, // in which the cursor goes up and down; null: its own
    solving: null, // what was entered while playing
    label: "", // of the region that is painted; empty: the region of the cell that the stroke begins in
    stroke: null, // cells of a line or region that is being drawn
    drawn: null, // any other stroke, while the button is down
    selection: new Set(), // ids of cells that get a value together
    isWalling: false, // regions are drawn by their walls
    symmetry: "", // of what is printed in cells
    awaited: new Set(), // ids of cells that still need a value, for the symmetry
    walls: new Set(), // ids of links: walls that shut off nothing yet
    partial: { place: "", values: [] }, // parts of a clue, of which others are missing
    typed: { text: "", at: 0, place: "" },
    zoom: 0,
    shows: { candidates: true, differs: false },
    marks: { candidates: null, unique: [], differs: [], pointed: [], culprits: [], mistakes: [] },
    echoes: new Map(), // what was entered, by where it is: { node, isDone }
  };
}
