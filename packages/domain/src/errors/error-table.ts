interface ErrorEntry {
  readonly status: number;
  /** A sentence that says what to do. `{name}` is replaced by the param of that name. */
  readonly message: string;
}

export type ErrorTable = Readonly<Record<string, ErrorEntry>>;
