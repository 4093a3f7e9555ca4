import { address } from '@solana/kit';
import { readWire } from '@tote/chain/wire';
import { readCondition } from '@tote/conditions/read-condition';
import { addStakes, type Currency, EMPTY_POOLS, type Stake, unixSeconds } from '@tote/domain';
import {
  type Decider,
  MarketSource,
  NO_ADDRESS,
  type ParsedCreateMarket,
  Currency as ProgramCurrency,
  parseCreateMarketInstruction,
  readMarketFlags,
} from '@tote/program-client';
import type { SubmissionRow } from '../../store/journal/submissions.ts';
import type { MarketView } from '../../store/projection/market-view.ts';
import type { MarketContext } from '../context.ts';
import { type AskedMarket, toView } from '../draft.ts';

export function viewPendingMarket(context: MarketContext, row: SubmissionRow, input?: AskedMarket) {
  const { keys, instructions } = readWire(row.wire);
  const { programAddress } = context.chain;
  const first = instructions.find(({ programIndex }) => keys[programIndex] === programAddress);
  if (!first) throw new RangeError(`${row.signature} creates no market`);
  const accounts = Array.from(first.accounts, (index) => address(keys[index] ?? ''));
  const parsed = parseCreateMarketInstruction({ accounts, data: first.data });
  const times = {
    closesAt: unixSeconds(parsed.closesAt),
    expiresAt: unixSeconds(parsed.expiresAt),
    refundAt: unixSeconds(parsed.refundAt),
  };
  const { triggered, latched, inverted, custom } = readMarketFlags(parsed.flags);
  const terms = {
    ...{ isTriggered: triggered, isLatched: latched, isInverted: inverted, isCustom: custom },
    decider: deciderOf(parsed),
    canonical: parsed.condition,
  };
  const currency: Currency = parsed.currency === ProgramCurrency.Sol ? 'SOL' : 'UTILITY';
  const condition = readCondition(parsed.condition);
  const tokenAddress = condition.type === 'unknown' ? null : condition.tokenAddress;
  const asked = input ?? { question: parsed.question, tokenAddress, currency };
  const view = toView(context, parsed.creator, asked, terms, times, parsed.market);
  const createdAt = unixSeconds(row.created_at);
  return { ...view, createdAt, createdSignature: row.signature, nonce: parsed.nonce };
}

/** Read from the signed instruction, so that nothing is compiled again. */
function deciderOf(parsed: ParsedCreateMarket): Decider {
  const { source, subject = NO_ADDRESS, factOwner = NO_ADDRESS, clauses } = parsed;
  switch (source) {
    case MarketSource.Oracle:
      return { source };
    case MarketSource.NamedOracle:
      return { source, oracle: subject };
    case MarketSource.TimedFact:
      return { source, factOwner, clauses };
    case MarketSource.StateFact:
      return { source, account: subject, factOwner, clauses };
  }
}

/** As it was right after creation, so that a repeated request gets the same answer. */
export function asCreated(market: MarketView, stakes: readonly Stake[]): MarketView {
  return { ...market, pools: addStakes(EMPTY_POOLS, stakes), bets: stakes.length, end: null };
}
