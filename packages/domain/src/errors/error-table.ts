type ErrorTable<Status extends number, Messages extends Readonly<Record<string, string>>> = {
  readonly [Code in keyof Messages]: { readonly status: Status; readonly message: Messages[Code] };
};

/**
 * Errors of one HTTP status. A message is a sentence that says what to do. `{name}` is replaced by
 * the param of that name.
 */
export function withStatus<
  Status extends number,
  const Messages extends Readonly<Record<string, string>>,
>(status: Status, messages: Messages): ErrorTable<Status, Messages> {
  const entries = Object.entries(messages).map(([code, message]) => [code, { status, message }]);
  return Object.fromEntries(entries);
}
