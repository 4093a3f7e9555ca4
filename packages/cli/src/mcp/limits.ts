import { UsageError } from '@tote/chain/lib/usage-error';
import type { Currency } from '@tote/domain';
import { type Decimal, decimal } from '@tote/sdk';

type Amounts = Readonly<Record<Currency, Decimal>>;

export interface Limits {
  readonly maxBet: Amounts;
  readonly maxDay: Amounts;
}

const DEFAULT_LIMITS = { maxBet: '0.05SOL,5UTILITY', maxDay: '0.2SOL,20UTILITY' } as const;

export function readLimits(maxBet: string | undefined, maxDay: string | undefined): Limits {
  return {
    maxBet: readAmounts('--max-bet', maxBet, DEFAULT_LIMITS.maxBet),
    maxDay: readAmounts('--max-day', maxDay, DEFAULT_LIMITS.maxDay),
  };
}

/** A currency that the text does not name keeps its default. */
function readAmounts(option: string, text: string | undefined, standard: string): Amounts {
  const read = (list: string) =>
    list.split(',').map((part): [string, Decimal] => {
      const [, amount, currency = ''] = /^ *(\d[\d.]*) *(SOL|UTILITY) *$/i.exec(part) ?? [];
      if (amount === undefined) {
        throw new UsageError(`${option}: must look like 0.1SOL or 0.1SOL,10UTILITY.`);
      }
      return [currency.toUpperCase(), decimal(amount)];
    });
  const given = text === undefined ? [] : read(text);
  if (new Set(given.map(([currency]) => currency)).size < given.length) {
    throw new UsageError(`${option}: names a currency twice.`);
  }
  return Object.fromEntries([...read(standard), ...given]) as Amounts;
}
