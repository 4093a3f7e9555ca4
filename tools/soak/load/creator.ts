// A wallet that creates markets which expire soon. Each has another question, by which it is found
// on chain.
import { Chance } from '../chance.ts';
import type { Wallet } from '../setups/setup.ts';
import { ask, askUntilDecided, type LoadContext, pause } from './clients.ts';

const THINK_MS = [1_500, 4_000] as const;
/** Only so many are bet in. */
const SHORT_MAX = 6;

export async function runCreator(
  context: LoadContext,
  name: string,
  wallet: Wallet,
  expirySeconds: readonly [number, number],
): Promise<string[]> {
  const { seed, markets, stopping } = context;
  const created: string[] = [];
  for (let step = 1; !stopping.aborted; step += 1) {
    const chance = new Chance(seed, `${name} ${step}`);
    await pause(chance.between(...THINK_MS), stopping);
    if (stopping.aborted) break;
    const question = `Will it rain in Lisbon on day ${step} of ${name}?`;
    const seconds = chance.between(...expirySeconds);
    const marketId = await create(context, chance, wallet, question, seconds);
    if (marketId === undefined) continue;
    created.push(marketId);
    markets.short.push(marketId);
    if (markets.short.length > SHORT_MAX) markets.short.shift();
  }
  return created;
}

/** The id of the market, if it was acknowledged. */
export async function create(
  context: LoadContext,
  chance: Chance,
  wallet: Wallet,
  question: string,
  seconds: number,
): Promise<string | undefined> {
  const expireAt = new Date(Date.now() + seconds * 1_000).toISOString();
  const body = { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt };
  const headers = { 'idempotency-key': question };
  const answer = await askUntilDecided(context, chance, () =>
    ask(context, chance, 'POST', '/markets', { as: wallet, body, headers }),
  );
  const add = (result: 'acknowledged' | 'refused' | 'undecided', facts?: string) =>
    context.record.add({ kind: 'market', mark: question, result, ...(facts && { facts }) });
  if (answer?.status !== 201) {
    add(answer ? 'refused' : 'undecided');
    return undefined;
  }
  add('acknowledged', answer.body.id);
  return answer.body.id;
}
