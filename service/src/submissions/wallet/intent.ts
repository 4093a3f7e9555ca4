// What a prepared transaction does, as far as replies need it. Stored as JSON.
import { amount, type Currency, type Stake, type UnixSeconds } from '@tote/domain';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { CreationRecord } from '../market/record-creation.ts';

export interface IntendedBet extends Stake {
  readonly currency: Currency;
  /** The index of its instruction among all that run: part of the bet's id. */
  readonly instruction: number;
}

export interface Intent extends CreationRecord {
  readonly summary: readonly string[];
  readonly bet: IntendedBet | null;
  /** Of a gated market that the transaction itself creates: it cannot be looked up yet. */
  readonly gate?: Pick<MarketView, 'condition' | 'expiresAt'>;
  /** Of a market whose rent we pay. */
  readonly rent?: { readonly lamports: bigint; readonly expiresAt: UnixSeconds };
}

export function renderIntent({ bet, rent, ...rest }: Intent): string {
  return JSON.stringify({
    ...rest,
    bet: bet && { ...bet, amount: String(bet.amount) },
    ...(rent && { rent: { ...rent, lamports: String(rent.lamports) } }),
  });
}

export function readIntent(text: string): Intent {
  const { summary, bet, gate, warnings, baseline, rent } = JSON.parse(text);
  const intended = bet && { ...bet, amount: amount(BigInt(bet.amount)) };
  return {
    ...{ summary, bet: intended },
    ...(gate && { gate }),
    ...(warnings && { warnings }),
    ...(baseline && { baseline }),
    ...(rent && { rent: { ...rent, lamports: BigInt(rent.lamports) } }),
  };
}
