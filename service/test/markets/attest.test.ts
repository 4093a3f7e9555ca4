import { addSeconds, DomainError, type ErrorCode } from '@tote/domain';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../src/auth/caller.ts';
import { type AttestContext, type AttestInput, attest } from '../../src/markets/attest.ts';
import { findAttestation, recordAttestation } from '../../src/store/journal/attestations.ts';
import { awaitEnd, createMarket, getMarket, startWorld, type World } from '../keeper/support.ts';
import { SILENT_LOG } from '../support/silent-log.ts';

let world: World;
let context: AttestContext;
beforeAll(async () => {
  world = await startWorld();
  context = { ...world, findMarket: (id) => world.reads.findMarket(id), log: SILENT_LOG };
});
afterAll(() => world.close());

const oracle = (): Caller => ({ wallet: world.keys.oracle.address, scopes: new Set() });
const yes = (marketId: string): AttestInput => ({
  marketId,
  outcome: 'Yes',
  evidence: 'https://example.org/rain',
});

const expectRefusal = (attempt: Promise<unknown>, code: ErrorCode) =>
  expect(attempt).rejects.toMatchObject({ name: 'DomainError', code });

describe('is refused, and changes nothing,', () => {
  test.each([
    ['for yes', 'outcome_invalid', { outcome: 'yes' }],
    ['with a zero byte', 'characters_not_allowed', { evidence: 'a\0b' }],
    ['with half a pair', 'characters_not_allowed', { evidence: '\ud800' }],
  ] as const)('%s', async (_name, code, change) => {
    const market = await createMarket(world);
    await expectRefusal(attest(context, oracle(), { ...yes(market.id), ...change }), code);
    expect(await findAttestation(world.store.db, market.id)).toBeUndefined();
    expect((await getMarket(world, market.id)).end).toBeNull();
  });

  test('for a condition that is not attested', async () => {
    const market = await createMarket(world, { condition: 'as I say' });
    await expectRefusal(attest(context, oracle(), yes(market.id)), 'market_not_attested');
  });

  test('from the second of the expiry on, and not a second before', async () => {
    const market = await createMarket(world);
    const attestAt = (seconds: number) => {
      const clock = { ...world.chain.clock, now: () => addSeconds(market.expiresAt, seconds) };
      return attest({ ...context, chain: { ...world.chain, clock } }, oracle(), yes(market.id));
    };
    await expectRefusal(attestAt(0), 'attestation_too_late');
    expect(await findAttestation(world.store.db, market.id)).toBeUndefined();
    expect((await attestAt(-1)).end?.outcome).toBe('Yes');
  });

  test('after the keeper has recorded that nothing was attested', async () => {
    const market = await createMarket(world);
    const { id: marketId, createdAt } = market;
    const wallet = world.keys.oracle.address;
    const note = { marketId, outcome: 'No', evidence: 'nothing', wallet, createdAt } as const;
    await world.store.write((db) => recordAttestation(db, note));
    await expectRefusal(attest(context, oracle(), yes(market.id)), 'attestation_too_late');
    expect((await getMarket(world, market.id)).end).toBeNull();
  });
});

test('again: ten at once resolve it once', async () => {
  const market = await createMarket(world);
  const keeper = world.keeper();
  keeper.start();
  const views = await Promise.all(
    Array.from({ length: 10 }, () => attest(context, oracle(), yes(market.id))),
  );
  for (const { end } of views) expect(end?.outcome).toBe('Yes');
  await keeper.stop();
  const resolved = await world.store.db
    .selectFrom('feed')
    .select('id')
    .where('type', '=', 'market.resolved')
    .where('market_id', '=', market.id)
    .execute();
  expect(resolved).toHaveLength(1);
});

test('accepted while the chain is unavailable, it is resolved by the keeper', async () => {
  const market = await createMarket(world);
  const away = {
    ...context,
    chain: { ...world.chain, sign: () => Promise.reject(new DomainError('chain_unavailable')) },
  };
  expect((await attest(away, oracle(), yes(market.id))).end).toBeNull();
  world.keeper().start();
  expect((await awaitEnd(world, market))?.outcome).toBe('Yes');
});
