import { DECIMALS } from '@tote/domain';
import { type Decimal, toBaseUnits } from '@tote/sdk';
import { config } from '../../data/tote.ts';
import { withCurrency } from '../../format/amounts.ts';
import { readAmount } from '../../ticket/read-amount.ts';

interface Taken {
  /** Undefined if nothing was typed or the amount is refused. */
  readonly amount?: Decimal;
  readonly problem?: string;
}

export function takeAmount(
  text: string,
  currency: 'SOL' | 'UTILITY',
  available?: Decimal | undefined,
): Taken {
  const decimals = config.value?.decimals[currency] ?? DECIMALS[currency];
  const read = readAmount(text, { currency, decimals });
  if (typeof read !== 'object') return read === undefined ? {} : { problem: read };
  if (available !== undefined && read.units > toBaseUnits(available, decimals)) {
    return { problem: `There is only ${withCurrency(available, currency)}.` };
  }
  return { amount: read.amount };
}
