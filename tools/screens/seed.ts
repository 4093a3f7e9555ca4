// Markets of several kinds with bets, through the API, as people would make them.
import type { World } from '../../service/test/support/world.ts';

/** Question, hours until the expiry, token, and what is staked in turn: on Yes, on No, on Yes … */
type Row = readonly [question: string, hours: number, token: string, stakes: readonly number[]];

const ENDED: Row = ['Will SOL be above $150 at expiry?', 0.05, '', [2.5, 1.1, 0.7, 3]];
const OPEN: readonly Row[] = [
  ['Will it rain in Lisbon tomorrow?', 30, '', [0.8, 1.25]],
  ['Will $SPROUT complete its curve?', 6, 'SPROUT', [2.1, 0.4]],
  ['Will $OAK have more than 500 holders?', 12, 'OAK', [0.6, 0.75]],
  ['Will BTC stay above $50,000?', 100, '', [3, 0.2]],
  ['Will $OAK reach $1M market cap?', 48, 'OAK', [1.5, 2.25, 0.9]],
  ['Will SOL be above $200 at expiry?', 24, '', [1.4, 0.6, 0.9, 2.2, 1]],
];

/** Returns an open market with a price that moves, and one that is decided and paid. */
export async function seed(world: World): Promise<{ open: string; resolved: string }> {
  const { body: config } = await world.get('/config');
  const create = async ([question, hours, token, stakes]: Row) => {
    const now = Date.parse((await world.get('/config')).body.now);
    const expireAt = new Date(now + hours * 3_600_000).toISOString();
    const found = config.demo.tokens.find(({ symbol }: { symbol: string }) => symbol === token);
    const about = found && { tokenAddress: found.mint };
    const id = await world.createMarket({ question, expireAt, ...about });
    for (const [index, amount] of stakes.entries()) {
      const [who, outcome] = index % 2 ? (['bob', 'No'] as const) : (['alice', 'Yes'] as const);
      const answer = await world.bet(id, who, outcome, amount);
      if (answer.status >= 300) throw new Error(answer.text);
    }
    return id;
  };
  const resolved = await create(ENDED);
  await world.advance(200);
  while (!(await world.get(`/markets/${resolved}`)).body.settled) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  let open = '';
  for (const row of OPEN) open = await create(row);
  return { open, resolved };
}
