import { createHash } from 'node:crypto';
import { type Address, address } from '@solana/kit';
import { READABLE_BYTES_MAX } from '@tote/conditions/oracles/account-snapshot';
import { unixSeconds } from '@tote/domain';
import { MarketSource, NO_ADDRESS, SYSTEM_PROGRAM_ADDRESS } from '@tote/program-client';
import { describe, expect, test } from 'vitest';
import { readAttestedEvidence, renderAttestedEvidence } from '../src/attested-evidence.ts';
import { compileCondition } from '../src/compile-condition.ts';
import { hashEvidenceAccount } from '../src/hash-evidence-account.ts';
import { readCondition } from '../src/read-condition.ts';
import { type ResolvedMarket, replayEvidence } from '../src/replay-evidence.ts';
import { renderSampledEvidence } from '../src/sampled-evidence.ts';
import { mintAccount } from './oracles/support/dumps.ts';

const ORACLE = address('9tcsHPPwtDYZwKKFriKuRzJdTuQmEypKrwPVa2EzcqTd');
const MINT = address('So11111111111111111111111111111111111111112');
const ID = 'market_69KzyUigwniA5RC2FdMXps9c6azA8fhcoaM1t2TWdzQS';
const [createdAt, expiresAt] = [unixSeconds(1_800_000_000), unixSeconds(1_800_003_600)];

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function oracleMarket(condition: string, fields: Partial<ResolvedMarket> = {}): ResolvedMarket {
  return {
    parsedCondition: readCondition(condition),
    ...{ id: ID, condition, source: MarketSource.Oracle, subject: ORACLE, factOwner: NO_ADDRESS },
    ...{ clauses: [], createdAt, expiresAt, slot: 9n, evidenceAccount: ORACLE, evidenceHash: '' },
    resolvedAt: expiresAt,
    ...fields,
  };
}

async function compile(fields: object): Promise<string> {
  const input = { question: 'Will it happen?', tokenAddress: MINT, expiresAt, condition: fields };
  return (await compileCondition(input)).canonical;
}

describe('evidence of samples', () => {
  const holders = (count: bigint, condition: string, marketId = ID) =>
    renderSampledEvidence({
      marketId,
      condition,
      moments: { createdAt, expiresAt, now: expiresAt },
      evidence: {
        samples: [
          {
            slot: 7n,
            observedAt: expiresAt,
            accounts: [mintAccount(MINT)],
            holders: { mint: MINT, count, minimumBaseUnits: 0n, isComplete: true },
          },
        ],
      },
      // The claimed verdict is not used.
      verdict: { verdict: 'met', at: expiresAt, value: '1' },
    });
  const asked = { type: 'holder_count', comparator: 'gte', threshold: '1000' };

  test.each([
    [1_000n, 'Yes'],
    [999n, 'No'],
  ])('%d holders of 1000: %s, with the hash of the text', async (count, outcome) => {
    const condition = await compile(asked);
    const text = holders(count, condition);
    const replay = await replayEvidence(oracleMarket(condition), text);
    expect(replay).toEqual({ hash: sha256(text), outcome, reason: null });
  });

  test('about another market or condition decides nothing', async () => {
    const condition = await compile(asked);
    const other = await compile({ ...asked, threshold: '1' });
    for (const text of [
      holders(5_000n, condition, `${ID}x`),
      holders(5_000n, other),
      `${holders(5_000n, condition)} `,
      '{}',
      '',
    ]) {
      const replay = await replayEvidence(oracleMarket(condition), text);
      expect(replay).toMatchObject({ hash: sha256(text), outcome: null });
    }
  });

  test('from too early decides nothing', async () => {
    const condition = await compile(asked);
    const market = oracleMarket(condition, { resolvedAt: unixSeconds(expiresAt - 1) });
    const replay = await replayEvidence(market, holders(5_000n, condition));
    expect(replay.outcome).toBeNull();
    expect(replay.reason).toContain('moment');
  });

  test('for an unknown condition decides nothing', async () => {
    const condition = '{"type":"paradox"}';
    const replay = await replayEvidence(oracleMarket(condition), holders(1n, condition));
    expect(replay).toMatchObject({ outcome: null, reason: 'its condition cannot be verified' });
  });
});

describe('evidence of an account', () => {
  const account = address('F4bz7J6riCRR11r1z4ENY3DdA7AnYAco1VcbxFnmALPL');
  const owner = address('6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P');
  const LARGE = READABLE_BYTES_MAX + 1_000;
  const asked = {
    ...{ type: 'account_fact', account, owner, timing: 'at_expiry' },
    ...{ offset: 0xffff, dataType: 'u8', comparator: 'eq', value: '7' },
  };

  /** One byte where the clause reads, and another behind everything that it could read. */
  function bytes(first: number, beyond: number): Uint8Array {
    const data = new Uint8Array(LARGE);
    data[0xffff] = first;
    data[LARGE - 1] = beyond;
    return data;
  }

  async function show(data: Uint8Array, shownOwner: Address, fields: Partial<ResolvedMarket> = {}) {
    const input = { question: 'Will it happen?', tokenAddress: null, expiresAt, condition: asked };
    const { canonical: condition, decider } = await compileCondition(input);
    if (!('clauses' in decider)) throw new Error('it is not a fact');
    const market = oracleMarket(condition, {
      ...{
        source: MarketSource.StateFact,
        subject: account,
        factOwner: owner,
        evidenceAccount: account,
      },
      clauses: decider.clauses,
      evidenceHash: hashEvidenceAccount(data),
      ...fields,
    });
    const accounts = [{ address: account, owner: shownOwner, data }];
    const text = renderSampledEvidence({
      ...{ marketId: ID, condition },
      moments: { createdAt, expiresAt, now: expiresAt },
      evidence: { samples: [{ slot: 7n, observedAt: expiresAt, accounts }] },
      verdict: { verdict: 'met', at: expiresAt, value: 'yes' },
    });
    return replayEvidence(market, text);
  }

  test('hashes what a clause can read, and nothing behind it', async () => {
    const readable = createHash('sha256').update(bytes(7, 0).subarray(0, READABLE_BYTES_MAX));
    const hash = readable.digest('hex');
    for (const beyond of [0, 1]) {
      const replay = await show(bytes(7, beyond), owner);
      expect(replay).toMatchObject({ hash, outcome: 'Yes', outcomeByClauses: 'Yes' });
    }
    const other = bytes(7, 0);
    other[READABLE_BYTES_MAX - 1] = 1;
    expect((await show(other, owner)).hash).not.toBe(hash);
    expect(await show(bytes(8, 0), owner)).toMatchObject({ outcome: 'No', outcomeByClauses: 'No' });
  });

  test('of the System program counts as missing, whatever its data', async () => {
    const replay = await show(bytes(7, 0), SYSTEM_PROGRAM_ADDRESS);
    expect(replay).toMatchObject({ outcome: 'No', outcomeByClauses: 'No' });
  });

  test('of an inverted market means the opposite by the clauses', async () => {
    const met = await show(bytes(7, 0), owner, { isInverted: true });
    expect(met.outcomeByClauses).toBe('No');
    const gone = await show(bytes(7, 0), SYSTEM_PROGRAM_ADDRESS, { isInverted: true });
    expect(gone.outcomeByClauses).toBe('Yes');
  });
});

describe('evidence of an attestation', () => {
  const say = { evidence: 'It "rained".\nA lot.', wallet: ORACLE as string, createdAt };

  test('reads back what was written, and nothing else', async () => {
    const condition = await compile({ type: 'attested' });
    const attestation = { outcome: 'Yes', ...say } as const;
    const text = renderAttestedEvidence({ id: ID, condition }, attestation);
    expect(readAttestedEvidence(text)).toEqual({ marketId: ID, condition, attestation });
    for (const other of [` ${text}`, text.replace('"Yes"', '"Maybe"'), '{}', 'null', '']) {
      expect(readAttestedEvidence(other)).toBeUndefined();
    }
  });

  test.each([
    ['Yes', createdAt, 'Yes'],
    ['Yes', expiresAt, 'Yes'],
    ['Yes', unixSeconds(expiresAt + 1), 'No'],
    ['No', expiresAt, 'No'],
  ] as const)('%s at %d makes it %s', async (outcome, at, expected) => {
    const condition = await compile({ type: 'attested' });
    const attestation = { ...say, outcome, createdAt: at };
    const text = renderAttestedEvidence({ id: ID, condition }, attestation);
    const replay = await replayEvidence(oracleMarket(condition), text);
    expect(replay).toEqual({ hash: sha256(text), outcome: expected, reason: null });
  });

  test('of another wallet decides nothing', async () => {
    const condition = await compile({ type: 'attested' });
    const attestation = { ...say, outcome: 'Yes', wallet: MINT } as const;
    const text = renderAttestedEvidence({ id: ID, condition }, attestation);
    const replay = await replayEvidence(oracleMarket(condition), text);
    expect(replay).toMatchObject({ outcome: null, reason: expect.stringContaining('oracle') });
  });
});
