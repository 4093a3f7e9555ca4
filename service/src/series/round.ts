// A round of a series: its times, and the market that it is.
import { type MarketId, marketIdOf } from '@tote/chain/ids';
import { RecentMap } from '@tote/chain/lib/recent-map';
import {
  addSeconds,
  cadenceSeconds,
  countRounds,
  describeInstant,
  roundEnd,
  roundStart,
  type UnixSeconds,
} from '@tote/domain';
import { findMarketAddress } from '@tote/program-client';
import type { CreateMarketInput } from '../markets/context.ts';
import { nonceOf, type Series, type SeriesTemplate } from '../store/journal/series.ts';
import type { MarketView } from '../store/projection/market-view.ts';

export interface Round {
  readonly startsAt: UnixSeconds;
  readonly expiresAt: UnixSeconds;
  readonly closesAt: UnixSeconds;
  /** When the keeper creates it. */
  readonly opensAt: UnixSeconds;
}

type Times = Pick<SeriesTemplate, 'cadence' | 'opensBeforeStart' | 'closesAfterStart'>;

/** A market takes seconds to be created, and bets should be taken in time. */
const EARLY_SECONDS_MAX = 60;

export function roundAt(template: Times, startsAt: UnixSeconds): Round {
  const { cadence, opensBeforeStart, closesAfterStart } = template;
  const early = Math.min(EARLY_SECONDS_MAX, cadenceSeconds(cadence) / 2);
  return {
    startsAt,
    expiresAt: roundEnd(cadence, startsAt),
    closesAt: addSeconds(startsAt, closesAfterStart),
    opensAt: addSeconds(startsAt, -opensBeforeStart - early),
  };
}

/** The first round that still takes bets. */
export function firstOpen({ cadence, closesAfterStart }: Times, now: UnixSeconds): UnixSeconds {
  return roundStart(cadence, addSeconds(now, -closesAfterStart), 1);
}

/** What comes after `reached`: the next round, and how many before it can no longer be opened. */
export function planNext(
  { template, reached }: { readonly template: Times; readonly reached: UnixSeconds },
  now: UnixSeconds,
) {
  const expected = roundStart(template.cadence, reached, 1);
  const open = firstOpen(template, now);
  if (expected >= open) return { missed: 0, round: roundAt(template, expected) };
  const missed = countRounds(template.cadence, expected, open);
  return { missed, round: roundAt(template, open) };
}

const known = new RecentMap<string, MarketId>(10_000);

export async function findRoundId(
  programAddress: MarketView['address'],
  { id, wallet, template }: Pick<Series, 'id' | 'wallet' | 'template'>,
  startsAt: UnixSeconds,
): Promise<MarketId> {
  const key = `${programAddress} ${wallet} ${id} ${startsAt}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const expiresAt = roundEnd(template.cadence, startsAt);
  const seeds = { creator: wallet, nonce: nonceOf(id, startsAt), expiresAt };
  const marketId = marketIdOf(await findMarketAddress(seeds, { programAddress }));
  known.set(key, marketId);
  return marketId;
}

export function toMarketInput(
  { id, template }: Pick<Series, 'id' | 'template'>,
  { startsAt, expiresAt, closesAt }: Round,
): CreateMarketInput {
  const { tokenAddress, currency, initialStakes } = template;
  const condition = fillCondition(template, startsAt, expiresAt);
  return {
    question: template.question
      .replaceAll('{start}', describeInstant(startsAt))
      .replaceAll('{end}', describeInstant(expiresAt)),
    ...{ tokenAddress, currency, expiresAt, closesAt, initialStakes },
    ...(condition !== undefined && { condition }),
    round: { series: id, nonce: nonceOf(id, startsAt) },
  };
}

function fillCondition(
  { condition }: SeriesTemplate,
  startsAt: UnixSeconds,
  expiresAt: UnixSeconds,
): unknown {
  if (condition === undefined) return undefined;
  const filled = JSON.parse(JSON.stringify(condition), (_, value) => {
    if (value === '{start}') return startsAt;
    return value === '{end}' ? expiresAt : value;
  });
  const isChange = filled?.type === 'change' && filled.from === undefined;
  return isChange ? { ...filled, from: startsAt } : filled;
}
