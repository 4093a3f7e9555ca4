// What a list of markets can be limited to, and how it is sorted. A part of use-cases.ts.
import {
  DECIDED_BY_WORDS,
  type DecidedByWord,
  decidedByWord,
} from '@tote/conditions/decided-by-word';
import { wordsOf } from '@tote/conditions/market-keys';
import type { MarketPage } from '../store/projection/list-markets.ts';
import { MARKET_SORTS, type MarketSort } from '../store/projection/list-order.ts';

export type { DecidedByWord, MarketPage, MarketSort };
export { DECIDED_BY_WORDS, decidedByWord, MARKET_SORTS, wordsOf };
