import type { Tables } from '../../../src/store/schema.ts';
import type { Store } from '../../../src/store/store.ts';

/** A market has these values where a test does not care. */
export const MARKET = {
  ...{ address: 'x', creator: 'x', question: '?', token_address: null, currency: 0n, flags: 0n },
  ...{ subject: 'x', fact_owner: 'x', nonce: 0n, minimum_stake: 0n, burn_bps: 0n },
  ...{ developer_bps: 0n, veto_seconds: 0n, created_at: 0n, closes_at: 0n, refund_at: 0n },
  ...{ sequence: 0n, pool_yes: 0n, pool_no: 0n, bets: 0n, outcome: 0n, refund_reason: 0n },
  ...{ resolved_at: null, veto_ends_at: null, evidence_hash: null, burn: 0n, developer: 0n },
  ...{ distributable: 0n, open_positions: null, fees_moved: 0n, dust: 0n, burn_total: null },
  ...{ account_closed: 0n, created_signature: 'x', resolved_signature: null, created_slot: 0n },
  ...{ question_key: 'x', condition_key: 'x', decided_by: 'x', bits: 0n },
};

const SYSTEM = '11111111111111111111111111111111';

/** An open market, as little as the tables need of it. */
export async function addMarket(
  store: Store,
  id: string,
  row: Partial<Tables['markets']>,
): Promise<void> {
  const condition = '{"type":"market_cap"}';
  const market = { ...MARKET, id, condition, source: 0n, state: 1n, expires_at: 100n };
  const address = SYSTEM.slice(0, -id.length) + id;
  await store.write((db) =>
    db
      .insertInto('markets')
      .values({ ...market, address, ...row })
      .execute(),
  );
}
