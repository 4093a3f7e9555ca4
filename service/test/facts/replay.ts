// What the recorded bytes say, computed anew, and that they are the bytes that the chain has seen.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect } from 'vitest';
import { evaluateCondition } from '../../src/conditions/evaluate.ts';
import { readCondition } from '../../src/conditions/read-condition.ts';
import { readSampledEvidence } from '../../src/conditions/sampled-evidence.ts';
import type { World } from '../support/world.ts';

export async function replay(world: World, marketId: string): Promise<'Yes' | 'No'> {
  const { condition: text, hash, evidence } = readRows(world, marketId);
  const record = readSampledEvidence(evidence);
  if (!record) throw new Error(`the evidence of ${marketId} is damaged`);
  expect(record).toMatchObject({ marketId, condition: text });
  const data = record.evidence.samples[0]?.accounts[0]?.data ?? new Uint8Array();
  expect(createHash('sha256').update(Uint8Array.from(data)).digest('hex')).toBe(hash);
  const condition = readCondition(text);
  if (condition.type === 'unknown') throw new Error(`${marketId} cannot be verified`);
  const verdict = await evaluateCondition(condition, record.evidence, record.moments);
  expect(verdict).toEqual(record.verdict);
  return verdict.verdict === 'met' ? 'Yes' : 'No';
}

interface Rows {
  condition: string;
  hash: string;
  evidence: string;
}

function readRows({ dir }: World, marketId: string): Rows {
  const db = new DatabaseSync(join(dir, 'tote.db'), { readOnly: true });
  try {
    const row = db
      .prepare(
        `select markets.condition, evidence.hash, evidence.text as evidence from markets
         join evidence on evidence.market_id = markets.id and evidence.hash = evidence_hash
         where markets.id = ?`,
      )
      .get(marketId);
    if (!row) throw new Error(`there is no evidence of ${marketId}`);
    return row as unknown as Rows;
  } finally {
    db.close();
  }
}
