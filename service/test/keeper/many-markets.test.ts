// Many markets expire in the same second while another one takes bets.
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { useWorld } from '../support/use-world.ts';

const MARKETS = count(300, 10_000);
const STAKED_EVERY = 10;

const world = useWorld();

test('all get their outcome in few transactions, and bets are still placed', async () => {
  const { body } = await world.get('/config');
  const expireAt = new Date(Date.parse(body.now) + 7_200_000).toISOString();
  const indexes = Array.from({ length: MARKETS }, (_, index) => index);
  const ids = await mapConcurrently(indexes, 16, async (index) => {
    // Every other one is decided by a price, which is always above this.
    const question = index % 2 === 0 ? 'Will it rain?' : 'Will SOL be above $100 at expiry?';
    const id = await world.createMarket({ question, expireAt });
    const isStaked = index % STAKED_EVERY === 0;
    if (isStaked) expect((await world.bet(id, 'alice', 'No', 1)).status).toBe(201);
    return id;
  });
  const other = await world.createMarket({
    expireAt: new Date(Date.parse(expireAt) + 86_400_000).toISOString(),
  });
  let isOver = false;
  const betting = keepBetting(other, () => isOver);
  // Stops at the expiry for at most five seconds; the rest is awaited below.
  await world.advance(7_200);
  await expect.poll(countOpen, { interval: 200 }).toBe(1);
  await expect.poll(countUnsettled, { interval: 200 }).toBe(0);
  isOver = true;
  const bets = await betting;

  const ended = query<{ id: string; outcome: number; signature: string }>(
    `select id, outcome, resolved_signature as signature from markets where state = 2`,
  );
  const outcomes = new Map(ended.map(({ id, outcome }) => [id, outcome]));
  expect(ids.filter((id, index) => outcomes.get(id) !== (index % 2 === 0 ? NO : YES))).toEqual([]);
  const transactions = new Set(ended.map(({ signature }) => signature)).size;
  expect(transactions).toBeLessThan(MARKETS / 4);
  for (const type of ['market.closed', 'market.resolved']) {
    const announced = query<{ id: string }>(
      `select market_id as id from feed where type = '${type}'`,
    );
    expect(announced.map(({ id }) => id).sort()).toEqual([...ids].sort());
  }
  // Alice was the only bettor in each market, so she got everything back.
  const paid = query<{ payout: number }>(
    `select payout from positions where market_id <> '${other}' and payout is not null`,
  );
  expect(paid).toEqual(Array.from({ length: MARKETS / STAKED_EVERY }, () => ({ payout: 1e9 })));
  const { outcomes: sides } = (await world.get(`/markets/${other}`)).body;
  expect(sides[0].totalStake).toBe(bets);
});

const [YES, NO] = [1, 2];

/** Places bets one after the other, at least six, and returns how many. None may be refused. */
async function keepBetting(marketId: string, isDone: () => boolean): Promise<number> {
  let bets = 0;
  for (; bets < 6 || !isDone(); bets += 1) {
    const answer = await world.bet(marketId, 'bob', 'Yes', 1);
    expect(answer.status, answer.text).toBe(201);
  }
  return bets;
}

const countOpen = () => query('select id from markets where state = 1').length;
const countUnsettled = () =>
  query(`select bettor from positions join markets on markets.id = market_id
    where state = 2 and payout is null`).length;

function query<Row>(sql: string): Row[] {
  const db = new DatabaseSync(join(world.dir, 'tote.db'), { readOnly: true });
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => ({ ...(row as Row) }));
  } finally {
    db.close();
  }
}
