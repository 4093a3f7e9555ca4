import { DomainError } from './errors.ts';
import { printable } from './printable.ts';

const REASONS: readonly (readonly [RegExp, string])[] = [
  [/\p{Cc}/u, 'it is a control character'],
  [/\p{Bidi_Control}/u, 'it changes the direction of the text around it'],
  [/\p{Co}/u, 'it looks different on each device'],
  [/\p{Cs}/u, 'it is half a character'],
];

/** Refuses text that cannot be shown as it is. `shown` has the same number of characters. */
export function refuseCharacters(field: string, text: string, shown = printable(text)): void {
  if (shown === text) return;
  const others = [...shown];
  const found = [...text].find((each, index) => each !== others[index]) ?? '';
  const reason = REASONS.find(([pattern]) => pattern.test(found))?.[1] ?? 'it is invisible';
  const character = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  throw new DomainError('characters_not_allowed', { field, character, reason });
}
