import type { Db } from '../store.ts';
import { createIndex, type TableOptions } from './columns.ts';
import type { Migration } from './migration.ts';

const MARKETS: TableOptions = {
  columns: {
    id: 'text',
    address: 'text',
    creator: 'text',
    question: 'text',
    condition: 'text',
    token_address: 'text?',
    currency: 'integer',
    flags: 'integer',
    source: 'integer',
    subject: 'text',
    fact_owner: 'text',
    nonce: 'integer',
    minimum_stake: 'integer',
    burn_bps: 'integer',
    developer_bps: 'integer',
    veto_seconds: 'integer',
    created_at: 'integer',
    closes_at: 'integer',
    expires_at: 'integer',
    refund_at: 'integer',
    sequence: 'integer',
    pool_yes: 'integer',
    pool_no: 'integer',
    bets: 'integer',
    state: 'integer',
    outcome: 'integer',
    refund_reason: 'integer',
    resolved_at: 'integer?',
    veto_ends_at: 'integer?',
    evidence_hash: 'text?',
    burn: 'integer',
    developer: 'integer',
    distributable: 'integer',
    open_positions: 'integer?',
    fees_moved: 'integer',
    dust: 'integer',
    burn_total: 'integer?',
    account_closed: 'integer',
    created_signature: 'text',
    resolved_signature: 'text?',
    created_slot: 'integer',
  },
  key: ['id'],
};

const BETS: TableOptions = {
  columns: {
    signature: 'text',
    instruction: 'integer',
    position: 'integer',
    bet_id: 'text',
    market_id: 'text',
    bettor: 'text',
    outcome: 'integer',
    amount: 'integer',
    pool_yes: 'integer',
    pool_no: 'integer',
    sequence: 'integer',
    slot: 'integer',
    placed_at: 'integer',
  },
  key: ['signature', 'instruction', 'position'],
};

const POSITIONS: TableOptions = {
  columns: {
    market_id: 'text',
    bettor: 'text',
    stake_yes: 'integer',
    stake_no: 'integer',
    payout: 'integer?',
    settled_signature: 'text?',
    settled_at: 'integer?',
  },
  key: ['market_id', 'bettor'],
  isSmall: true,
};

const FEE_EVENTS: TableOptions = {
  columns: {
    signature: 'text',
    instruction: 'integer',
    kind: 'text',
    currency: 'integer',
    developer: 'integer',
    burned: 'integer',
    price: 'integer',
    burned_total: 'integer',
    utility_burned_total: 'integer',
    slot: 'integer',
  },
  key: ['signature', 'instruction'],
};

/** The tables that are derived from the chain. */
export const projection: Migration = {
  name: '0002-projection',
  projection: {
    tables: {
      cursors: {
        columns: { name: 'text', signature: 'text', slot: 'integer' },
        key: ['name'],
        isSmall: true,
      },
      transactions: {
        columns: { signature: 'text', slot: 'integer', block_time: 'integer', error: 'text?' },
        key: ['signature'],
        isSmall: true,
      },
      bettors: {
        columns: { address: 'text', wallet: 'text' },
        key: ['address'],
        isSmall: true,
      },
      markets: MARKETS,
      bets: BETS,
      positions: POSITIONS,
      fee_events: FEE_EVENTS,
    },
    up: createIndexes,
  },
};

async function createIndexes(db: Db): Promise<void> {
  await createIndex(db, 'transactions', ['slot']);
  await createIndex(db, 'bettors', ['wallet']);
  await createIndex(db, 'markets', ['address'], { isUnique: true });
  // Lists are newest first; the keeper queries by time.
  await createIndex(db, 'markets', ['state', 'created_at', 'created_slot', 'id']);
  await createIndex(db, 'markets', ['state', 'closes_at', 'id']);
  await createIndex(db, 'markets', ['state', 'expires_at', 'id']);
  await createIndex(db, 'markets', ['veto_ends_at'], { where: 'veto_ends_at is not null' });
  // For the keeper's open work.
  await createIndex(db, 'markets', ['account_closed', 'state', 'veto_ends_at']);
  await createIndex(db, 'bets', ['bet_id'], { isUnique: true });
  await createIndex(db, 'bets', ['market_id', 'sequence', 'position']);
  await createIndex(db, 'positions', ['bettor']);
  await createIndex(db, 'positions', ['market_id', 'payout', 'bettor']);
  await createIndex(db, 'fee_events', ['currency', 'burned_total']);
  await createIndex(db, 'fee_events', ['currency', 'slot']);
}
