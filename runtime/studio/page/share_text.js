// A spec inside a link: raw deflate, then base64url. Unpacking stops at a limit, whatever the text claims.

export const MOST_LINK = 8 * 1024;
const MOST_TEXT = 1024 * 1024;
const MARK = "#spec=";

/** Returns the fragment of a text. */
export async function fragmentOf(text) {
  const packed = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  let raw = "";
  for (const byte of new Uint8Array(packed)) raw += String.fromCharCode(byte);
  return MARK + btoa(raw).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Returns the text of a link with such a fragment; null if it has none. Raises an error for what cannot be unpacked. */
export async function textOfFragment(link) {
  const at = link.indexOf(MARK);
  if (at < 0) return null;
  const raw = atob(link.slice(at + MARK.length).trim().replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(raw, (sign) => sign.charCodeAt(0));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_TEXT) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer());
}
