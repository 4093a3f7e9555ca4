/** The command line or the settings are wrong. The message is shown without a stack. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError';
}
