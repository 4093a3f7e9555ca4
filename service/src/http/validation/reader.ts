/** Limits and choices that a schema fragment gives its reader. */
export interface ReaderRules {
  readonly least?: number;
  readonly most?: number;
  readonly choices?: readonly string[];
}

/** `path` is the JSON pointer of the value. It is converted to a field name only for an error. */
export type Reader = (value: unknown, path: string, rules: ReaderRules) => unknown;
