import { accountFact } from './account-fact.ts';
import { attested } from './attested.ts';
import type { Condition } from './condition.ts';
import type { ConditionKind } from './condition-kind.ts';
import { holderCount } from './holder-count.ts';
import { marketCap } from './market-cap.ts';
import { priceFeed } from './price-feed.ts';
import { priceRatio } from './price-ratio.ts';
import { tokenEvent } from './token-event.ts';
import { tokenPrice } from './token-price.ts';
import { tokenRatio } from './token-ratio.ts';
import { tokenSupply } from './token-supply.ts';
import { webValue } from './web-value.ts';

type Kinds = {
  readonly [Type in Condition['type']]: ConditionKind<Extract<Condition, { type: Type }>>;
};

/** Every type of condition that can be verified here. */
const KINDS: Kinds = {
  attested,
  price_feed: priceFeed,
  price_ratio: priceRatio,
  token_price: tokenPrice,
  market_cap: marketCap,
  token_ratio: tokenRatio,
  token_event: tokenEvent,
  holder_count: holderCount,
  token_supply: tokenSupply,
  web_value: webValue,
  account_fact: accountFact,
};

export const CONDITION_TYPES = Object.keys(KINDS) as readonly Condition['type'][];

/** By a name from a request or from the chain. */
export function findKind(type: string): ConditionKind<Condition> | undefined {
  // Each kind gets only conditions of its own type, which the compiler cannot infer here.
  return Object.hasOwn(KINDS, type)
    ? (KINDS[type as Condition['type']] as ConditionKind<Condition>)
    : undefined;
}

export function kindOf(condition: Condition): ConditionKind<Condition> {
  const kind = findKind(condition.type);
  if (!kind) throw new RangeError(`no condition has the type ${condition.type}`);
  return kind;
}
