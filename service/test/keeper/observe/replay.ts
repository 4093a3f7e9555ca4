// Computes the outcome of a measured market again, from the text whose hash is on chain alone.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { hashEvidence } from '@tote/conditions/attested-evidence';
import { evaluateCondition, outcomeOf } from '@tote/conditions/evaluate';
import { readCondition } from '@tote/conditions/read-condition';
import { unpackSampleHashes } from '@tote/conditions/sample-hashes';
import {
  completeEvidence,
  type EvidenceRecord,
  readSampledEvidence,
} from '@tote/conditions/sampled-evidence';
import { expect } from 'vitest';
import type { World } from '../../support/world.ts';

export interface Replay {
  readonly outcome: 'Yes' | 'No';
  readonly record: EvidenceRecord;
}

export async function replay(world: World, marketId: string): Promise<Replay> {
  const { condition: text, hash, evidence } = readRow(world, marketId);
  const pages = listPages(world, marketId, hash);
  expect(Buffer.from(hashEvidence(evidence)).toString('hex')).toBe(hash);
  const record = readSampledEvidence(evidence);
  if (!record) throw new Error(`the evidence of ${marketId} is damaged`);
  expect(record).toMatchObject({ marketId, condition: text });
  const condition = readCondition(record.condition);
  if (condition.type === 'unknown') throw new Error(`${marketId} cannot be verified`);
  const complete = completeEvidence(record, pages.flatMap(unpackSampleHashes));
  if (!complete) throw new Error(`the hashes of ${marketId} are not those of its evidence`);
  const verdict = await evaluateCondition(condition, complete, record.moments);
  expect(verdict).toEqual(record.verdict);
  if (verdict.verdict === 'unknown') throw new Error(`${marketId} is not decided`);
  return { outcome: outcomeOf(condition, verdict), record };
}

function readRow({ dir }: World, marketId: string) {
  return query<{ condition: string; hash: string; evidence: string }>(
    dir,
    `select markets.condition, evidence.hash, evidence.text as evidence from markets
     join evidence on evidence.market_id = markets.id and evidence.hash = evidence_hash
     where markets.id = ?`,
    marketId,
  );
}

function listPages({ dir }: World, marketId: string, hash: string): Uint8Array[] {
  const rows = queryAll<{ hashes: Uint8Array }>(
    dir,
    'select hashes from evidence_hashes where market_id = ? and evidence_hash = ? order by page',
    ...[marketId, hash],
  );
  return rows.map(({ hashes }) => hashes);
}

function query<Row>(dir: string, sql: string, ...params: string[]): Row {
  const [row] = queryAll<Row>(dir, sql, ...params);
  if (!row) throw new Error(`no row: ${sql} ${params}`);
  return row;
}

function queryAll<Row>(dir: string, sql: string, ...params: string[]): Row[] {
  const db = new DatabaseSync(join(dir, 'tote.db'), { readOnly: true });
  try {
    return db.prepare(sql).all(...params) as Row[];
  } finally {
    db.close();
  }
}
