// Plays what a released database must have: markets in both currencies that were decided and paid,
// one that was refunded, and one that is open for years, all with bets.
import { pollUntil } from '@tote/chain/lib/poll-until';
import type { DemoName } from '../../service/src/embedded/demo.ts';
import { type Answer, World } from '../../service/test/support/world.ts';

const HOUR = 3_600;
const YEAR_MS = 365 * 24 * HOUR * 1_000;

export interface ReleaseAnswers {
  /** Still open, and expires years later. */
  readonly openMarket: string;
  /** A key of alice's, which only the database knows. */
  readonly apiKey: string;
  readonly answers: Readonly<Record<string, unknown>>;
}

/** Leaves the data folder of a service that was stopped. */
export async function playRelease(dir: string): Promise<ReleaseAnswers> {
  const world = await World.start({}, dir);
  const paid = [await world.createMarket(), await world.createMarket({ currency: 'UTILITY' })];
  const nobodyWon = await world.createMarket({ question: 'Will it snow in Lisbon?' });
  const bets = (
    await Promise.all([
      ...paid.flatMap((id) => [placeBet(world, id, 'alice'), placeBet(world, id, 'bob', 'No')]),
      placeBet(world, nobodyWon, 'alice'),
    ])
  ).map(({ body }) => body.betId);
  await world.advance(HOUR + 1);
  const ended = [...paid, nobodyWon];
  for (const id of ended) await awaitPayouts(world, id);
  const expireAt = new Date(Date.now() + 5 * YEAR_MS).toISOString();
  const openMarket = await world.createMarket({ question: 'Will it hail in Lisbon?', expireAt });
  bets.push((await placeBet(world, openMarket, 'alice')).body.betId);
  bets.push((await placeBet(world, openMarket, 'bob', 'No')).body.betId);
  const answers = await readAnswers(world, [
    ...ended.flatMap((id) => ['', '/payouts', '/resolution'].map((end) => `/markets/${id}${end}`)),
    ...[...ended, openMarket].map((id) => `/markets/${id}/bets?limit=100`),
    ...bets.map((id) => `/bets/${id}`),
    '/account',
    '/account/statement',
  ]);
  const key = { name: 'release', scopes: ['read'] };
  const { body: created } = await world.post('/api-keys', key, { as: 'alice' });
  await world.service.close();
  return { openMarket, apiKey: created.key, answers };
}

async function placeBet(world: World, id: string, as: DemoName, outcome = 'Yes'): Promise<Answer> {
  const answer = await world.bet(id, as, outcome, '1.5');
  if (answer.status !== 201) throw new Error(`no bet: ${answer.status} ${answer.text}`);
  return answer;
}

async function awaitPayouts(world: World, id: string): Promise<void> {
  const read = async () => (await world.get(`/markets/${id}`)).body;
  const isPaid = ({ settled }: { settled?: boolean }) => settled === true;
  const market = await pollUntil(read, isPaid, { everyMs: 100, withinMs: 60_000 });
  if (!isPaid(market)) throw new Error(`not settled: ${JSON.stringify(market)}`);
}

async function readAnswers(world: World, urls: readonly string[]) {
  const answers: Record<string, unknown> = {};
  for (const url of urls) {
    const { status, text, body } = await world.get(url, { as: 'alice' });
    if (status !== 200) throw new Error(`${url}: ${status} ${text}`);
    answers[url] = body;
  }
  return answers;
}
