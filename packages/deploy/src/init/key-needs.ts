// What the keys of the service need, and for what.
import type { Chain } from '@tote/chain/chain';
import { LAMPORTS_PER_SIGNATURE, readRents } from '../costs.ts';

/** As the service opens them: 216 bytes, and 48 for each of 64 positions. */
const BETTOR_BYTES = 216 + 48 * 64;
/** 376, and the clauses of a fact. */
const MARKET_BYTES = 800;
/** Transactions that are paid for in advance. */
const TRANSACTIONS = 10_000n;
/** Outcomes have two signatures. */
const SIGNATURES_MAX = 2n;

export type ServiceKeyName = 'relayer' | 'oracle' | 'keeper';

export interface KeyNeed {
  readonly name: ServiceKeyName;
  readonly lamports: bigint;
  readonly purpose: string;
}

/** How much is to be going on at the same time. */
export interface Scale {
  readonly wallets: number;
  readonly markets: number;
}

export async function listKeyNeeds(
  chain: Pick<Chain, 'rpc'>,
  { wallets, markets }: Scale,
): Promise<KeyNeed[]> {
  const [ofBettor = 0n, ofMarket = 0n] = await readRents(chain, [BETTOR_BYTES, MARKET_BYTES]);
  const fees = TRANSACTIONS * SIGNATURES_MAX * LAMPORTS_PER_SIGNATURE;
  return [
    {
      name: 'relayer',
      lamports: BigInt(wallets) * ofBettor + BigInt(markets) * ofMarket + fees,
      purpose:
        `rent of ${wallets} wallets and ${markets} markets, which comes back when they close, ` +
        `and ${TRANSACTIONS} transactions`,
    },
    {
      name: 'keeper',
      lamports: fees,
      purpose: `${TRANSACTIONS} transactions that resolve and pay`,
    },
    // Whoever sends an outcome pays for it: the relayer or the keeper.
    { name: 'oracle', lamports: 0n, purpose: 'nothing: it only signs' },
  ];
}
