import type { ReadonlyUint8Array } from '@solana/kit';
import type { MarketCreatedChange } from '@tote/chain/history/program-change';
import { marketIdOf } from '@tote/chain/ids';
import type { LandedTransaction } from '@tote/chain/landed';
import { decidedByWord } from '@tote/conditions/decided-by-word';
import { findMismatch } from '@tote/conditions/find-mismatch';
import { conditionKey, questionKey } from '@tote/conditions/market-keys';
import { readCondition } from '@tote/conditions/read-condition';
import { currencyFromCode, formatInstant, printable, unixSeconds } from '@tote/domain';
import { readMarketFlags } from '@tote/program-client';
import { findSeriesId } from '../../store/journal/series.ts';
import type { MarketRow } from '../../store/projection/market-view.ts';
import { NEW_MARKET } from '../../store/projection/save-markets.ts';
import type { ApplyContext } from '../batch.ts';
import { Contradiction } from '../problems.ts';

export async function applyMarketCreated(
  { batch, landed }: ApplyContext,
  change: MarketCreatedChange,
): Promise<void> {
  const { event } = change;
  if (batch.findMarket(event.market)) return;
  const id = marketIdOf(event.market);
  if (!change.textsMatchHashes) {
    throw new Contradiction(landed.signature, id, 'its texts have other hashes than the account');
  }
  const row = await toMarketRow(change, landed);
  batch.addMarket(row);
  batch.rules.push({
    market_id: id,
    question_hash: toHex(event.questionHash),
    condition_hash: toHex(event.conditionHash),
    clauses: toHex(change.clauses),
    clause_count: BigInt(change.clauseCount),
  });
  const series = await findSeriesId(batch.db, row);
  batch.feedEvents.push({
    type: 'market.created',
    marketId: id,
    wallet: event.creator,
    data: {
      question: printable(change.question),
      tokenAddress: row.token_address,
      currency: currencyFromCode(row.currency),
      creator: event.creator,
      expireAt: formatInstant(unixSeconds(event.expiresAt)),
      ...(series !== undefined && { series }),
      custom: readMarketFlags(event.flags).custom,
      mismatch: row.mismatch !== null,
    },
  });
}

const toHex = (bytes: ReadonlyUint8Array) => Buffer.from(bytes).toString('hex');

async function toMarketRow(
  { event, question, condition, clauses }: MarketCreatedChange,
  landed: LandedTransaction,
): Promise<MarketRow> {
  const parsedCondition = readCondition(condition);
  // Others may create markets with any text. Only a known condition is about a token.
  const tokenAddress = parsedCondition.type === 'unknown' ? null : parsedCondition.tokenAddress;
  return {
    id: marketIdOf(event.market),
    address: event.market,
    creator: event.creator,
    question,
    condition,
    token_address: tokenAddress,
    currency: BigInt(event.currency),
    flags: BigInt(event.flags),
    source: BigInt(event.source),
    subject: event.subject,
    fact_owner: event.factOwner,
    nonce: BigInt.asIntN(64, event.nonce),
    minimum_stake: BigInt.asIntN(64, event.minimumStake),
    burn_bps: BigInt(event.burnBps),
    developer_bps: BigInt(event.developerBps),
    veto_seconds: BigInt(event.vetoSeconds),
    created_at: event.createdAt,
    closes_at: event.closesAt,
    expires_at: event.expiresAt,
    refund_at: event.refundAt,
    sequence: event.sequence,
    ...NEW_MARKET,
    created_signature: landed.signature,
    created_slot: landed.slot,
    question_key: questionKey(question, tokenAddress),
    condition_key: conditionKey(parsedCondition),
    mismatch: await findMismatch({ ...event, parsedCondition, clauses }),
    decided_by: decidedByWord({ source: event.source, parsedCondition }),
  };
}
