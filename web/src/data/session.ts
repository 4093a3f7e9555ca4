// The visitor: a connected wallet, and the API key that the service gave it.
import { signal } from '@preact/signals';
import type { Signer } from '@tote/sdk';

interface Session {
  readonly wallet: string;
  /** The name of the wallet's software. */
  readonly walletName: string;
  readonly signer: Signer;
  /** The API key, valid for a few days; undefined if the wallet has not signed in. */
  readonly apiKey?: string;
}

export const session = signal<Session | undefined>(undefined);
