// How much SOL the service's keys need, and for what.
import type { Chain } from '@tote/chain/chain';
import { PRIORITY_LAMPORTS_PER_DAY } from '@tote/chain/priority-fee';
import { LAMPORTS_PER_SIGNATURE, readRents } from '../costs.ts';

/** 376 bytes plus the clauses of a fact. */
const MARKET_BYTES = 800;
/** Transactions that are paid for in advance. */
const TRANSACTIONS = 10_000n;
/** For how long each key can pay the highest priority fees. */
const DAYS = 7n;
/** Outcomes have two signatures. */
const SIGNATURES_MAX = 2n;

export type ServiceKeyName = 'relayer' | 'oracle' | 'keeper';

export interface KeyNeed {
  readonly name: ServiceKeyName;
  readonly lamports: bigint;
  readonly purpose: string;
}

/** `markets` is how many are open at a time. Wallets pay their own rent on a cluster. */
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
