// Finds genres by their names, and by words of their rules.

/** How well a genre fits what was typed: 0 not at all, and more the nearer it is to the beginning of its name. */
function rank({ title, name, names = [], text = "" }, wanted) {
  const all = [title, name, ...names].map((each) => each.toLowerCase());
  if (all.some((each) => each.startsWith(wanted))) return all[0].startsWith(wanted) ? 4 : 3;
  return all.some((each) => each.includes(wanted)) ? 2 : text.toLowerCase().includes(wanted) ? 1 : 0;
}

/** Returns the genres that fit what was typed, those that fit best first. */
export function genresFor(genres, typed) {
  const wanted = typed.trim().toLowerCase();
  const found = genres.filter((each) => rank(each, wanted));
  return wanted ? found.sort((a, b) => rank(b, wanted) - rank(a, wanted)) : found;
}
