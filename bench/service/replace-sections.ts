/** The page with these sections in place of its own, in the order of the titles. */
export function replaceSections(page: string, document: string, titles: readonly string[]): string {
  const [head, old] = splitPage(page);
  const [, measured] = splitPage(document);
  const unknown = [...old.keys(), ...measured.keys()].find((title) => !titles.includes(title));
  if (unknown !== undefined) throw new Error(`the section "${unknown}" has no place in the page`);
  const sections = titles.flatMap((title) => measured.get(title) ?? old.get(title) ?? []);
  return [head, ...sections]
    .map((text) => text.trimEnd())
    .join('\n\n')
    .concat('\n');
}

/** What comes before the first section, and the sections by their title. */
function splitPage(page: string): [head: string, sections: Map<string, string>] {
  const [head = '', ...sections] = page.split(/^(?=## )/m);
  return [head, new Map(sections.map((text) => [text.slice(3, text.indexOf('\n')), text]))];
}
