import type { Chain } from '@tote/chain/chain';
import { PRIORITY_LAMPORTS_PER_DAY } from '@tote/chain/priority-fee';
import { LAMPORTS_PER_SIGNATURE, readRents } from '../costs.ts';

/** 376 bytes plus the clauses of a fact. */
const MARKET_BYTES = 800;
const TRANSACTIONS = 10_000n;
const DAYS = 7n;
/** Outcomes have two signatures. */
const SIGNATURES_MAX = 2n;

export type ServiceKeyName = 'relayer' | 'oracle' | 'keeper';

export interface KeyNeed {
  readonly name: ServiceKeyName;
  readonly lamports: bigint;
  readonly purpose: string;
}

export async function listKeyNeeds(chain: Pick<Chain, 'rpc'>, markets: number): Promise<KeyNeed[]> {
  const [ofMarket = 0n] = await readRents(chain, [MARKET_BYTES]);
  const fees =
    TRANSACTIONS * SIGNATURES_MAX * LAMPORTS_PER_SIGNATURE + DAYS * PRIORITY_LAMPORTS_PER_DAY;
  const paid = `${TRANSACTIONS} transactions and ${DAYS} days of the highest priority fees`;
  return [
    {
      name: 'relayer',
      lamports: BigInt(markets) * ofMarket + fees,
      purpose: `rent of ${markets} open markets, which is returned when they close, and ${paid}`,
    },
    {
      name: 'keeper',
      lamports: fees,
      purpose: `resolving and paying: ${paid}`,
    },
    // Whoever sends an outcome pays for it: the relayer or the keeper.
    { name: 'oracle', lamports: 0n, purpose: 'nothing: it only signs' },
  ];
}
