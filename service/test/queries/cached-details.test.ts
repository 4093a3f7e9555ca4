// A market's detail is cached for callers without a credential. With one it is always rendered
// again: both must be equal after every change.
import { expect, test } from 'vitest';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

const getCached = async (id: string) => (await world.get(`/markets/${id}`)).text;

async function getRendered(id: string): Promise<unknown> {
  const { body } = await world.get(`/markets/${id}`, { as: 'carol' });
  const { yours: _yours, ...detail } = body;
  return detail;
}

/** Between two equal answers from the cache nothing has changed. Gives the detail. */
async function expectCurrent(id: string) {
  for (;;) {
    const before = await getCached(id);
    const rendered = await getRendered(id);
    if ((await getCached(id)) !== before) continue;
    expect(JSON.parse(before)).toEqual(rendered);
    return JSON.parse(before);
  }
}

test('a measured market shows each change at once, from its creation to its end', async () => {
  const question = 'Will SOL be above $200 at expiry?';
  const now = Date.parse((await world.get('/config')).body.now);
  const at = (seconds: number) => new Date(now + seconds * 1_000).toISOString();
  const times = { expireAt: at(3_600), bettingClosesAt: at(3_540) };
  const id = await world.createMarket({ question, ...times });
  const { conditionProgress: first } = await expectCurrent(id);
  expect(first.target).toBe(200);

  expect((await world.bet(id, 'bob', 'Yes', 1)).status).toBe(201);
  expect(await expectCurrent(id)).toMatchObject({ betCount: 1, totalVolume: 1 });
  expect((await world.bet(id, 'alice', 'No', 2)).status).toBe(201);
  expect(await expectCurrent(id)).toMatchObject({ betCount: 2, totalVolume: 3 });

  await expect
    .poll(async () => (await expectCurrent(id)).conditionProgress.currentCount)
    .not.toBe(first.currentCount);

  await world.advance(3_600 - 60);
  expect(await expectCurrent(id)).toMatchObject({ bettingOpen: false });
  await world.advance(60);
  await expect.poll(async () => (await expectCurrent(id)).settled, { interval: 200 }).toBe(true);
  const ended = await expectCurrent(id);
  expect(ended).toMatchObject({ status: 'resolved', winningOutcome: expect.any(String) });
  expect(ended.conditionProgress).toBeUndefined();
});
