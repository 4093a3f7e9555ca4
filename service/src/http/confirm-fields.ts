// Fields of a creation that answers carry too: what is sent must be what the answer will say.
import { isDeepStrictEqual } from 'node:util';
import { JsonNumber } from '@tote/chain/lib/json/json-number';
import { DomainError, formatFeeRate } from '@tote/domain';
import type { MarketView } from '../store/projection/market-view.ts';

export function confirmFields(
  sent: {
    readonly creator?: unknown;
    readonly feePercentage?: unknown;
    readonly details?: unknown;
  },
  market: MarketView,
  describe: (market: MarketView) => string,
): void {
  const { creator, feeRates } = market;
  const burn = Number(formatFeeRate(feeRates.burnBps));
  const developer = Number(formatFeeRate(feeRates.developerBps));
  confirm('creator', sent.creator, creator);
  confirm('feePercentage', sent.feePercentage, { burn, developer });
  confirm('details', sent.details, describe(market));
}

function confirm(field: string, value: unknown, actual: unknown): void {
  if (value === undefined) return;
  const sent = JSON.parse(JSON.stringify(value, toNumber));
  if (isDeepStrictEqual(sent, actual)) return;
  throw new DomainError('field_differs', { field, sent: inWords(sent), actual: inWords(actual) });
}

function toNumber(_: string, value: unknown): unknown {
  return value instanceof JsonNumber ? Number(value.text) : value;
}

/** In one line, and without braces, which mark places to fill in messages. */
function inWords(value: unknown): string {
  return JSON.stringify(value)
    .replace(/\\n|[{}]/g, ' ')
    .trim();
}
