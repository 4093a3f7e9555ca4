import type { Chain } from '@tote/chain/chain';
import type { Key } from '@tote/chain/key';
import type { Hermes } from '@tote/conditions/oracles/pyth/hermes';
import type { Log } from '../../telemetry/log.ts';

export interface ClusterUpdatesOptions {
  readonly chain: Pick<Chain, 'rpc' | 'send'>;
  /** Pays rent and fees. */
  readonly payer: Key;
  readonly hermes: Pick<Hermes, 'fetchAt' | 'fetchLatest'>;
  readonly log: Log;
  readonly wallMs: () => number;
}
