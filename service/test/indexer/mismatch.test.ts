// A market whose condition is not what decides it is recognised by the indexer, in a rebuild, and
// without its event.
import type { Chain } from '@tote/chain/chain';
import { marketIdOf } from '@tote/chain/ids';
import { compileCondition } from '@tote/conditions/compile-condition';
import { PYTH_RECEIVER } from '@tote/conditions/oracles/programs';
import { unixSeconds } from '@tote/domain';
import { expect, test } from 'vitest';
import { createHistory, createReader, type Reader } from '../support/history.ts';
import { rebuildBeside } from '../support/rebuild-beside.ts';
import { showing, withoutEvents } from '../support/show-landed.ts';

/** One of each kind; facts of a program that the Config does not know are custom. */
async function play() {
  const history = await createHistory();
  const compile = (threshold: string) =>
    compileCondition({
      ...{ question: '?', tokenAddress: null, expiresAt: unixSeconds(2_000_000_000) },
      condition: {
        ...{ type: 'account_fact', account: PYTH_RECEIVER, owner: PYTH_RECEIVER, offset: 0 },
        ...{ dataType: 'u64', comparator: 'gt', value: threshold },
      },
    });
  const [one, two] = [await compile('1'), await compile('2')];
  const honest = { condition: one.canonical, decider: one.decider, isTriggered: false };
  const markets = {
    attested: await history.market(),
    fact: await history.market(honest),
    lie: await history.market({ ...honest, decider: two.decider }),
    foreign: await history.market({ condition: 'as I say' }),
    late: await history.market({ isTriggered: false, condition: one.canonical }),
  };
  return { history, markets };
}

type Markets = Awaited<ReturnType<typeof play>>['markets'];

async function readMarkets({ queries, indexer }: Reader, markets: Markets) {
  await indexer.catchUp();
  const list = await queries.listMarkets({ limit: 100, offset: 0 });
  const listed = list.markets.map(({ id }) => id);
  const entries = Object.entries(markets).map(async ([name, market]) => {
    const view = await queries.findMarket(marketIdOf(market));
    const { mismatch, isCustom } = view ?? { mismatch: 'missing', isCustom: null };
    return [name, { mismatch, isCustom, isListed: listed.includes(marketIdOf(market)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

const FINE = { mismatch: null, isListed: true };
const EXPECTED = {
  attested: { ...FINE, isCustom: false },
  fact: { ...FINE, isCustom: true },
  lie: { mismatch: expect.stringMatching(/^The clauses/), isListed: false, isCustom: true },
  foreign: { mismatch: expect.stringMatching(/not in the form/), isListed: false, isCustom: false },
  late: { mismatch: expect.stringMatching(/^By its condition/), isListed: false, isCustom: false },
};

test('indexing, a rebuild and reconciling without events give the same, also of closed markets', async () => {
  const { history, markets } = await play();
  const reader = await createReader(history);
  const found = await readMarkets(reader, markets);
  expect(found).toEqual(EXPECTED);
  await rebuildBeside(history, reader);
  expect(await readMarkets(reader, markets)).toEqual(found);

  const chain = showing(history.chain, withoutEvents);
  expect(await readMarkets(await createReader(history, { chain }), markets)).toEqual(found);
  // When a market is closed, too, the instruction shows that it is custom.
  const getConfig = () => chain.accounts.getConfig();
  const accounts = { getConfig, findMarket: async () => null } as unknown as Chain['accounts'];
  const closed = await createReader(history, { chain: { ...chain, accounts } });
  expect(await readMarkets(closed, markets)).toEqual(EXPECTED);
});
