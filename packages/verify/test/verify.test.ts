// Runs `tote verify` on receipts of a real service: true receipts are verified, and every
// change is detected.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Address } from '@solana/kit';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rebuild } from '../../../service/src/wiring/rebuild-command.ts';
import { expectRefusal } from '../../../service/test/conformance/support/refusal.ts';
import { listProblems, replayEverything } from '../../../service/test/keeper/facts/replay.ts';
import { World, worldConfig } from '../../../service/test/support/world.ts';
import { until } from '../../../tools/test-setup/until.ts';
import { startServer } from '../../cli/test/support/servers.ts';
import { toteHere } from '../../cli/test/support/tote-here.ts';
import { PROGRAM_ADDRESS, parseMarket } from '../src/addresses.ts';
import { fetchReceipt } from '../src/fetch-receipt.ts';
import { createNode } from '../src/history/node.ts';
import type { VerifiedChain } from '../src/read-history.ts';
import { verifyReceipt } from '../src/verify-market.ts';

// biome-ignore lint/suspicious/noExplicitAny: receipts are changed in every way
type Json = any;

const COMMAND = fileURLToPath(new URL('../../cli/bin/tote.mjs', import.meta.url));
const NOBODY = 'market_4Nd1mYvKzPJwk5ZbPhDDwWX8zx8tS1kFhCM3Xo9wWzbM';

let world: World;
let chain: VerifiedChain;
let attested: string;
let price: string;
let utility: string;
let never: string;
let holders: string;
beforeAll(async () => {
  world = await World.start();
  const { now, demo } = (await world.get('/config')).body;
  const expireAt = new Date(Date.parse(now) + 900_000).toISOString();
  attested = await world.createMarket();
  price = await world.createMarket({ question: 'Will SOL be above $100 at expiry?', expireAt });
  utility = await world.createMarket({ currency: 'UTILITY', expireAt });
  never = await world.createMarket({ question: 'Will SOL hit $1,000,000?', expireAt });
  holders = await world.createMarket({
    ...{ question: 'Will it have at least 2 holders at expiry?', expireAt },
    tokenAddress: demo.tokens[1].mint,
  });
  for (const id of [attested, price, utility, never, holders]) {
    await world.bet(id, 'alice', 'Yes', '3');
    await world.bet(id, 'alice', 'No', '0.5');
    await world.bet(id, 'bob', 'No', '1.000001');
  }
  for (const path of ['resolution', 'payouts', 'samples']) {
    expectRefusal(await world.get(`/markets/${price}/${path}`), 409, 'result_not_ready');
    expectRefusal(await world.get(`/markets/${NOBODY}/${path}`), 404, 'market_not_found');
    expectRefusal(await world.get(`/markets/nothing/${path}`), 404, 'market_not_found');
  }
  const body = { outcome: 'Yes', evidence: 'Seen "twice".' };
  await world.post(`/markets/${attested}/attestations`, body, { as: 'oracle' });
  await world.advance(901);
  const closed = async (id: string) => (await receiptOf(id)).fees.dust !== null;
  for (const id of [attested, price, utility, never, holders]) {
    await until(async () => expect(await closed(id)).toBe(true));
  }
  chain = openNode();
});
afterAll(() => world.close());

const openNode = (): VerifiedChain => ({
  node: createNode(world.demo.rpcUrl),
  programAddress: TOTE_PROGRAM_ADDRESS,
});

const receiptOf = async (id: string, query = ''): Promise<Json> =>
  (await world.get(`/markets/${id}/resolution${query}`)).body;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');

describe('GET /v1/markets/{id}/resolution', () => {
  test('of an event that did not happen: the hashes of the samples, page by page', async () => {
    const { evidence, observations } = await receiptOf(never);
    const { count, root } = evidence.sampleHashes;
    expect(evidence.text).toContain(root);
    expect(evidence.attestation).toBeNull();
    expect(observations).toEqual([]);
    const list = async (query = '') => (await world.get(`/markets/${never}/samples${query}`)).body;
    const hashes = await list();
    expect(hashes).toHaveLength(count);
    expect(hashes[0]).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await list('?offset=1')).toEqual(hashes.slice(1));
    expect(await list(`?offset=${count}`)).toEqual([]);
    expect(await list('?offset=1024')).toEqual([]);
    expect((await world.get(`/markets/${price}/samples`)).body).toEqual([]);
    expect((await receiptOf(price)).evidence.sampleHashes).toBeNull();
    const wrong = await world.get(`/markets/${never}/samples?offset=-1`);
    expectRefusal(wrong, 400, 'offset_out_of_range');
  });

  test('money: pools, fees, dust and every payout add up to the base unit', async () => {
    const receipt = await receiptOf(utility);
    expect(receipt).toMatchObject({
      currency: 'UTILITY',
      winningOutcome: 'No',
      pools: { Yes: 3, No: 1.500001 },
      totalVolume: 4.500001,
      payoutRatio: { Yes: 0, No: 2.7999 },
      fees: { burn: 0.15, burnRate: 0.05, developer: 0.15, developerRate: 0.05, distributed: 2.7 },
      settlement: { positions: 2, credited: 2, pending: 0 },
      buyback: null,
    });
    // floor(500,000 x 2.7 / 1.500001) and floor(1,000,001 x 2.7 / 1.500001)
    const alice = receipt.payouts.find(({ wallet }: Json) => wallet === walletOf('alice'));
    const bob = receipt.payouts.find(({ wallet }: Json) => wallet === walletOf('bob'));
    expect(alice).toMatchObject({ payout: 1.399999, stakes: { Yes: 3, No: 0.5 } });
    expect(bob).toMatchObject({ payout: 2.800001, stakes: { Yes: 0, No: 1.000001 } });
    expect(receipt.fees.dust).toBe(0.000001);
    const units = [1.399999, 2.800001, 0.000001, 0.15, 0.15].map((each) => Math.round(each * 1e6));
    expect(units.reduce((sum, each) => sum + each, 0)).toBe(4_500_001);
  });

  test('pages: limit and offset, also for the payouts endpoint', async () => {
    const { payouts } = await receiptOf(price);
    expect(payouts).toHaveLength(2);
    expect((await receiptOf(price, '?limit=1')).payouts).toEqual([payouts[0]]);
    const second = await receiptOf(price, '?limit=1&offset=1');
    expect(second.payouts).toEqual([payouts[1]]);
    expect(second.settlement).toMatchObject({ positions: 2, credited: 2 });
    expect((await receiptOf(price, '?offset=2')).payouts).toEqual([]);
    const list = async (query: string) =>
      (await world.get(`/markets/${price}/payouts${query}`)).body;
    expect(await list('')).toEqual(payouts);
    expect(await list('?limit=1&offset=1')).toEqual([payouts[1]]);
    expect(await list('?offset=10000')).toEqual([]);
    expect(await list('?limit=0')).toEqual([]);
    expect(await list('?limit=101')).toEqual(payouts);
    expect(await list(`?after=${payouts[0].bettor}`)).toEqual([payouts[1]]);
    expect(await list(`?after=${payouts[1].bettor}`)).toEqual([]);
    const rest = await receiptOf(price, `?after=${payouts[0].bettor}`);
    expect(rest.payouts).toEqual([payouts[1]]);
    for (const path of ['resolution', 'payouts']) {
      const wrong = await world.get(`/markets/${price}/${path}?limit=x`);
      expectRefusal(wrong, 400, 'limit_out_of_range');
      const deep = await world.get(`/markets/${price}/${path}?offset=10001`);
      expectRefusal(deep, 400, 'offset_too_deep');
      const after = await world.get(`/markets/${price}/${path}?after=1`);
      expectRefusal(after, 400, 'address_invalid');
    }
  });
});

const walletOf = (name: 'alice' | 'bob') => world.wallet(name).address;

test('the program is at the address that its client names', () => {
  expect(PROGRAM_ADDRESS).toBe(TOTE_PROGRAM_ADDRESS);
});

describe('tote verify', () => {
  let lines: readonly string[] = [];
  /** Finds the service by its data folder. */
  const run = async (args: string[]) => {
    const ran = await toteHere(['verify', ...args], { TOTE_DATA_DIR: world.dir });
    lines = [...ran.lines, ...ran.notes];
    return ran.code;
  };

  test('prints ok for each check, for every market', async () => {
    expect(await run([price])).toBe(0);
    const summary =
      /^Verified: \d+ recomputed, 0 by the oracle’s word, 0 different, 0 could not be/;
    expect(lines.at(-1)).toMatch(summary);
    expect(lines).toContain('ok         outcome: Yes');
    // Also with the plain address.
    expect(await run([price.slice('market_'.length)])).toBe(0);
    expect(await replayEverything(world)).toBe(5);
  });

  test('counts apart what only the oracle’s word stands for', async () => {
    expect(await run([never])).toBe(0);
    expect(lines.at(-1)).toMatch(
      /^Verified: \d+ recomputed, 1 by the oracle’s word, 0 different, 0/,
    );
    const { count, longestGapSeconds } = (await receiptOf(never)).evidence.sampleHashes;
    expect(lines).toContain(
      `SAID       outcome: No; the oracle says that it looked ${count} times ` +
        `without a gap longer than ${longestGapSeconds} seconds`,
    );
    expect(await run([attested])).toBe(0);
    expect(lines).toContain('SAID       outcome: Yes; the oracle says so');
    expect(lines.at(-1)).toContain(', 1 by the oracle’s word, ');
  });

  test('is a command with an exit code and JSON, and finds the node through the service', async () => {
    const args = [COMMAND, 'verify', price, '--url', world.service.baseUrl];
    const { stdout } = await promisify(execFile)(process.execPath, [...args, '--json']);
    const { marketId, isTrue, checks, counts } = JSON.parse(stdout);
    expect([marketId, isTrue]).toEqual([price, true]);
    const zero = { oracleWord: 0, different: 0, unchecked: 0 };
    expect(counts).toEqual({ recomputed: checks.length, ...zero });
    expect(checks).toContainEqual({ name: 'outcome', status: 'ok', text: 'Yes' });
  });

  test('needs a market that has ended', async () => {
    const expectFailure = async (args: string[], code: number, text: RegExp) => {
      expect([await run(args), lines.join('\n')]).toEqual([code, expect.stringMatching(text)]);
    };
    for (const args of [[], [price, price], [price, '--no']]) {
      await expectFailure(args, 2, /market|option|nothing to do/i);
    }
    await expectFailure([price, '--url', 'nowhere'], 2, /--url/);
    const other = ['--program', '11111111111111111111111111111111'];
    expect(await run([price, ...other])).toBe(4);
    await expectFailure([NOBODY], 1, /No market has the id/);
    await expectFailure(['nothing'], 1, /No market’s id begins with nothing/);
    const open = await world.createMarket();
    await expectFailure([open], 1, /no result yet/);
    await expectFailure(
      [price, '--url', 'http://127.0.0.1:9/v1'],
      3,
      /There is no answer from http/,
    );
    const noNode = ['--rpc', 'http://127.0.0.1:9/secret'];
    await expectFailure([price, ...noNode], 3, /No node .* http:..127\.0\.0\.1:9;/);
  });

  test('prints DIFFERENT for a service that lies', async () => {
    const liar = await startServer(async (request, response) => {
      const { text } = await world.get((request.url ?? '').replace('/v1', ''));
      response.end(text.replace('"winningOutcome":"Yes"', '"winningOutcome":"No"'));
    });
    expect(await run([price, '--url', liar])).toBe(4);
    expect(lines).toContain('DIFFERENT  winningOutcome: chain Yes, receipt No');
    expect(lines.at(-1)).toMatch(
      /^NOT VERIFIED: \d+ recomputed, 0 by the oracle’s word, 1 different, 0/,
    );
  });
});

/** Verifies a changed receipt, with a real or a manipulated chain. */
async function tamper(
  id: string,
  change: (receipt: Json, payouts: Json[], sampleHashes: Json[]) => void,
  altered: VerifiedChain = chain,
): Promise<string[]> {
  const served = await fetchReceipt(world.service.baseUrl, id);
  const copy = structuredClone(served) as Json;
  change(copy.receipt, copy.payouts, copy.sampleHashes);
  const verification = await verifyReceipt(altered, parseMarket(id) as Address, copy);
  expect(verification.isTrue).toBe(listProblems(verification).length === 0);
  return verification.checks
    .filter(({ status }) => status !== 'ok' && status !== 'said')
    .map(({ name, status }) => `${status} ${name.split(' of ')[0]}`);
}

const winnerOf = (payouts: Json[]) => payouts.find(({ payout }) => payout !== '0');

const flip = (base64: string): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  return bytes.toString('base64');
};

/** The price is at offset 73 and 8 bytes long. */
const cheaper = (base64: string): string => {
  const bytes = Buffer.from(base64, 'base64');
  bytes.writeBigInt64LE(1n, 73);
  return bytes.toString('base64');
};

function changeBytes(receipt: Json, change: (base64: string) => string): void {
  const [account] = receipt.observations[0].accounts;
  const data = change(account.data);
  receipt.evidence.text = receipt.evidence.text.replaceAll(account.data, data);
  account.data = data;
  account.hash = sha256(Buffer.from(data, 'base64'));
}

describe('a change is detected:', () => {
  test('nothing is different in what is served', async () => {
    for (const id of [attested, price, utility, never, holders]) {
      expect(await tamper(id, () => {})).toEqual([]);
    }
  });

  test('which pools a count of holders left out', async () => {
    const listOf = (receipt: Json) => receipt.observations[0].holders.leftOut;
    const { count, largest } = listOf(await receiptOf(holders));
    expect([count, largest.length]).toEqual([1, 1]);
    const [{ owner, program, name }] = largest;
    expect(name).toBe('PumpSwap');
    const shown = (receipt: Json) => (listOf(receipt).largest[0].amount = '1');
    expect(await tamper(holders, shown)).toEqual(['different holders']);
    // An oracle that leaves out somebody else: its evidence says so, and the chain does not.
    const replaced = (from: string, to: string) => (receipt: Json) => {
      listOf(receipt).largest[0].owner = owner.replace(from, to);
      listOf(receipt).largest[0].program = program.replace(from, to);
      receipt.evidence.text = receipt.evidence.text.replaceAll(from, to);
    };
    const { programAddress } = chain;
    for (const change of [replaced(owner, walletOf('alice')), replaced(program, programAddress)]) {
      const differ = (await tamper(holders, change)).map((each) => each.split(' ')[1]);
      expect(differ).toEqual(['hash', 'left']);
    }
  });

  const CASES: [string, string[], (receipt: Json, payouts: Json[]) => void][] = [
    ['the outcome', ['winningOutcome'], (receipt) => (receipt.winningOutcome = 'No')],
    ['the question', ['question'], ({ rule }) => (rule.question += '!')],
    ['the words', ['details'], ({ rule }) => (rule.details = 'Yes, always.')],
    ['the condition', ['condition'], ({ rule }) => (rule.condition += ' ')],
    ['words after them', ['details'], ({ rule }) => (rule.details += ' Unless it rains.')],
    ['an oracle of a fact', ['oracle'], ({ rule }) => (rule.oracle = rule.fact.owner)],
    ['the kind of a fact', ['kind'], ({ rule }) => (rule.fact.kind = 'state')],
    ['a hash', ['hash'], ({ rule }) => (rule.conditionHashOnChain = sha256(''))],
    ['a clause', ['clauses'], ({ rule }) => (rule.fact.clauses[9].value = '1')],
    [
      'a byte of the observation as it is shown',
      ['observation 1.1'],
      ({ observations: [{ accounts }] }) => (accounts[0].data = flip(accounts[0].data)),
    ],
    ['a byte of the evidence', ['hash'], (receipt) => changeBytes(receipt, flip)],
    [
      'the price in the evidence',
      ['hash', 'outcome', 'outcome by the clauses'],
      (receipt) => changeBytes(receipt, cheaper),
    ],
    [
      'the form of the evidence',
      ['hash', 'outcome', 'outcome by the clauses', 'observations'],
      ({ evidence }) => (evidence.text += ' '),
    ],
    ['a pool', ['pool Yes'], ({ pools }) => (pools.Yes = '3.000000001')],
    ['a fee', ['burn share'], ({ fees }) => (fees.burn = '0.075000049')],
    ['the dust', ['dust'], ({ fees }) => (fees.dust = '0.000000001')],
    ['a ratio', ['payoutRatio Yes'], ({ payoutRatio }) => (payoutRatio.Yes = '1.46')],
    ['a payout', ['payout'], (_, [first]) => (first.payout = '1')],
    ['what is hashed', ['hashOf'], ({ evidence }) => (evidence.hashOf = 'text')],
    ['a state', ['payout'], (_, all) => (winnerOf(all).state = 'pending')],
    ['the paid sum', ['settlement', 'sum'], ({ settlement }) => (settlement.paid = '9')],
    [
      'the paid sum while payouts are pending',
      ['settlement'],
      ({ settlement }) => Object.assign(settlement, { paid: '9', credited: '1', pending: '1' }),
    ],
    ['the credited count', ['settlement'], ({ settlement }) => (settlement.credited = '1')],
    ['the positions', ['settlement'], ({ settlement }) => (settlement.positions = '3')],
    ['a fetch that nobody made', ['fetches'], ({ fetches }) => fetches.push({ url: 'x' })],
    ['a payment', ['payout'], (_, [first]) => (first.transactionId = first.bettor)],
    ['a stake', ['other stakes'], (_, [first]) => (first.stakes.No = '9')],
    ['a wallet', ['accounts'], (_, [first, second]) => (first.wallet = second.wallet)],
    ['a payout left out', ['positions', 'payout', 'other stakes'], (_, all) => all.pop()],
    [
      'a transaction',
      ['transactions resolved'],
      ({ transactions }) => (transactions[1].transactionId = transactions[0].transactionId),
    ],
  ];
  test.each(CASES)('%s', async (_name, expected, change) => {
    expect(await tamper(price, change)).toEqual(expected.map((name) => `different ${name}`));
  });

  test('a fact of a market that an oracle decides', async () => {
    const fact = ({ rule }: Json) => (rule.fact = { kind: 'state', clauses: [] });
    expect(await tamper(attested, fact)).toEqual(['different fact']);
  });

  test('a sale of UTILITY', async () => {
    const sale = { converted: '0', utilityBurned: '0', complete: false };
    const change = (receipt: Json) => (receipt.buyback = sale);
    expect(await tamper(utility, change)).toEqual(['different buyback']);
  });

  test('what the oracle said', async () => {
    const change = ({ evidence }: Json) =>
      (evidence.text = evidence.text.replace('twice', 'thrice'));
    expect(await tamper(attested, change)).toEqual(['different hash', 'different attestation']);
    const shown = ({ evidence }: Json) => (evidence.attestation.evidence = 'Dreamt.');
    expect(await tamper(attested, shown)).toEqual(['different attestation']);
  });

  test('what the oracle says that it saw', async () => {
    const HASHES = 'hashes of these samples';
    const change = (alter: (hashes: Json[]) => void) =>
      tamper(never, (_receipt, _payouts, hashes) => alter(hashes));
    const wrong = ['different outcome', `different ${HASHES.split(' of ')[0]}`];
    const other = sha256('something else');
    expect(await change((hashes) => (hashes[0].hash = other))).toEqual(wrong);
    expect(await change((hashes) => hashes.pop())).toEqual(wrong);
    expect(await change((hashes) => hashes.push(hashes[0]))).toEqual(wrong);
    expect(await change((hashes) => (hashes[0].observedAt = 'yesterday'))).toEqual(wrong);
    expect(await change((hashes) => hashes.reverse())).toEqual(wrong);
    const claim = ({ evidence }: Json) => (evidence.sampleHashes.count = '1000000');
    expect(await tamper(never, claim)).toEqual(['different samples that were not kept']);
  });

  test('without the evidence the outcome is unchecked', async () => {
    const change = (receipt: Json) => (receipt.evidence = null);
    expect(await tamper(price, change)).toEqual(['unchecked outcome']);
  });

  test('a receipt that is no receipt', async () => {
    const change = (receipt: Json, payouts: Json[]) => {
      for (const name of Object.keys(receipt)) delete receipt[name];
      payouts.length = 0;
    };
    expect((await tamper(price, change)).length).toBeGreaterThan(20);
  });
});

describe('a node that', () => {
  type Alter = (reply: Json, method: string) => Json;
  const through = (alter: Alter): VerifiedChain => ({
    ...chain,
    node: {
      call: async (method, params) => {
        const reply = structuredClone(await chain.node.call(method, params));
        return alter(reply, method);
      },
    },
  });
  const ofTransactions = (alter: (reply: Json) => Json) =>
    through((reply, method) => (method === 'getTransaction' ? alter(reply) : reply));

  /** Changes the program's events of one kind. */
  const withEvents = (tag: number, change: (event: Buffer) => Buffer[]) =>
    ofTransactions((reply) => {
      reply.meta.logMessages = reply.meta.logMessages.flatMap((line: string) => {
        const [, data] = /^Program data: (.+)$/.exec(line) ?? [];
        const bytes = Buffer.from(data ?? '', 'base64');
        if (bytes[0] !== tag) return [line];
        return change(bytes).map((event) => `Program data: ${event.toString('base64')}`);
      });
      return reply;
    });
  const addAt = (offset: number, more: bigint) => (event: Buffer) => {
    event.writeBigUInt64LE(event.readBigUInt64LE(offset) + more, offset);
    return [event];
  };
  const found = (altered: VerifiedChain) => tamper(price, () => {}, altered);

  test('changes nothing is believed, whatever else it shows', async () => {
    expect(await found(through((reply) => reply))).toEqual([]);
    // A line of another program with the bytes of an event of ours.
    const echo = ofTransactions((reply) => {
      const other = 'ComputeBudget111111111111111111111111111111';
      const events = reply.meta.logMessages.filter((line: string) =>
        line.startsWith('Program data'),
      );
      const lines = [`Program ${other} invoke [1]`, ...events, `Program ${other} success`];
      reply.meta.logMessages.push(...lines);
      return reply;
    });
    expect(await found(echo)).toEqual([]);
  });

  test('has pruned transactions leaves the history unchecked', async () => {
    expect(await found(ofTransactions(() => null))).toEqual(['unchecked history']);
    const nothing = through((reply, method) => (method === 'getSignaturesForAddress' ? [] : reply));
    expect(await found(nothing)).toEqual(['unchecked history']);
  });

  test('ends in the veto time leaves open whether the outcome is final', async () => {
    const later = BigInt(Number.MAX_SAFE_INTEGER) / 1_000_000n;
    const early = withEvents(10, addAt(96, later));
    const proposed: VerifiedChain = {
      ...early,
      node: {
        call: async (method, params) => {
          const reply = (await early.node.call(method, params)) as Json;
          return method === 'getSignaturesForAddress' ? untilResolved(reply) : reply;
        },
      },
    };
    const { transactions } = await receiptOf(price);
    const { transactionId } = transactions.find(({ kind }: Json) => kind === 'resolved');
    const untilResolved = (newestFirst: Json[]) =>
      newestFirst.slice(newestFirst.findIndex(({ signature }) => signature === transactionId));
    expect(await found(proposed)).toContain('unchecked final');
    expect(await found(early)).not.toContain('unchecked final');
  });

  test('hides one transaction is detected by the sequence numbers', async () => {
    const { length } = (await chain.node.call('getSignaturesForAddress', [
      parseMarket(price),
    ])) as Json[];
    expect(length).toBeGreaterThan(3);
    for (let hidden = 0; hidden < length - 1; hidden += 1) {
      const hiding = through((reply, method) =>
        method === 'getSignaturesForAddress' ? reply.toSpliced(length - 1 - hidden, 1) : reply,
      );
      expect([hidden, await found(hiding)]).toEqual([hidden, ['unchecked history']]);
    }
  });

  test('leaves out the logs is detected, unless the return data has the event', async () => {
    const silent = ofTransactions((reply) => {
      const { logMessages: lines } = reply.meta;
      const events = lines.flatMap((line: string) => /^Program data: (.+)$/.exec(line)?.[1] ?? []);
      // Return data is that of the last instruction: here of a group of bets.
      const isBet = events.length === 1 && Buffer.from(events[0], 'base64')[0] === 9;
      if (isBet) reply.meta.logMessages = ['Log truncated'];
      return reply;
    });
    expect(await found(silent)).toEqual([]);
    const mute = ofTransactions((reply) => {
      reply.meta.logMessages = [];
      reply.meta.returnData = null;
      return reply;
    });
    expect(await found(mute)).toEqual(['unchecked history']);
  });

  test('reports a payout of one unit more is detected', async () => {
    // After tag, market, sequence, open positions and the held amount.
    expect(await found(withEvents(13, addAt(64, 1n)))).toEqual([
      'different payout',
      'different sum',
      'different payouts, fees and dust',
    ]);
  });

  test('forges an event is detected', async () => {
    const twice = withEvents(10, (event) => [event, event]);
    expect(await found(twice)).toEqual(['different history']);
    const other = withEvents(10, (event) => [Buffer.concat([Buffer.of(12), event.subarray(1)])]);
    expect(await found(other)).toEqual(['different history']);
    const short = withEvents(10, (event) => [event.subarray(0, -1)]);
    expect(await found(short)).toEqual(['different history']);
    const again = withEvents(9, addAt(40, -1n));
    expect(await found(again)).toContain('different history');
    const stranger = withEvents(9, (event) => [event.fill(7, 8, 40)]);
    expect(await found(stranger)).toEqual(['different history']);
    const outcome = withEvents(10, (event) => {
      event[2] = 2;
      return [event];
    });
    expect(await found(outcome)).toContain('different outcome');
    expect(await found(outcome)).toContain('different winningOutcome');
    const never = withEvents(10, (event) => {
      event.writeBigInt64LE(-1n, 88);
      return [event];
    });
    expect(await found(never)).toEqual(['different history']);
    // The refund date, which the instruction has too.
    expect(await found(withEvents(8, addAt(176, 1n)))).toEqual(['different history']);
  });

  test('changes a bet by one unit is detected, in the event and in the instruction', async () => {
    expect(await found(withEvents(9, addAt(48, 1n)))).toEqual(['different history']);
    const generous = ofTransactions((reply) => {
      const stake = Buffer.alloc(8);
      stake.writeBigUInt64LE(3_000_000_000n);
      const [data] = reply.transaction;
      const bytes = Buffer.from(data, 'base64');
      const offset = bytes.indexOf(stake);
      if (offset >= 0) addAt(offset, 1n)(bytes);
      reply.transaction = [bytes.toString('base64'), 'base64'];
      return reply;
    });
    expect(await found(generous)).toEqual(['different history']);
  });

  test('shows another transaction leaves the history unchecked', async () => {
    const other = ofTransactions((reply) => {
      const [data] = reply.transaction;
      const bytes = Buffer.from(data, 'base64');
      bytes[3] = (bytes[3] ?? 0) ^ 1;
      reply.transaction = [bytes.toString('base64'), 'base64'];
      return reply;
    });
    expect(await found(other)).toEqual(['unchecked history']);
  });
});

test('after a rebuild the receipts have the same bytes', async () => {
  const read = async () => {
    const texts: string[] = [];
    for (const id of [attested, price, utility, never]) {
      texts.push((await world.get(`/markets/${id}/samples`)).text);
      texts.push((await world.get(`/markets/${id}/resolution`)).text);
    }
    return texts;
  };
  const kindsOf = async (id: string) =>
    (await receiptOf(id)).transactions.map(({ kind }: Json) => kind);
  // The keeper collects the fees some time after it has closed a market.
  const all = ['created', 'resolved', 'settled', 'closed', 'collected'];
  for (const id of [attested, price, utility, never]) {
    await until(async () => expect((await kindsOf(id)).slice(0, all.length)).toEqual(all));
  }
  await world.finishBuyback();
  const before = await read();
  await world.service.close();
  await rebuild(worldConfig(world.dir), ['--yes'], { print: () => {} });
  world = await World.start({}, world.dir);
  chain = openNode();
  expect(await read()).toEqual(before);
  expect(await replayEverything(world)).toBe(5);
});
