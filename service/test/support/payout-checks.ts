// Compares payouts on chain with those of packages/domain, and sums the transaction fees.
import type { Address, Signature } from '@solana/kit';
import { listSignatures } from '@tote/chain/history/list-signatures';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { type Amount, amount, decideSettlement, payout, type Settlement } from '@tote/domain';
import { findEvents } from '@tote/program-client';
import { readHoldings, type ServiceChain, type Stake } from './crowd.ts';

const AT_ONCE = 8;
const NONE = amount(0n);

/** The first ones bet on Yes. Odd amounts, so that shares must be rounded. */
export function stakesOf(crowd: readonly Address[], winners: number): Stake[] {
  return crowd.map((bettor, index) => ({
    bettor,
    outcome: index < winners ? 'Yes' : 'No',
    amount: amount(1_000_003n + BigInt(index) * 7n),
  }));
}

export interface Compared {
  /** Have more than they should. */
  readonly double: number;
  /** Have less, or a position that is still open. */
  readonly missed: number;
}

/** After `Yes`. `balances` has the expected balances, from those before the bets. */
export async function comparePayouts(
  serviceChain: ServiceChain,
  stakes: readonly Stake[],
  balances: Map<Address, Amount>,
): Promise<Compared> {
  const settlement = await settlementOf(serviceChain, stakes);
  const crowd = stakes.map(({ bettor }) => bettor);
  const holdings = await readHoldings(serviceChain, crowd);
  let [double, missed] = [0, 0];
  stakes.forEach(({ bettor, outcome, amount: stake }, index) => {
    const position =
      outcome === 'Yes' ? { stakeYes: stake, stakeNo: NONE } : { stakeYes: NONE, stakeNo: stake };
    const before = balances.get(bettor) ?? NONE;
    const expected = amount(before - stake + payout(settlement, position));
    const { available = NONE, openPositions = 1 } = holdings[index] ?? {};
    if (available > expected) double += 1;
    if (available < expected || openPositions > 0) missed += 1;
    balances.set(bettor, expected);
  });
  return { double, missed };
}

async function settlementOf(
  { chain }: ServiceChain,
  stakes: readonly Stake[],
): Promise<Settlement> {
  const sum = (wanted: string) => {
    const those = stakes.filter(({ outcome }) => outcome === wanted);
    return amount(those.reduce((all, { amount: one }) => all + one, 0n));
  };
  const { burnBps, developerBps } = await chain.accounts.getConfig();
  const pools = { yes: sum('Yes'), no: sum('No') };
  return decideSettlement(pools, { kind: 'outcome', outcome: 'Yes' }, { burnBps, developerBps });
}

export interface SettlementCosts {
  readonly transactions: number;
  readonly positions: number;
  /** Fees of these transactions, for each position. */
  readonly lamportsEach: number;
}

export async function sumCosts({ chain }: ServiceChain, market: Address): Promise<SettlementCosts> {
  const { rpc, programAddress } = chain;
  const listed = await listSignatures(rpc, market, undefined);
  const settings = { maxSupportedTransactionVersion: 1, encoding: 'base64' } as const;
  const costs = await mapConcurrently(listed, AT_ONCE, async ({ signature }) => {
    const found = await rpc
      .getTransaction(signature as Signature, { ...settings, commitment: 'confirmed' } as never)
      .send();
    const { fee, logMessages } = (found as unknown as Found).meta;
    const events = findEvents(logMessages, programAddress);
    const settled = events.flatMap((event) =>
      event.name === 'PositionsSettled' && event.market === market ? [event.settled] : [],
    );
    return { fee: Number(fee), positions: settled.reduce((sum, one) => sum + one, 0) };
  });
  const paying = costs.filter(({ positions }) => positions > 0);
  const sum = (key: 'fee' | 'positions') => paying.reduce((all, cost) => all + cost[key], 0);
  const positions = sum('positions');
  return { transactions: paying.length, positions, lamportsEach: sum('fee') / positions };
}

interface Found {
  readonly meta: { readonly fee: bigint; readonly logMessages: readonly string[] };
}
