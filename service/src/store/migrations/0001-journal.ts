// The tables of what cannot be derived from the chain.
import { sql } from 'kysely';
import { createTables, type Database, isPostgres, type TableSet } from './columns.ts';

/** Events of a market that concern everybody with a stake in it. There are few of them. */
export const STAKEHOLDER_EVENTS = [
  'market.closed',
  'market.proposed',
  'market.vetoed',
  'market.resolved',
  'market.refunded',
] as const;

const NAMES = STAKEHOLDER_EVENTS.map((type) => `'${type}'`).join(', ');

// Queries repeat these expressions literally, or the engines would not use the indexes.
export const IS_STAKEHOLDER_EVENT = `type in (${NAMES})`;
export const IS_FINALIZED_EVENT = "type = 'transaction.finalized'";

const ACCESS: TableSet = {
  api_keys: {
    columns: {
      id: 'text',
      hash: 'text',
      wallet: 'text',
      name: 'text',
      scopes: 'text',
      created_at: 'integer',
      expires_at: 'integer?',
      revoked_at: 'integer?',
      last_used_at: 'integer?',
      made_by: 'text?',
      provisional_until: 'integer?',
      address: 'text?',
    },
    key: ['id'],
    indexes: [
      { on: ['hash'], isUnique: true },
      { on: ['wallet', 'created_at'] },
      { on: ['made_by'], where: 'made_by is not null' },
      { on: ['provisional_until'], where: 'provisional_until is not null' },
      { on: ['address'], where: 'provisional_until is not null' },
    ],
  },
  nonces: {
    columns: {
      wallet: 'text',
      nonce: 'text',
      request_hash: 'text',
      idempotency_key: 'text?',
      expires_at: 'integer',
    },
    key: ['wallet', 'nonce'],
    indexes: [{ on: ['expires_at'] }],
  },
  requests: {
    columns: {
      wallet: 'text',
      idempotency_key: 'text',
      request_hash: 'text',
      reference: 'text?',
      status: 'integer?',
      body: 'text?',
      created_at: 'integer',
    },
    key: ['wallet', 'idempotency_key'],
    indexes: [{ on: ['created_at'] }],
  },
};

const SUBMISSIONS: TableSet = {
  bet_counters: {
    columns: { bettor: 'text', epoch: 'integer', next_id: 'integer', count: 'integer?' },
    key: ['bettor', 'epoch'],
    isSmall: true,
  },
  /** The bets of a transaction are in its submission: one row for all. */
  submissions: {
    columns: {
      signature: 'text',
      kind: 'text',
      wire: 'blob',
      last_valid_block_height: 'integer',
      state: 'text',
      replaced_by: 'text?',
      market_id: 'text?',
      error: 'text?',
      created_at: 'integer',
      decided_at: 'integer?',
      bets: 'text?',
    },
    key: ['signature'],
    indexes: [
      // Few are pending at a time, so this index stays small.
      { on: ['created_at'], where: "state = 'pending'" },
      { on: ['decided_at'], where: 'decided_at is not null' },
    ],
  },
  /** Those that failed. Accepted ones are in the projection. */
  submitted_bets: {
    columns: {
      bet_id: 'text',
      wallet: 'text',
      bettor: 'text',
      epoch: 'integer',
      id_number: 'integer',
      market_id: 'text',
      outcome: 'integer',
      amount: 'integer',
      signature: 'text',
      state: 'text',
      pool_yes: 'integer?',
      pool_no: 'integer?',
      error: 'text?',
      idempotency_key: 'text?',
      created_at: 'integer',
      decided_at: 'integer?',
    },
    key: ['bet_id'],
    indexes: [{ on: ['signature'] }, { on: ['decided_at'], where: 'decided_at is not null' }],
  },
  prepared: {
    columns: {
      message_hash: 'text',
      wallet: 'text',
      kind: 'text',
      market_id: 'text?',
      intent: 'text',
      last_valid_block_height: 'integer',
      created_at: 'integer',
      signature: 'text?',
    },
    key: ['message_hash'],
    indexes: [{ on: ['created_at'] }],
  },
  /** What the relayer paid for others, so that it can be limited. */
  paid_fees: {
    columns: { wallet: 'text', day: 'integer', lamports: 'integer' },
    key: ['wallet', 'day'],
    isSmall: true,
    indexes: [{ on: ['day'] }],
  },
  paid_rents: {
    columns: {
      ...{ creator: 'text', market_id: 'text', lamports: 'integer' },
      ...{ expires_at: 'integer', day: 'integer' },
    },
    key: ['creator', 'market_id'],
    isSmall: true,
    indexes: [{ on: ['expires_at'] }, { on: ['day'] }],
  },
};

/** What decided markets, and what their creators were told. */
const EVIDENCE: TableSet = {
  attestations: {
    columns: {
      market_id: 'text',
      outcome: 'integer',
      evidence: 'text',
      wallet: 'text',
      created_at: 'integer',
    },
    key: ['market_id'],
  },
  evidence: {
    columns: { market_id: 'text', hash: 'text', text: 'text', created_at: 'integer' },
    key: ['market_id', 'hash'],
  },
  /** Hashes of samples whose bytes are not kept, for evidence that nothing happened. */
  evidence_hashes: {
    columns: { market_id: 'text', evidence_hash: 'text', page: 'integer', hashes: 'blob' },
    key: ['market_id', 'evidence_hash', 'page'],
  },
  sample_hashes: {
    columns: { market_id: 'text', started_at: 'integer', hashes: 'blob' },
    key: ['market_id', 'started_at'],
  },
  samples: {
    columns: { source: 'text', slot: 'integer', observed_at: 'integer', sample: 'text' },
    key: ['source', 'slot'],
  },
  sample_marks: {
    columns: { market_id: 'text', sampled_at: 'integer' },
    key: ['market_id', 'sampled_at'],
    isSmall: true,
  },
  /** Rounds of fetches from web sources that did not decide, and why. */
  web_rounds: {
    columns: { market_id: 'text', fetched_at: 'integer', reason: 'text', fetches: 'text' },
    key: ['market_id', 'fetched_at'],
  },
  /** What thresholds relative to the value at creation were computed from. */
  baselines: { columns: { market_id: 'text', text: 'text' }, key: ['market_id'] },
  market_warnings: { columns: { market_id: 'text', warnings: 'text' }, key: ['market_id'] },
};

const FEED: TableSet = {
  feed: {
    columns: {
      id: 'integer',
      type: 'text',
      market_id: 'text?',
      wallet: 'text?',
      data: 'text',
      created_at: 'integer',
      bettors: 'text?',
    },
    key: ['id'],
    indexes: [
      { on: ['market_id', 'id'] },
      { on: ['wallet', 'id'], where: 'wallet is not null' },
      // For replays to a wallet: how the markets of its open positions ended.
      { name: 'feed_stakeholder_events', on: ['market_id', 'id'], where: IS_STAKEHOLDER_EVENT },
      // Readers that resume look for the last of them, and for the next one.
      { on: ['id'], where: IS_FINALIZED_EVENT },
    ],
  },
  /** The events of a settlement are stored in groups: a row for each would double its cost. */
  feed_bettors: {
    columns: { bettor: 'text', feed_id: 'integer' },
    key: ['bettor', 'feed_id'],
    isSmall: true,
  },
  webhooks: {
    columns: {
      id: 'text',
      wallet: 'text',
      url: 'text',
      types: 'text?',
      markets: 'text?',
      is_own_wallet: 'integer',
      address: 'text?',
      answered: 'integer',
      generation: 'integer',
      secret_hash: 'text',
      previous_until: 'integer?',
      created_at: 'integer',
      ended_at: 'integer?',
      end_reason: 'text?',
      last_event_id: 'integer',
      failures: 'integer',
      failing_since_ms: 'integer?',
      next_try_ms: 'integer?',
      deliveries: 'text',
    },
    key: ['id'],
    indexes: [
      { on: ['wallet'] },
      { on: ['id'], where: 'ended_at is null' },
      { on: ['ended_at'], where: 'ended_at is not null' },
    ],
  },
};

/** Used on PostgreSQL only. */
const REPLICAS: TableSet = {
  replicas: {
    columns: { id: 'text', roles: 'text', lock: 'integer', expires_at: 'integer' },
    key: ['id'],
    isSmall: true,
  },
  leases: { columns: { name: 'text', holder: 'text' }, key: ['name'], isSmall: true },
};

/** Rate limits that replicas share. A single process counts in memory. */
const RATE_LIMITS: TableSet = {
  rate_limits: {
    columns: { key: 'text', due_at: 'integer' },
    key: ['key'],
    indexes: [{ on: ['due_at'] }],
  },
};

export async function createJournal(db: Database): Promise<void> {
  await createTables(db, {
    settings: { columns: { name: 'text', value: 'text' }, key: ['name'], isSmall: true },
    ...ACCESS,
    ...SUBMISSIONS,
    ...EVIDENCE,
    ...FEED,
    ...REPLICAS,
  });
  if (!isPostgres(db)) return;
  await createTables(db, RATE_LIMITS);
  // Written often and worthless after a crash, so it needs no write-ahead log.
  await sql`alter table rate_limits set unlogged`.execute(db);
}
