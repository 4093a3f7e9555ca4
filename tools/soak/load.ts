// The clients of a run. Each asks any of the replicas, as behind a load balancer, and notes every
// answer. Bets and withdrawals have amounts, and markets questions, by which they are found on
// chain.
import { setTimeout as sleep } from 'node:timers/promises';
import { findBettorAddress } from '@tote/program-client';
import type { Answer, CallOptions } from '../../service/test/faults/support/api.ts';
import { signTransaction } from '../../service/test/support/new-wallet.ts';
import { Chance } from './chance.ts';
import { betFacts } from './read-chain.ts';
import type { Intent, Record, Result } from './record.ts';
import type { Setup, Wallet } from './setups.ts';

const ANSWER_MS_MAX = 60_000;
const AGAIN_MS = 250;
const THINK_MS = 200;
const CREATOR_THINK_MS = [1_500, 4_000] as const;
/** After which markets that are created during the run expire. */
const EXPIRY_SECONDS = [15, 45] as const;
const STAKE_LAMPORTS = 1_000_000;
const WITHDRAWN_LAMPORTS = 2_000_000;
/** Bets that are repeated later, and markets that expire soon and are bet in. */
const KEPT = 50;
const SHORT_MAX = 6;
/** Retrying may help. */
const RETRIED: readonly number[] = [202, 408, 429];

export interface LoadContext {
  readonly seed: number;
  readonly setup: Setup;
  readonly record: Record;
  /** Ids of markets to bet in: one for most bets, others, and those that expire soon. */
  readonly markets: { hot: string; many: string[]; short: string[] };
  /** Aborts when no more requests are begun. */
  readonly stopping: AbortSignal;
  /** Aborts when those that are not decided by then are given up. */
  readonly ending: AbortSignal;
}

interface Step {
  readonly context: LoadContext;
  readonly chance: Chance;
  readonly number: number;
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

async function eachStep(
  context: LoadContext,
  name: string,
  [least, most]: readonly [number, number],
  act: (step: Step) => Promise<unknown>,
): Promise<void> {
  for (let number = 1; !context.stopping.aborted; number += 1) {
    const chance = new Chance(context.seed, `${name} ${number}`);
    await pause(chance.between(least, most), context.stopping);
    if (!context.stopping.aborted) await act({ context, chance, number });
  }
}

async function ask(
  { context: { setup, record }, chance }: Pick<Step, 'context' | 'chance'>,
  method: string,
  path: string,
  options: CallOptions = {},
): Promise<Answer | undefined> {
  const { api } = chance.pick(setup.replicas);
  const signal = AbortSignal.timeout(ANSWER_MS_MAX);
  try {
    const answer = await api.call(method, path, { ...options, signal });
    record.addAnswer(`${method} ${path}`, answer);
    return answer;
  } catch {
    if (!signal.aborted) record.count('connections broken');
    else record.count('requests without an answer for a minute', 1, `${method} ${path}`);
    return undefined;
  }
}

/** Asks again until there is an answer that asking again does not change; undefined: none came. */
async function askUntilDecided(
  { context: { ending }, chance }: Pick<Step, 'context' | 'chance'>,
  send: () => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  for (;;) {
    const answer = await send();
    if (answer && answer.status < 500 && !RETRIED.includes(answer.status)) return answer;
    if (ending.aborted) return undefined;
    await pause(chance.between(AGAIN_MS / 2, AGAIN_MS), ending);
  }
}

/** Until it is decided; undefined: it never was. */
async function follow(step: Step, path: string): Promise<string | undefined> {
  const { ending } = step.context;
  while (!ending.aborted) {
    const answer = await ask(step, 'GET', path);
    if (answer?.status === 200 && answer.body.state !== 'pending') return answer.body.state;
    await pause(2 * AGAIN_MS, ending);
  }
  return undefined;
}

const amountOf = (lamports: number) => `0.${String(lamports).padStart(9, '0')}`;

interface Bet {
  readonly marketId: string;
  readonly outcome: 'Yes' | 'No';
  readonly lamports: number;
  readonly key?: string;
}

/** Bets in all kinds of markets, with and without Idempotency-Key, repeats, and withdraws. */
export async function runBettor(context: LoadContext, name: string, wallet: Wallet): Promise<void> {
  const { record } = context;
  const bettor = await findBettorAddress(wallet.key.address);
  const kept: (Bet & { readonly text: string })[] = [];

  const add = ({ lamports }: Bet, result: Result, facts?: string) => {
    const mark = `${bettor} ${lamports}`;
    record.intents.push({ kind: 'bet', mark, result, ...(facts !== undefined && { facts }) });
  };
  const note = (bet: Bet, answer: Answer | undefined, without: Result) => {
    const isUnknown = answer?.status === 503 && answer.code === 'result_unknown';
    if (answer?.status !== 201) {
      const isRefused = answer && !isUnknown && (answer.status < 500 || answer.status === 503);
      return add(bet, isRefused ? 'refused' : without);
    }
    const { betId } = answer.body;
    record.addBet(betId);
    add(bet, 'acknowledged', betFacts({ ...bet, betId }));
    if (bet.key !== undefined) kept.push({ ...bet, text: answer.text });
    if (kept.length > KEPT) kept.shift();
  };
  const send = (step: Step, { marketId, outcome, lamports, key }: Bet) =>
    ask(step, 'POST', `/markets/${marketId}/bets`, {
      as: wallet,
      body: { outcome, amount: amountOf(lamports) },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });
  /** As a careful client: the same request until there is an answer. */
  const sendWithKey = (step: Step, bet: Bet) => askUntilDecided(step, () => send(step, bet));
  const expectSame = (text: string, other: string) => {
    if (text === other) return;
    const name = 'repeated requests with another answer';
    record.count(name, 1, `${text}, and then ${other}`);
  };

  await eachStep(context, name, [0, THINK_MS], async (step) => {
    const { chance, number } = step;
    const which = chance.next();
    const bet = chooseBet(step);
    const keyed = { ...bet, key: `${name} ${number}` };
    if (which < 0.6) return note(keyed, await sendWithKey(step, keyed), 'undecided');
    if (which < 0.65) {
      const [one, other] = await Promise.all([sendWithKey(step, keyed), sendWithKey(step, keyed)]);
      note(keyed, one ?? other, 'undecided');
      // Refusals are not stored, so only a bet that was placed has one answer.
      const isPlaced = [one, other].some((answer) => answer?.status === 201);
      if (isPlaced && one && other) expectSame(one.text, other.text);
    } else if (which < 0.85) {
      // Without a key nobody may ask again: without an answer the result stays unknown.
      const answer = await send(step, bet);
      if (answer?.status !== 202) return note(bet, answer, 'unanswered');
      const state = await follow(step, `/bets/${answer.body.betId}`);
      if (state === 'confirmed') note(bet, { ...answer, status: 201 }, 'undecided');
      else add(bet, state === 'failed' ? 'refused' : 'undecided');
    } else if (which < 0.92 && kept.length > 0) {
      const earlier = chance.pick(kept);
      const answer = await send(step, earlier);
      if (answer && ![429, 503].includes(answer.status)) expectSame(earlier.text, answer.text);
    } else if (which < 0.96) await ask(step, 'GET', '/account', { as: wallet });
    else await withdraw(step, wallet, bettor);
  });
}

function chooseBet({ context, chance, number }: Step): Bet {
  const { hot, many, short } = context.markets;
  const which = chance.next();
  const others = which > 0.75 && short.length > 0 ? short : many;
  return {
    marketId: which < 0.4 ? hot : chance.pick(others),
    outcome: chance.pick(['Yes', 'No'] as const),
    lamports: STAKE_LAMPORTS + number,
  };
}

/** In a transaction that the wallet signs: sent again, it is the same one. */
async function withdraw(step: Step, wallet: Wallet, bettor: string): Promise<void> {
  const lamports = WITHDRAWN_LAMPORTS + step.number;
  const actions = [{ type: 'withdraw', currency: 'SOL', amount: amountOf(lamports) }];
  const prepared = await ask(step, 'POST', '/account/transactions', {
    as: wallet,
    body: { actions },
  });
  if (prepared?.status !== 200) return;
  const transaction = await signTransaction(prepared.body.transaction, wallet.key);
  const answer = await askUntilDecided(step, () =>
    ask(step, 'POST', '/transactions', { body: { transaction } }),
  );
  const add = (result: Result) => {
    const mark = `${bettor} ${lamports}`;
    step.context.record.intents.push({ kind: 'withdrawal', mark, facts: '', result });
  };
  if (answer?.status !== 200) return add(answer ? 'refused' : 'undecided');
  const { state, transactionId } = answer.body;
  const decided =
    state === 'pending' ? await follow(step, `/transactions/${transactionId}`) : state;
  if (decided === undefined) return add('undecided');
  add(decided === 'failed' ? 'refused' : 'acknowledged');
}

export async function runCreator(context: LoadContext, wallet: Wallet): Promise<string[]> {
  const created: string[] = [];
  const { short } = context.markets;
  await eachStep(context, 'creator', CREATOR_THINK_MS, async ({ chance, number }) => {
    const question = `Will it rain in district ${number} of Lisbon?`;
    const seconds = chance.between(...EXPIRY_SECONDS);
    const id = await createMarket({ context, chance }, wallet, question, seconds);
    if (id === undefined) return;
    created.push(id);
    short.push(id);
    if (short.length > SHORT_MAX) short.shift();
  });
  return created;
}

export async function createMarket(
  step: Pick<Step, 'context' | 'chance'>,
  wallet: Wallet,
  question: string,
  seconds: number,
): Promise<string | undefined> {
  const expireAt = new Date(Date.now() + seconds * 1_000).toISOString();
  const body = { question, outcomes: ['Yes', 'No'], currency: 'SOL', expireAt };
  const headers = { 'idempotency-key': question };
  const answer = await askUntilDecided(step, () =>
    ask(step, 'POST', '/markets', { as: wallet, body, headers }),
  );
  const add = (intent: Pick<Intent, 'result' | 'facts'>) =>
    step.context.record.intents.push({ kind: 'market', mark: question, ...intent });
  if (answer?.status === 201) add({ result: 'acknowledged', facts: answer.body.id });
  else add({ result: answer ? 'refused' : 'undecided' });
  return answer?.status === 201 ? answer.body.id : undefined;
}

/** Reads everything that can be read, in no order. */
export function runReader(context: LoadContext, name: string): Promise<void> {
  const { markets, record } = context;
  return eachStep(context, name, [0, THINK_MS], async (step) => {
    const { chance } = step;
    const market = `/markets/${chance.pick([markets.hot, ...markets.many, ...markets.short])}`;
    const offset = chance.between(0, 200);
    const bet = `/bets/${record.lastBetId}`;
    const path = chance.pick([
      ...['/config', '/reserves', `/markets?limit=50&offset=${offset}`, '/markets?status=resolved'],
      ...['/markets?sort=volume&limit=100', '/markets?sort=endingSoon&q=will'],
      ...['/markets?q=rain+district', `${market}/bets?limit=100&offset=${offset}`],
      ...[market, `${market}/history?limit=100`, `${market}/payouts`, `${market}/resolution`, bet],
    ]);
    const answer = await ask(step, 'GET', path);
    if (path === bet && bet !== '/bets/none' && answer?.status === 404) {
      record.count('acknowledged bets that a read did not find', 1, path);
    }
  });
}
