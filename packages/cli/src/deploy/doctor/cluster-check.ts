import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import type { ServiceKeyName } from '../init/key-needs.ts';

export interface ClusterCheck {
  readonly chain: Chain;
  readonly url: string;
  readonly code: Uint8Array;
  readonly keys: Readonly<Partial<Record<ServiceKeyName | 'relayer-next', Address>>>;
  readonly webSocketUrl?: string;
  readonly wallMs: () => number;
}
