import { accountFact } from './account-fact/index.ts';
import { attested } from './attested/index.ts';
import { authority } from './authority/index.ts';
import { change } from './change/index.ts';
import { holderCount } from './holder-count/index.ts';
import { holding } from './holding/index.ts';
import type { Kind } from './kind.ts';
import { launchpadCount } from './launchpad-count/index.ts';
import { liquidity } from './liquidity/index.ts';
import { marketCap } from './market-cap/index.ts';
import { priceFeed } from './price-feed/index.ts';
import { priceRatio } from './price-ratio/index.ts';
import { range } from './range/index.ts';
import { tokenEvent } from './token-event/index.ts';
import { tokenPrice } from './token-price/index.ts';
import { tokenRatio } from './token-ratio/index.ts';
import { tokenSupply } from './token-supply/index.ts';
import { topHolders } from './top-holders/index.ts';
import { webValue } from './web-value/index.ts';

export const KINDS = [
  attested,
  priceFeed,
  priceRatio,
  tokenPrice,
  marketCap,
  liquidity,
  tokenRatio,
  tokenEvent,
  authority,
  holderCount,
  holding,
  topHolders,
  launchpadCount,
  tokenSupply,
  range,
  change,
  webValue,
  accountFact,
] as const;

type ConditionOf<K> = K extends Kind<infer C> ? C : never;

/**
 * What decides a market. The canonical text goes on chain in the creating instruction, and its
 * hash into the account. Everything that is shown about the condition is derived from that text.
 */
export type Condition = ConditionOf<(typeof KINDS)[number]>;
