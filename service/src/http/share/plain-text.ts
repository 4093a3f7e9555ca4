// Text of other people for places that are not our page: heads, cards, widgets of others. A market
// made directly on chain may hold any characters.

const BLANKS = /[\s\p{Zl}\p{Zp}]+/gu;
/** Control and format characters, and halves of characters: they change how other text looks. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

/** In one line, without characters that nobody sees. */
export function plainText(text: string, charactersMax = 300): string {
  const line = text.replace(BLANKS, ' ').replace(UNSEEN, '').trim();
  const characters = [...line];
  if (characters.length <= charactersMax) return line;
  return `${characters
    .slice(0, charactersMax - 1)
    .join('')
    .trimEnd()}…`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For texts and attributes of HTML and SVG. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
