/** Why there is no outcome yet. The message is public. The job is retried. */
export class NotResolvableYet extends Error {
  override readonly name = 'NotResolvableYet';
}
