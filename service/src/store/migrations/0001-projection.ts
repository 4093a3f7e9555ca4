// The tables that are derived from the chain.
import { createIndex, type Database, isPostgres, type Table, type TableSet } from './columns.ts';

/** Markets that are listed and decided by the keeper. So the others do not slow down queries. */
const MATCHES = 'mismatch is null';
/** Newest first, also in a slot. */
const NEWEST = ['created_slot', 'nonce', 'id'];

// Queries repeat these expressions literally, or the engines would not use the indexes.

/** 1 for a market of an oracle whose condition is measured, not attested. */
const IS_MEASURED =
  `(case when source <= 1 and condition not like '%"type":"attested"%' ` + 'then 1 else 0 end)';
export const MEASURED = `${IS_MEASURED} = 1`;
export const ABOUT_WEB = `condition like '%"type":"web_value"%'`;
/** Only to compare. The sum of two integers could be too large for one. */
export const VOLUME = '(cast(pool_yes as double precision) + cast(pool_no as double precision))';
/** A bet that the wallet signed itself: its id does not begin with the bettor. */
export const IS_OWN_BET = 'substr(bet_id, 5, length(bettor)) <> bettor';

const MARKETS: Table = {
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
    question_key: 'text',
    condition_key: 'text',
    mismatch: 'text?',
    decided_by: 'text',
    bits: 'integer',
  },
  key: ['id'],
  indexes: [
    { on: ['address'], isUnique: true },
    // The keeper queries by time.
    { on: ['state', 'closes_at', 'id'] },
    { on: ['veto_ends_at'], where: 'veto_ends_at is not null' },
    { on: ['source', 'state', 'expires_at', 'id'], where: MATCHES },
    {
      name: 'markets_measured',
      on: [IS_MEASURED, 'state', 'expires_at', 'id'],
      where: MATCHES,
    },
    { name: 'markets_web', on: ['state', 'expires_at', 'id'], where: ABOUT_WEB },
    // The keeper's open work, in the order in which it pages. When ten thousand markets end
    // together, a page of a dozen must not read them all.
    { on: ['account_closed', 'id'], where: 'state > 1' },
    { on: ['fees_moved', 'id'], where: 'state > 1 and bets > 0' },
    // The auditor goes through the markets whose account exists.
    { on: ['id'], where: 'account_closed = 0' },
    // Open markets that ask the same. Without the state, which each end would update.
    { on: ['question_key', 'expires_at'] },
    { on: ['condition_key', 'expires_at'] },
    // Lists. Each has the bits behind its order, for the filters that it does not serve.
    { on: ['state', 'expires_at', 'id', 'bits'] },
    { on: ['state', ...NEWEST, 'bits'], where: MATCHES },
    { on: ['creator', 'state', ...NEWEST, 'bits'], where: MATCHES },
    { on: ['token_address', 'state', ...NEWEST, 'bits'], where: MATCHES },
    { on: ['state', 'decided_by', 'currency', ...NEWEST, 'bits'], where: MATCHES },
  ],
};

/** For lists by volume. */
export async function indexVolume(db: Database): Promise<void> {
  // PostgreSQL takes the volume from the index only if the index has what it is computed from.
  const pools = isPostgres(db) ? ['pool_yes', 'pool_no'] : [];
  const on = ['state', 'currency', VOLUME, ...NEWEST, 'bits', ...pools];
  await createIndex(db, 'markets', { name: 'markets_volume', on, where: MATCHES });
}

const BETS: Table = {
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
  indexes: [
    { on: ['bet_id'], isUnique: true },
    { on: ['market_id', 'sequence', 'position'] },
    { name: 'bets_own', on: ['bettor', 'bet_id'], where: IS_OWN_BET },
  ],
};

const POSITIONS: Table = {
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
  indexes: [
    { on: ['bettor'] },
    // What is left to settle. With the payout, or SQLite would take the primary key and read the
    // settled ones as well.
    { on: ['market_id', 'payout', 'bettor'], where: 'payout is null' },
    // The open positions of a wallet, and its results, newest first.
    { on: ['bettor', 'payout'], where: 'payout is null' },
    { on: ['bettor', 'settled_at', 'market_id'], where: 'payout is not null' },
  ],
};

/** What statements of accounts and totals are made of. */
const LEDGER: TableSet = {
  fee_events: {
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
    indexes: [{ on: ['currency', 'burned_total'] }, { on: ['currency', 'slot'] }],
  },
  profits: {
    columns: {
      currency: 'integer',
      bettor: 'text',
      profit: 'integer',
      staked: 'integer',
      won: 'integer',
      lost: 'integer',
      refunded: 'integer',
      day: 'integer',
      day_profit: 'integer',
      week_from: 'integer?',
      week_profit: 'integer',
    },
    key: ['currency', 'bettor'],
    isSmall: true,
    // In the orders in which they are listed.
    indexes: [
      { name: 'profits_all', on: ['currency', 'profit desc', 'bettor'] },
      { name: 'profits_day', on: ['currency', 'day', 'day_profit desc', 'bettor'] },
      {
        name: 'profits_week',
        on: ['currency', 'week_profit desc', 'bettor', 'week_from'],
        where: 'week_from is not null',
      },
      { on: ['week_from'], where: 'week_from is not null' },
    ],
  },
  totals: {
    columns: {
      currency: 'integer',
      day: 'integer',
      volume: 'integer',
      bets: 'integer',
      bettors: 'integer',
      paid: 'integer',
      burned: 'integer',
    },
    key: ['currency', 'day'],
    isSmall: true,
  },
  bettor_days: {
    columns: { currency: 'integer', day: 'integer', bettor: 'text' },
    key: ['currency', 'day', 'bettor'],
    isSmall: true,
  },
  transfers: {
    columns: {
      signature: 'text',
      instruction: 'integer',
      bettor: 'text',
      kind: 'text',
      currency: 'integer',
      amount: 'integer',
      slot: 'integer',
      block_time: 'integer',
    },
    key: ['signature', 'instruction'],
    indexes: [{ on: ['bettor'] }],
  },
};

/** How far the indexer is. */
const PROGRESS: TableSet = {
  cursors: {
    columns: { name: 'text', signature: 'text', slot: 'integer' },
    key: ['name'],
    isSmall: true,
  },
  /** What a long backfill has listed and not applied yet, so that it can go on after a restart. */
  listed_signatures: {
    columns: { position: 'integer', signature: 'text', slot: 'integer' },
    key: ['position'],
    isSmall: true,
  },
  transactions: {
    columns: { signature: 'text', slot: 'integer', block_time: 'integer', error: 'text?' },
    key: ['signature'],
    isSmall: true,
    indexes: [{ on: ['slot'] }],
  },
};

export const PROJECTION: TableSet = {
  ...PROGRESS,
  bettors: {
    columns: { address: 'text', wallet: 'text' },
    key: ['address'],
    isSmall: true,
    indexes: [{ on: ['wallet'] }],
  },
  markets: MARKETS,
  /** What only a market's receipt needs. */
  market_rules: {
    columns: {
      market_id: 'text',
      question_hash: 'text',
      condition_hash: 'text',
      clauses: 'text',
      clause_count: 'integer',
    },
    key: ['market_id'],
  },
  market_transactions: {
    columns: {
      market_id: 'text',
      kind: 'text',
      signature: 'text',
      slot: 'integer',
      block_time: 'integer',
    },
    key: ['market_id', 'kind', 'signature'],
    isSmall: true,
  },
  /** The words of every listed market's question, in the order of lists. */
  market_words: {
    columns: { word: 'text', slot: 'integer', number: 'integer', market_id: 'text' },
    key: ['word', 'slot', 'number', 'market_id'],
    isSmall: true,
  },
  bets: BETS,
  positions: POSITIONS,
  ...LEDGER,
};
