// What a prepared transaction will do, as far as answers about it need to know. Kept as JSON.
import { type Amount, amount, type Currency, type Outcome } from '@tote/domain';

export interface IntendedBet {
  readonly outcome: Outcome;
  readonly amount: Amount;
  readonly currency: Currency;
  /** The place of its instruction among all that will run: part of the bet's id. */
  readonly instruction: number;
}

export interface Intent {
  readonly summary: readonly string[];
  readonly bet: IntendedBet | null;
}

export function renderIntent({ summary, bet }: Intent): string {
  return JSON.stringify({ summary, bet: bet && { ...bet, amount: String(bet.amount) } });
}

export function readIntent(text: string): Intent {
  const { summary, bet } = JSON.parse(text);
  return { summary, bet: bet && { ...bet, amount: amount(BigInt(bet.amount)) } };
}
