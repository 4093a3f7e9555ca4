/** A wallet as two functions on bytes, so that no wallet library is needed. */
export interface Signer {
  /** The wallet's address in base58. */
  readonly address: string;
  /** The 64 bytes of the signature of a message. */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
  /** A serialized transaction, with the wallet's signature in its place. */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
}
