import type { Address } from '@solana/kit';
import type { ConditionInput } from '../../condition-input.ts';
import { type FieldReader, invalid } from '../../field-reader.ts';
import { findFeed, PRICE_FEEDS, type PriceFeed } from '../../oracles/price-feeds.ts';
import { PYTH_RECEIVER, PYTH_RECEIVERS } from '../../oracles/programs.ts';

export function readFeed(fields: FieldReader, name: string): PriceFeed {
  const feed = findFeed(fields.text(name));
  if (feed) return feed;
  const symbols = PRICE_FEEDS.map(({ symbol }) => symbol).join(', ');
  throw invalid(`the field ${name} must be one of ${symbols}`);
}

/** The program that owns the updates; that of this chain, unless the condition names one. */
export function readReceiver(fields: FieldReader, { pythReceiver }: ConditionInput): Address {
  const receiver = fields.address('receiver', pythReceiver ?? PYTH_RECEIVER);
  if (PYTH_RECEIVERS.includes(receiver)) return receiver;
  throw invalid('the receiver is not one of Pyth’s');
}
