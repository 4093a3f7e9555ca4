import { address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { describe, expect, test } from 'vitest';
import { hashEvidence } from '../src/attested-evidence.ts';
import { compileCondition } from '../src/compile-condition.ts';
import { evaluateCondition } from '../src/evaluate.ts';
import { readCondition } from '../src/read-condition.ts';
import { readSampledEvidence, renderSampledEvidence } from '../src/sampled-evidence.ts';
import { mintAccount, missingAccount, sampleOf } from './oracles/support/dumps.ts';

const MINT = address('9cRCn9rGT8V2imeM2BaKs13yhMEais3ruM3rPvTGpump');
const EXPIRY = unixSeconds(1_800_003_600);
const moments = { createdAt: unixSeconds(1_800_000_000), expiresAt: EXPIRY, now: EXPIRY };

async function record() {
  const structured = { type: 'holder_count', comparator: 'gte', threshold: '1000' };
  const input = { question: '?', tokenAddress: MINT, expiresAt: EXPIRY, condition: structured };
  const { condition, canonical } = await compileCondition(input);
  const holders = { mint: MINT, count: 1_000n, minimumBaseUnits: 0n, isComplete: true };
  const other = missingAccount(address('Vote111111111111111111111111111111111111111'));
  const sample = { ...sampleOf(EXPIRY, [mintAccount(MINT), other], 2n ** 60n), holders };
  const evidence = { samples: [sample], sampledAt: [unixSeconds(1_800_000_010)] };
  const verdict = await evaluateCondition(condition, evidence, moments);
  return { marketId: 'market_x', condition: canonical, moments, evidence, verdict };
}

describe('evidence', () => {
  test('is read back as it was written, and gives the same verdict again', async () => {
    const original = await record();
    const text = renderSampledEvidence(original);
    const back = readSampledEvidence(text);
    expect(back).toEqual(original);
    if (!back) throw new Error('not read');
    const condition = readCondition(back.condition);
    if (condition.type === 'unknown') throw new Error('unknown condition');
    const verdict = await evaluateCondition(condition, back.evidence, back.moments);
    expect(verdict).toEqual(original.verdict);
    expect(verdict).toMatchObject({ verdict: 'met', value: '1000' });
    expect(hashEvidence(text)).toHaveLength(32);
  });

  test('that was changed is not read', async () => {
    const text = renderSampledEvidence(await record());
    const touched = [
      '',
      'null',
      '[]',
      `${text} `,
      text.replace('"version":1', '"version":2'),
      text.replace('"slot":"1152921504606846976"', '"slot":1152921504606846976'),
      text.replace('"isComplete":true', '"isComplete":"yes"'),
      text.replace(`"address":"${MINT}"`, '"address":"x"'),
    ];
    for (const each of touched)
      expect([each, readSampledEvidence(each)]).toEqual([each, undefined]);
  });
});
