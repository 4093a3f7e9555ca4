// Addresses that are no wallets: programs, sysvars, Tote's own accounts, addresses off the curve.
// Wherever a request takes an address, they are refused or have no effect, and never cause a 5xx.
import { address } from '@solana/kit';
import { findBettorAddress } from '@tote/program-client';
import { beforeAll, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { useWorld } from '../support/use-world.ts';
import { listEndpoints, rightBody } from './endpoints.ts';

/** One address in this many, others for the next field. */
const EVERY = count(2, 1);

const world = useWorld();
let special: Record<string, string>;
let marketId: string;

beforeAll(async () => {
  marketId = await world.createMarket();
  const { body: config } = await world.get('/config');
  const programAddress = address(config.program);
  const alice = address(world.wallet('alice').address);
  special = {
    'the system program': '11111111111111111111111111111111',
    'the token program': 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
    'the associated token program': 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
    'the compute budget program': 'ComputeBudget111111111111111111111111111111',
    'the loader': 'BPFLoaderUpgradeab1e11111111111111111111111',
    'the clock': 'SysvarC1ock11111111111111111111111111111111',
    'the rent': 'SysvarRent111111111111111111111111111111111',
    'the incinerator': '1nc1nerator11111111111111111111111111111111',
    'wrapped SOL': 'So11111111111111111111111111111111111111112',
    'the program itself': config.program,
    'the mint of UTILITY': config.utilityMint,
    'a market': marketId.slice('market_'.length),
    'a bettor account': await findBettorAddress(alice, { programAddress }),
    'a point of small order': '11111111111111111111111111111112',
  };
});

/** Problems of a request that takes the address; nothing if it is answered properly. */
async function check(what: string, path: string, body?: unknown): Promise<string[]> {
  const answer = await (body === undefined ? world.get(path) : world.post(path, body));
  const isError = answer.status >= 400 && typeof answer.body?.error !== 'string';
  const isWrong = answer.status >= 500 || isError;
  return isWrong ? [`${what}: ${answer.status} ${answer.text.slice(0, 200)}`] : [];
}

const ACTIONS: readonly Record<string, unknown>[] = [
  { type: 'open' },
  { type: 'open', slots: 1_024 },
  { type: 'grow', slots: 16 },
  { type: 'deposit', currency: 'SOL', amount: 1 },
  { type: 'deposit', currency: 'UTILITY', amount: 1 },
  { type: 'withdraw', currency: 'SOL', amount: 1 },
  { type: 'withdraw', currency: 'UTILITY', amount: 1 },
  { type: 'delegate' },
  { type: 'delegate', delegate: null },
  { type: 'autoWithdraw', enabled: true },
  { type: 'close' },
  { type: 'close', forfeitSol: true, forfeitUtility: true },
];

test('as a wallet for which a transaction is prepared', async () => {
  const market = await world.marketBody();
  const problems: string[] = [];
  for (const [what, wallet] of Object.entries(special)) {
    for (const action of ACTIONS) {
      const body = { wallet, actions: [action] };
      const name = `${what}, ${JSON.stringify(action)}`;
      problems.push(...(await check(name, '/account/transactions', body)));
    }
    const bet = { wallet, outcome: 'Yes', amount: 1 };
    problems.push(...(await check(what, `/markets/${marketId}/bets/prepare`, bet)));
    problems.push(...(await check(what, '/markets/prepare', { wallet, ...market })));
  }
  expect(problems).toEqual([]);
});

test('as a token account, a delegate or a token', async () => {
  const problems: string[] = [];
  const wallet = world.wallet('alice').address;
  const market = await world.marketBody({ question: 'Will it reach a market cap of $1m?' });
  for (const [what, one] of Object.entries(special)) {
    const actions = [
      { type: 'withdraw', currency: 'UTILITY', amount: 1, tokenAccount: one },
      { type: 'delegate', delegate: one },
    ];
    for (const action of actions) {
      const name = `${what}, ${action.type}`;
      const body = { wallet, actions: [action] };
      problems.push(...(await check(name, '/account/transactions', body)));
    }
    const preview = { ...market, tokenAddress: one };
    problems.push(...(await check(what, '/markets/preview', preview)));
    problems.push(...(await check(what, '/markets/prepare', { wallet, ...preview })));
  }
  expect(problems).toEqual([]);
});

test('in a path or a query', async () => {
  const problems: string[] = [];
  for (const [what, one] of Object.entries(special)) {
    const paths = [`/markets/market_${one}`, `/markets/market_${one}/resolution`];
    paths.push(`/markets/market_${one}/payouts?after=${one}`, `/bets/bet_${one}_0_1`);
    paths.push(`/transactions/${one}${one}`.slice(0, 100));
    for (const path of paths) problems.push(...(await check(`${what}, ${path}`, path)));
  }
  expect(problems).toEqual([]);
});

test('in every field of every request', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const facts = { later, wallet: world.wallet('alice').address };
  const problems: string[] = [];
  let round = 0;
  for (const { method, path, bodies } of await listEndpoints(world)) {
    const url = path
      .replace('/v1', '')
      .replace('{marketId}', marketId)
      .replace(/\{\w+\}/, 'x');
    for (const fields of bodies) {
      const right = rightBody(fields, facts);
      for (const field of fields) {
        round += 1;
        const taken = Object.entries(special).filter((_, at) => (at + round) % EVERY === 0);
        for (const [what, one] of taken) {
          const body = { ...right, [field]: one };
          const { status, text } = await world.call(method, url, { as: 'alice', body });
          if (status >= 500) problems.push(`${what}, ${method} ${url} ${field}: ${status} ${text}`);
        }
      }
    }
  }
  expect(problems).toEqual([]);
});
