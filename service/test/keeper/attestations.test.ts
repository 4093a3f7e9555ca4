import type { Address } from '@solana/kit';
import { type Outcome, unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { type Attestation, recordAttestation } from '../../src/store/journal/attestations.ts';
import { claimAnnouncements } from '../../src/store/journal/settings.ts';
import { describeEngines } from '../store/support/engines.ts';

const attestation = (outcome: Outcome, evidence: string): Attestation => ({
  marketId: 'market_a',
  outcome,
  evidence,
  wallet: '11111111111111111111111111111111' as Address,
  createdAt: unixSeconds(1_893_456_000),
});

describeEngines(['memory', 'postgres'], (engine) => {
  test('twenty callers at once all get the same one', async () => {
    const store = await engine.open();
    const standing = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const one = attestation(index % 2 === 0 ? 'Yes' : 'No', `number ${index}`);
        return store.write((db) => recordAttestation(db, one));
      }),
    );
    expect(new Set(standing.map(({ evidence }) => evidence)).size).toBe(1);
  });

  test('twenty announcements at once have one first', async () => {
    const store = await engine.open();
    const claims = await Promise.all(
      Array.from({ length: 20 }, () =>
        store.write((db) => claimAnnouncements(db, 'closed', ['market_a'])),
      ),
    );
    expect(claims.filter(({ size }) => size === 1)).toHaveLength(1);
    const more = ['market_a', 'market_b', 'market_c'];
    const claimed = await store.write((db) => claimAnnouncements(db, 'closed', more));
    expect([...claimed].sort()).toEqual(['market_b', 'market_c']);
    const wanted = await store.write((db) => claimAnnouncements(db, 'wanted', more));
    expect([...wanted].sort()).toEqual(more);
  });
});
