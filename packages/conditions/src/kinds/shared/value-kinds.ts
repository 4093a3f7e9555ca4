// The kinds that measure a value. Other kinds compare the same value in another way: with a range,
// or with what it was before.
import type { Address } from '@solana/kit';
import type { UnixSeconds } from '@tote/domain';
import type { ConditionInput } from '../../condition-input.ts';
import type { FieldReader } from '../../field-reader.ts';
import { holderCount } from '../holder-count/index.ts';
import { holding } from '../holding/index.ts';
import type { Kind, TimedFact, WantedPrice } from '../kind.ts';
import { liquidity } from '../liquidity/index.ts';
import { marketCap } from '../market-cap/index.ts';
import { priceFeed } from '../price-feed/index.ts';
import { tokenPrice } from '../token-price/index.ts';
import { tokenSupply } from '../token-supply/index.ts';
import { topHolders } from '../top-holders/index.ts';
import type { Measured } from './measured.ts';
import { feed, pools, receiver, tokenProgram, unitOf } from './schema.ts';

/** The condition inside of another one. */
export type ValueCondition = Measured & {
  readonly type: string;
  readonly tokenAddress: Address | null;
};

const KINDS = [
  ...([priceFeed, tokenPrice, marketCap, liquidity] as const),
  ...([holderCount, tokenSupply, holding, topHolders] as const),
];
export const VALUE_TYPES = KINDS.map(({ type }) => type);
export type ValueType = (typeof VALUE_TYPES)[number];

/** With all other fields of the condition inside, but for its comparison. */
export interface OfValue {
  readonly of: ValueType;
  readonly tokenAddress: Address | null;
  readonly unit: string;
  readonly timing: 'at_expiry';
}

export const VALUE_SCHEMA = {
  of: { type: 'string', enum: VALUE_TYPES, description: 'What is measured, with its fields.' },
  feed,
  unit: unitOf('USD', 'SOL', 'holders', 'tokens', 'percent'),
  minimumBalance: holderCount.schema.fields.minimumBalance,
  wallet: holding.schema.fields.wallet,
  tokenProgram,
  ...pools,
  feedId: priceFeed.schema.fields.feedId,
  receiver,
  timing: { type: 'string', enum: ['at_expiry'] },
};

export function valueKind(of: ValueType): Kind<ValueCondition> {
  const kind = KINDS.find(({ type }) => type === of);
  return kind as unknown as Kind<ValueCondition>;
}

const FIXED = { comparator: 'gte', timing: 'at_expiry', relativeTo: undefined };
/** The program does not read the supply: an oracle compares it. */
const FIXED_SUPPLY = { ...FIXED, tokenProgram: null };

/** `threshold`: the name of the field that is read as one, or a threshold that fits any kind. */
export function readValue(
  fields: FieldReader,
  input: ConditionInput,
  threshold: { readonly name: string } | '1',
): { readonly fields: OfValue; readonly threshold: string } {
  const of = fields.choice('of', VALUE_TYPES);
  fields.choice('timing', ['at_expiry', 'at expiry'], 'at_expiry');
  const fixed = of === 'token_supply' ? FIXED_SUPPLY : FIXED;
  const reader =
    threshold === '1'
      ? fields.inside({}, { ...fixed, threshold })
      : fields.inside({ threshold: threshold.name }, fixed);
  const inside = valueKind(of).parse(reader, input) as ValueCondition & {
    readonly tokenProgram?: Address | null;
  };
  const { comparator: _, threshold: read, type: __, tokenProgram: program, ...rest } = inside;
  const known = program ? { tokenProgram: program } : {};
  return { fields: { ...rest, ...known, of, timing: 'at_expiry' }, threshold: read };
}

const DELEGATED = [
  ...(['warn', 'window', 'tokens', 'feeds', 'holders', 'listAccounts'] as const),
  ...(['customReasons', 'followsSupply', 'costs'] as const),
];

/** How the value is observed, and who controls it, is what its own kind says. */
export function delegate<C extends OfValue & { readonly type: string }>(
  own: Kind<C>,
  of: ValueType,
  insideOf: (condition: C) => ValueCondition,
): Kind<C> {
  const kind = valueKind(of);
  const methods = DELEGATED.flatMap((name) => {
    const method = kind[name] as ((...args: readonly unknown[]) => unknown) | undefined;
    if (!method) return [];
    return [[name, (condition: C, ...rest: unknown[]) => method(insideOf(condition), ...rest)]];
  });
  const { closesEarly, isWhole, followsPrice } = kind;
  const { updates, ...rest } = own;
  return {
    ...{ ...rest, ...Object.fromEntries(methods) },
    ...(kind.feeds && updates && { updates }),
    ...{ ...(closesEarly && { closesEarly }), ...(isWhole && { isWhole }) },
    ...(followsPrice && { followsPrice }),
    stated: [...(own.stated ?? []), ...((kind.stated ?? []) as (keyof C)[])],
  };
}

/** The update of a price feed that has the value at a moment; none if the value is no price. */
export function listUpdates(inside: ValueCondition, moment: UnixSeconds): WantedPrice[] {
  const { fact, feeds } = valueKind(inside.type as ValueType);
  return (feeds?.(inside) ?? []).map((each) => {
    return { feed: each, fact: fact?.(inside) as TimedFact, moment };
  });
}
