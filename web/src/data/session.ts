import { signal } from '@preact/signals';
import type { Signer } from '@tote/sdk';

interface Session {
  readonly wallet: string;
  readonly walletName: string;
  readonly signer: Signer;
  /** The API key, valid for a few days; undefined if the wallet has not signed in. */
  readonly apiKey?: string;
}

export const session = signal<Session | undefined>(undefined);
