// What was entered is drawn at once, until the picture of the server has it.

/** Makes what draws edits ahead of the server. @param {import("./board_view.js").View} view */
export function makeEchoes(view) {
  /** Draws at once what an edit will bring; the next picture after the edit replaces it. Returns a record of it. */
  function echo(spot, node) {
    const entry = { node, isDone: false };
    view.echoes.set(spot, entry);
    drawEchoes();
    return entry;
  }

  const drawEchoes = () => view.echoLayer.replaceChildren(...[...view.echoes.values()].map(({ node }) => node()));

  /** Asks for an edit that a stroke stands for, and shows the stroke until its picture is there. */
  function editStroke(op, ids) {
    const style = view.mode;
    const spot = `stroke ${performance.now()}`;
    edited([[spot, echo(spot, () => view.strokeNode(ids, style))]], op);
  }

  /** Asks for an edit. What was drawn for it stays until the next picture, or goes now if there will be none. */
  async function edited(shown, op) {
    const rev = view.studio.rev();
    const isDone = await view.studio.edit(op);
    for (const [spot, entry] of shown) {
      entry.isDone = true;
      if ((!isDone || rev === view.studio.rev()) && view.echoes.get(spot) === entry) view.echoes.delete(spot);
    }
    drawEchoes();
    return isDone;
  }

  /** Shows a value whose edit has not come back yet. */
  function know({ list, key, at, place, value }) {
    const known = view.board?.[list].find((each) => each.key === key)?.[at];
    if (!known) return;
    if (value === null || value === undefined) delete known[place];
    else known[place] = value;
    view.isAhead = true;
  }

  return { echo, drawEchoes, editStroke, edited, know };
}
