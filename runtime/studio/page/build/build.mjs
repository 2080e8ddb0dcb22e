// Bundles CodeMirror into ../vendor/codemirror.js, and writes the licences of what is in it beside it.
// Run: `npm ci && node build.mjs` in this folder. The result is committed: who runs the studio needs no Node.
import { build } from "esbuild";
import { readFileSync, writeFileSync, existsSync } from "node:fs";
import { join, dirname } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const vendor = join(here, "..", "vendor");
const done = await build({
  absWorkingDir: here, entryPoints: ["codemirror.js"], outfile: join(vendor, "codemirror.js"), bundle: true, minify: true,
  format: "esm", target: "es2022", legalComments: "none", charset: "ascii", metafile: true, logLevel: "warning",
  banner: { js: "// CodeMirror 6, bundled by ../build/build.mjs. MIT; see codemirror.licences.txt." },
});
const names = new Set();
for (const path of Object.keys(done.metafile.inputs)) {
  const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
  if (found) names.add(found[1]);
}
const parts = [...names].sort().map((name) => {
  const folder = join(here, "node_modules", name);
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = ["LICENSE", "LICENSE.md", "LICENSE.txt"].map((one) => join(folder, one)).find(existsSync);
  if (!file) throw new Error(`${name} has no licence text`);
  return `${name} ${about.version} (${about.license})\n\n${readFileSync(file, "utf8").trim()}\n`;
});
writeFileSync(join(vendor, "codemirror.licences.txt"), parts.join(`\n${"-".repeat(72)}\n\n`));
