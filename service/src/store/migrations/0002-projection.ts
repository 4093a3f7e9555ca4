import type { Db } from '../store.ts';
import { createIndex, createTable } from './columns.ts';

/** The tables of what the chain says. A rebuild makes them anew. */
export async function projection(db: Db): Promise<void> {
  await createTable(db, 'cursors', {
    columns: { name: 'text', signature: 'text', slot: 'integer' },
    key: ['name'],
    isSmall: true,
  });
  await createTable(db, 'transactions', {
    columns: { signature: 'text', slot: 'integer', block_time: 'integer', error: 'text?' },
    key: ['signature'],
    isSmall: true,
  });
  await createIndex(db, 'transactions', ['slot']);
  await createTable(db, 'bettors', {
    columns: { address: 'text', wallet: 'text' },
    key: ['address'],
    isSmall: true,
  });
  await createIndex(db, 'bettors', ['wallet']);
  await markets(db);
  await bets(db);
  await createTable(db, 'fee_events', {
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
  });
  await createIndex(db, 'fee_events', ['currency', 'burned_total']);
  await createIndex(db, 'fee_events', ['currency', 'slot']);
}

async function markets(db: Db): Promise<void> {
  await createTable(db, 'markets', {
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
  });
  await createIndex(db, 'markets', ['address'], { isUnique: true });
  // Lists are newest first; the keeper goes by the times.
  await createIndex(db, 'markets', ['state', 'created_at', 'created_slot', 'id']);
  await createIndex(db, 'markets', ['state', 'closes_at', 'id']);
  await createIndex(db, 'markets', ['state', 'expires_at', 'id']);
  await createIndex(db, 'markets', ['veto_ends_at'], { where: 'veto_ends_at is not null' });
  // What the keeper still has to do something about.
  await createIndex(db, 'markets', ['account_closed', 'state', 'veto_ends_at']);
}

async function bets(db: Db): Promise<void> {
  await createTable(db, 'bets', {
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
  });
  await createIndex(db, 'bets', ['bet_id'], { isUnique: true });
  await createIndex(db, 'bets', ['market_id', 'sequence', 'position']);
  await createTable(db, 'positions', {
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
  });
  await createIndex(db, 'positions', ['bettor']);
  await createIndex(db, 'positions', ['market_id', 'payout', 'bettor']);
}
