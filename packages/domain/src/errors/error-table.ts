interface ErrorEntry {
  readonly status: number;
  /** A sentence for people, with `{name}` where a value goes, that says what to do. */
  readonly message: string;
}

export type ErrorTable = Readonly<Record<string, ErrorEntry>>;
