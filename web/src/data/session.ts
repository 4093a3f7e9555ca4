// Who uses the page: a connected wallet, and the key that the service gave it.
import { signal } from '@preact/signals';
import type { Signer } from '@tote/sdk';

interface Session {
  readonly wallet: string;
  /** The name of the wallet's software. */
  readonly walletName: string;
  readonly signer: Signer;
  /** Of the API, for a few days; undefined: the wallet has not signed in. */
  readonly apiKey?: string;
}

export const session = signal<Session | undefined>(undefined);
