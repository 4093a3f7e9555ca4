// What a prepared transaction does, as far as replies need it. Stored as JSON.
import type { Address } from '@solana/kit';
import { type Amount, amount, type Currency, type Stake, type UnixSeconds } from '@tote/domain';
import { recordBaseline, recordWarnings } from '../../store/journal/evidence.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { Db } from '../../store/store.ts';

export interface IntendedBet extends Stake {
  readonly currency: Currency;
  /** Missing in what an earlier version prepared. */
  readonly minRatioBps?: number;
  readonly instruction: number;
}

export interface Intent extends CreationRecord {
  readonly summary: readonly string[];
  readonly bets: readonly IntendedBet[];
  readonly delegate?: Address;
  readonly withdrawn?: Readonly<Record<Currency, Amount>>;
  /** The gated market that the transaction itself creates: it cannot be looked up yet. */
  readonly gate?: Pick<MarketView, 'condition' | 'expiresAt'>;
  readonly rent?: { readonly lamports: bigint; readonly expiresAt: UnixSeconds };
}

export function renderIntent({ bets, withdrawn, rent, ...rest }: Intent): string {
  const [bet = null, ...otherBets] = bets.map((each) => ({
    ...each,
    amount: String(each.amount),
  }));
  return JSON.stringify({
    ...rest,
    // Apart, because the first release reads only `bet`.
    bet,
    otherBets,
    ...(withdrawn && {
      withdrawn: { SOL: String(withdrawn.SOL), UTILITY: String(withdrawn.UTILITY) },
    }),
    ...(rent && { rent: { ...rent, lamports: String(rent.lamports) } }),
  });
}

export function readIntent(text: string): Intent {
  const { bet, otherBets = [], ...rest } = JSON.parse(text);
  const { summary, delegate, withdrawn, gate, warnings, baseline, rent } = rest;
  const amountOf = (currency: Currency) => amount(BigInt(withdrawn[currency]));
  const bets: IntendedBet[] = (bet ? [bet, ...otherBets] : []).map((each: IntendedBet) => ({
    ...each,
    amount: amount(BigInt(each.amount)),
  }));
  return {
    ...{ summary, bets },
    ...(delegate && { delegate }),
    ...(withdrawn && { withdrawn: { SOL: amountOf('SOL'), UTILITY: amountOf('UTILITY') } }),
    ...(gate && { gate }),
    ...(warnings && { warnings }),
    ...(baseline && { baseline }),
    ...(rent && { rent: { ...rent, lamports: BigInt(rent.lamports) } }),
  };
}

interface CreationRecord {
  readonly warnings?: readonly string[];
  readonly baseline?: string;
}

export async function recordCreation(
  db: Db,
  marketId: string,
  { warnings = [], baseline }: CreationRecord,
): Promise<void> {
  await recordWarnings(db, marketId, warnings);
  if (baseline !== undefined) await recordBaseline(db, marketId, baseline);
}
