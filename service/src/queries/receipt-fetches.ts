// What web sources answered, for the receipt: in the round that decided, and in those that did not.
import { asWeb } from '@tote/conditions/evaluate';
import { readSources } from '@tote/conditions/web/judge-round';
import { readWebEvidence, readWebRound } from '@tote/conditions/web/web-evidence';
import type { WebRound } from '@tote/conditions/web/web-round';
import { listFailedRounds } from '../store/journal/samples.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { Db } from '../store/store.ts';
import type { FetchedSource, ReceiptFailedRound } from './receipt.ts';

type Market = Pick<MarketView, 'id' | 'parsedCondition'>;

export function listReceiptFetches(market: Market, evidence: string): FetchedSource[] {
  return readWebEvidence(evidence)?.web.rounds.flatMap((round) => toFetched(market, round)) ?? [];
}

export async function listReceiptFailures(db: Db, market: Market): Promise<ReceiptFailedRound[]> {
  if (!asWeb(market.parsedCondition)) return [];
  const failed = await listFailedRounds(db, market.id);
  return failed.map(({ at, reason, fetches }) => {
    // Their bodies are cut, so the values are only in the reason.
    const shown = readWebRound(fetches).map((fetch) => {
      return { fetch, value: null, failure: fetch.failure ?? null };
    });
    return { at, reason, fetches: shown };
  });
}

function toFetched({ parsedCondition }: Market, round: WebRound): FetchedSource[] {
  const condition = asWeb(parsedCondition);
  if (!condition) return [];
  const values = readSources(condition, round);
  return round.map((fetch, index) => {
    const value = values[index]?.value;
    return {
      fetch,
      value: value?.ok ? value.value : null,
      failure: value && !value.ok ? value.reason : null,
    };
  });
}
