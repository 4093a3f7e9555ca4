/** Why there is no outcome yet, in words for everyone. It is tried again. */
export class NotResolvableYet extends Error {
  override readonly name = 'NotResolvableYet';
}
