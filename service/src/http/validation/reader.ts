/** The numbers and names that a fragment gives its reader. */
export interface ReaderRules {
  readonly least?: number;
  readonly most?: number;
  readonly choices?: readonly string[];
}

/** `path` is where the value stands, in JSON pointer form; it becomes words only in a refusal. */
export type Reader = (value: unknown, path: string, rules: ReaderRules) => unknown;
