import { signal } from '@preact/signals';
import type { Signer } from '@tote/sdk';

interface Session {
  readonly wallet: string;
  readonly walletName: string;
  readonly signer: Signer;
  readonly apiKey?: string;
}

export const session = signal<Session | undefined>(undefined);
