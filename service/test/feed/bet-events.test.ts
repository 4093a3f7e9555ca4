// Events that a healthy chain seldom makes, against the published schemas.
import type { Address } from '@solana/kit';
import { amount, poolsOf, unixSeconds } from '@tote/domain';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { toFeedEvent } from '../../src/bets/bet-record.ts';
import type { FeedEvent } from '../../src/feed/feed-event.ts';
import { publishNamedSchemas } from '../../src/http/openapi/build-document.ts';
import { renderEnvelope } from '../../src/http/streams/envelope.ts';
import type { BetRecord } from '../../src/submissions/records.ts';

const WALLET = '11111111111111111111111111111111' as Address;
const RECORD: BetRecord = {
  betId: 'bet_1',
  marketId: `market_${WALLET}`,
  wallet: WALLET,
  outcome: 'Yes',
  amount: amount(1_000_000_001n),
  currency: 'SOL',
  state: 'pending',
  transactionId: 'x',
  pools: poolsOf(0n, 0n),
  placedAt: unixSeconds(1),
};

const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: 'tote', components: { schemas: publishNamedSchemas() } });
const validate = ajv.compile({ $ref: 'tote#/components/schemas/FeedEvent' });

test.each<[Partial<BetRecord>, string]>([
  [{ state: 'pending' }, 'bet.pending'],
  [{ state: 'confirmed' }, 'bet.confirmed'],
  [{ state: 'failed' }, 'bet.failed'],
  [{ state: 'failed', error: { code: 'market_closed', params: {} } }, 'bet.failed'],
])('%s is sent as %s', (rest, type) => {
  const event = toFeedEvent({ ...RECORD, ...rest }, 9);
  const data = { ...event.data, wallet: event.wallet };
  const text = renderEnvelope({ ...event, data, id: 7n, at: 1 } as FeedEvent);
  expect(text).toContain('"amount":1.000000001,');
  const sent = JSON.parse(text);
  validate(sent);
  expect(validate.errors).toBe(null);
  expect([sent.type, sent.data.wallet, sent.data.error]).toEqual([type, WALLET, rest.error?.code]);
});
