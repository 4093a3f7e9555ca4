import type { Db } from '../store.ts';
import { createIndex, createTable } from './columns.ts';
import type { Migration } from './migration.ts';

/** The tables of what cannot be derived from the chain. */
export const journal: Migration = { name: '0001-journal', journal: createJournal };

async function createJournal(db: Db): Promise<void> {
  await createTable(db, 'settings', {
    columns: { name: 'text', value: 'text' },
    key: ['name'],
    isSmall: true,
  });
  await createAccessTables(db);
  await createSubmissionTables(db);
  await createTable(db, 'attestations', {
    columns: {
      market_id: 'text',
      outcome: 'integer',
      evidence: 'text',
      wallet: 'text',
      created_at: 'integer',
    },
    key: ['market_id'],
  });
  await createTable(db, 'feed', {
    columns: {
      id: 'integer',
      type: 'text',
      market_id: 'text?',
      wallet: 'text?',
      data: 'text',
      created_at: 'integer',
    },
    key: ['id'],
  });
  await createIndex(db, 'feed', ['market_id', 'id']);
  await createIndex(db, 'feed', ['wallet', 'id'], { where: 'wallet is not null' });
}

async function createAccessTables(db: Db): Promise<void> {
  await createTable(db, 'api_keys', {
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
    },
    key: ['id'],
  });
  await createIndex(db, 'api_keys', ['hash'], { isUnique: true });
  await createIndex(db, 'api_keys', ['wallet', 'created_at']);
  await createTable(db, 'nonces', {
    columns: {
      wallet: 'text',
      nonce: 'text',
      request_hash: 'text',
      idempotency_key: 'text?',
      expires_at: 'integer',
    },
    key: ['wallet', 'nonce'],
  });
  await createIndex(db, 'nonces', ['expires_at']);
  await createTable(db, 'requests', {
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
  });
  await createIndex(db, 'requests', ['created_at']);
}

async function createSubmissionTables(db: Db): Promise<void> {
  await createTable(db, 'bet_counters', {
    columns: { bettor: 'text', epoch: 'integer', next_id: 'integer' },
    key: ['bettor', 'epoch'],
    isSmall: true,
  });
  await createTable(db, 'submissions', {
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
    },
    key: ['signature'],
  });
  // Few are pending at a time, so these indexes stay small.
  await createIndex(db, 'submissions', ['created_at'], { where: "state = 'pending'" });
  await createTable(db, 'submitted_bets', {
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
  });
  await createIndex(db, 'submitted_bets', ['signature']);
  await createIndex(db, 'submitted_bets', ['bettor', 'epoch', 'id_number'], {
    where: "state = 'pending'",
  });
  await createTable(db, 'prepared', {
    columns: {
      message_hash: 'text',
      wallet: 'text',
      kind: 'text',
      market_id: 'text?',
      intent: 'text',
      last_valid_block_height: 'integer',
      created_at: 'integer',
    },
    key: ['message_hash'],
  });
  await createIndex(db, 'prepared', ['created_at']);
}
