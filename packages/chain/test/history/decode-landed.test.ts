import { type Address, address } from '@solana/kit';
import { expect, test } from 'vitest';
import { createHistory, SOL } from '../../../../service/test/support/history.ts';
import { type DecodeOptions, decodeLanded } from '../../src/history/decode-landed.ts';
import type { LandedTransaction } from '../../src/landed.ts';
import { conditionOf } from '../world.ts';

const OTHER = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

async function play() {
  const history = await createHistory();
  const alice = await history.bettor();
  const { market, instruction } = await history.createInstruction();
  const bet = await history.betInstruction(
    market,
    [{ by: alice, outcome: 'Yes', amount: 2n * SOL }],
    { own: alice.wallet },
  );
  const landed = await history.send([instruction, bet], alice.wallet);
  const { programAddress } = history.chain;
  const options: DecodeOptions = {
    programAddress,
    findMarketShape: () => undefined,
    findOwnBettor: (wallet) => (wallet === alice.wallet.address ? alice.bettor : undefined),
  };
  return { landed, options, market, alice };
}

const names = (landed: LandedTransaction, options: DecodeOptions) =>
  decodeLanded(landed, options).map(({ name }) => name);

test('a market and a bet on it in one transaction are both decoded', async () => {
  const { landed, options, market, alice } = await play();
  const [created, placed] = decodeLanded(landed, options);
  expect(created).toMatchObject({
    name: 'MarketCreated',
    instruction: 0,
    question: 'Does it happen?',
    condition: conditionOf(true),
    textsMatchHashes: true,
    event: { market },
  });
  expect(placed).toMatchObject({
    name: 'BetsPlaced',
    // Creating the account is an inner instruction of the first one.
    instruction: 2,
    bets: [
      {
        betId: `bet_${landed.signature}_2_0`,
        bettor: alice.bettor,
        amount: 2n * SOL,
        verdict: 0,
        pools: { yes: 2n * SOL, no: 0n },
      },
    ],
  });
});

test('inner instructions of another program are decoded like outer ones', async () => {
  const { landed, options } = await play();
  // The two instructions as inner ones of another program's instruction.
  const outer = { programAddress: OTHER, accounts: [] as Address[], data: new Uint8Array([1]) };
  const inner = landed.logs.map((line) => line.replace('invoke [1]', 'invoke [2]'));
  const called: LandedTransaction = {
    ...landed,
    instructions: [outer, ...landed.instructions],
    logs: [`Program ${OTHER} invoke [1]`, ...inner, `Program ${OTHER} success`],
  };
  const changes = decodeLanded(called, options);
  expect(changes.map(({ name, instruction }) => [name, instruction])).toEqual([
    ['MarketCreated', 1],
    ['BetsPlaced', 3],
  ]);
});

test('an event logged by another program is ignored', async () => {
  const { landed, options } = await play();
  const event = landed.logs.find((line) => line.startsWith('Program data: ')) as string;
  const forged = {
    ...landed,
    logs: [`Program ${OTHER} invoke [1]`, event, event, `Program ${OTHER} success`, ...landed.logs],
  };
  expect(decodeLanded(forged, options)).toEqual(decodeLanded(landed, options));
});

test('events after a log truncation are missing, except the last one in the return data', async () => {
  const { landed, options } = await play();
  const at = landed.logs.findIndex((line) => line.startsWith('Program data: '));
  const kept = [...landed.logs.slice(0, at), 'Log truncated', ...landed.logs.slice(at)];
  expect(names({ ...landed, logs: kept }, options)).toEqual(['missing', 'unknown_market']);
  expect(names({ ...landed, logs: kept, returned: undefined }, options)).toEqual([
    'missing',
    'missing',
  ]);
  const known = { ...options, findMarketShape: () => ({ isGated: true, takesFactAccount: false }) };
  expect(names({ ...landed, logs: kept }, known)).toEqual(['missing', 'BetsPlaced']);
  // A node that strips trailing zeros.
  const returned = { ...landed.returned!, data: landed.returned!.data.slice(0, -5) };
  expect(returned.data.at(-1)).not.toBeUndefined();
  expect(names({ ...landed, logs: kept, returned }, known)).toEqual(['missing', 'BetsPlaced']);
});

test('return data of another market is not used for the last instruction', async () => {
  const { landed, options } = await play();
  const data = Buffer.from(landed.returned!.data);
  data[8] = (data[8] as number) ^ 1;
  const returned = { ...landed.returned!, data };
  expect(names({ ...landed, logs: [], returned }, options)).toEqual(['missing', 'missing']);
});

test('a failed transaction changed nothing', async () => {
  const { landed, options } = await play();
  expect(names({ ...landed, error: { text: 'x' } }, options)).toEqual([]);
});
