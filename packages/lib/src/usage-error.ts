/** The command line or the settings are wrong: the message says how, and no stack is shown. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}
