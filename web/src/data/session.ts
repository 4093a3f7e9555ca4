import { signal } from '@preact/signals';
import type { Signer } from '@tote/sdk';

interface Session {
  readonly wallet: string;
  readonly walletName: string;
  readonly signer: Signer;
  readonly apiKey?: string;
  readonly keyId?: string;
}

/** A key that the service has refused. */
export const refusedKey = signal<string | undefined>(undefined);

export const session = signal<Session | undefined>(undefined);
