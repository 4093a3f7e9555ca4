/** A wallet, as two functions of bytes. Nothing here needs a library of wallets. */
export interface Signer {
  /** Of the wallet, base58. */
  readonly address: string;
  /** The 64 bytes of the signature of a message. */
  signMessage(message: Uint8Array): Promise<Uint8Array>;
  /** A serialized transaction, with the wallet's signature in its place. */
  signTransaction(transaction: Uint8Array): Promise<Uint8Array>;
}
