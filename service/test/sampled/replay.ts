// Computes the outcome of a measured market again, from the text whose hash is on chain alone.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { hashEvidence } from '@tote/conditions/attested-evidence';
import { evaluateCondition, outcomeOf } from '@tote/conditions/evaluate';
import { readCondition } from '@tote/conditions/read-condition';
import { type EvidenceRecord, readSampledEvidence } from '@tote/conditions/sampled-evidence';
import { expect } from 'vitest';
import type { World } from '../support/world.ts';

export interface Replay {
  readonly outcome: 'Yes' | 'No';
  readonly record: EvidenceRecord;
}

export async function replay(world: World, marketId: string): Promise<Replay> {
  const { condition: text, hash, evidence } = readRow(world, marketId);
  expect(Buffer.from(hashEvidence(evidence)).toString('hex')).toBe(hash);
  const record = readSampledEvidence(evidence);
  if (!record) throw new Error(`the evidence of ${marketId} is damaged`);
  expect(record).toMatchObject({ marketId, condition: text });
  const condition = readCondition(record.condition);
  if (condition.type === 'unknown') throw new Error(`${marketId} cannot be verified`);
  const verdict = await evaluateCondition(condition, record.evidence, record.moments);
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

function query<Row>(dir: string, sql: string, ...params: string[]): Row {
  const db = new DatabaseSync(join(dir, 'tote.db'), { readOnly: true });
  try {
    const row = db.prepare(sql).get(...params);
    if (!row) throw new Error(`no row: ${sql} ${params}`);
    return row as Row;
  } finally {
    db.close();
  }
}
