// Opens puzzles in the program of puzz.link: one JSON text on each line of standard input, one JSON answer on each line of standard output.
//
//     node pzpr_oracle.js FOLDER        FOLDER has node_modules/pzpr
"use strict";
const path = require("path");
const readline = require("readline");
const pzpr = require(path.join(process.argv[2], "node_modules", "pzpr"));

// Answers with the link and the text that the program writes, and the codes of what is wrong with the grid; or with `error`.
function open(text) {
  return new Promise((resolve) => {
    const puzzle = new pzpr.Puzzle({ mode: "play" });
    puzzle.on("fail-open", () => resolve({ error: "not opened" }));
    try {
      puzzle.open(text, () => {
        try {
          const verdict = puzzle.check(true);
          const answer = { pid: puzzle.pid, link: puzzle.getURL(pzpr.parser.URL_AUTO), complete: verdict.complete, codes: Array.from(verdict) };
          try {
            answer.file = puzzle.getFileData(pzpr.parser.FILE_PZPR);
          } catch (problem) {
            answer.file = "";
          }
          resolve(answer);
        } catch (problem) {
          resolve({ error: String(problem) });
        }
      });
    } catch (problem) {
      resolve({ error: String(problem) });
    }
  });
}

async function main() {
  for await (const line of readline.createInterface({ input: process.stdin })) {
    process.stdout.write(JSON.stringify(await open(JSON.parse(line))) + "\n");
  }
}

main();
