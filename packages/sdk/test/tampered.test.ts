// A service that prepares something else than was asked for: whatever it changes, it is not signed.
import {
  type Address,
  generateKeyPair,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/kit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { World } from '../../../service/test/support/world.ts';
import { count } from '../../../tools/test-setup/stage.ts';
import { encodeBase58, fromBase64, toBase64 } from '../src/bytes.ts';
import {
  createTote,
  decimal,
  type Signer,
  signerFromKeyPair,
  type Tote,
  ToteError,
} from '../src/index.ts';
import { readTransaction } from '../src/transaction.ts';

const OTHER = encodeBase58('05'.repeat(32)) as Address;
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const SYSTEM = '11111111111111111111111111111111' as Address;
const SIGNATURE_BYTES = 64;

interface Compiled {
  version: 'legacy' | 0;
  header: {
    numSignerAccounts: number;
    numReadonlySignerAccounts: number;
    numReadonlyNonSignerAccounts: number;
  };
  staticAccounts: Address[];
  lifetimeToken: string;
  instructions: { programAddressIndex: number; accountIndices: number[]; data: Uint8Array }[];
  addressTableLookups: object[];
}

let world: World;
let signer: Signer;
let signatures = 0;
/** Replaces the transactions that the service prepares. */
let tamper: ((transaction: Uint8Array) => Uint8Array) | undefined;
/** Prepared once by the real service. */
const kept = new Map<string, string>();
const submitted: string[] = [];
let tote: Tote;

beforeAll(async () => {
  world = await World.start();
  const inner = await signerFromKeyPair((await generateKeyPair()) as never);
  signer = {
    ...inner,
    async signTransaction(transaction) {
      signatures += 1;
      return inner.signTransaction(transaction);
    },
  };
  tote = createTote({ url: world.service.baseUrl, credential: { signer }, fetch: tamperingFetch });
  await tote.openAccount();
  await tote.useFaucet({ currency: 'SOL', amount: decimal('25') });
  await tote.useFaucet({ currency: 'UTILITY', amount: decimal('5') });
  await tote.withdraw({ currency: 'SOL', amount: decimal('23') });
  await tote.withdraw({ currency: 'UTILITY', amount: decimal('3') });
});
afterAll(() => world.close());

async function tamperingFetch(url: string, init: RequestInit): Promise<Response> {
  const { pathname } = new URL(url);
  if (pathname === '/v1/transactions' || pathname.endsWith('/bets')) {
    submitted.push(String(init.body));
    if (tamper) throw new Error('a tampered transaction was sent');
  }
  if (!/account\/transactions|bets\/prepare/.test(pathname)) return fetch(url, init);
  const key = pathname + init.body;
  if (!kept.has(key) || !tamper) kept.set(key, await (await fetch(url, init)).text());
  const answer = JSON.parse(kept.get(key) as string);
  if (tamper && answer.transaction) {
    answer.transaction = toBase64(tamper(fromBase64(answer.transaction)));
  }
  return Response.json(answer);
}

function edit(change: (message: Compiled) => void): (transaction: Uint8Array) => Uint8Array {
  return (transaction) => {
    const message = compiledOf(transaction);
    change(message);
    const bytes = getCompiledTransactionMessageEncoder().encode(message as never);
    const count = message.header.numSignerAccounts;
    return new Uint8Array([count, ...new Uint8Array(count * SIGNATURE_BYTES), ...bytes]);
  };
}

function compiledOf(transaction: Uint8Array): Compiled {
  const { message } = readTransaction(transaction);
  const decoded = getCompiledTransactionMessageDecoder().decode(message) as unknown as Compiled;
  return {
    ...decoded,
    header: { ...decoded.header },
    staticAccounts: [...decoded.staticAccounts],
    instructions: decoded.instructions.map(
      ({ programAddressIndex, accountIndices = [], data }) => ({
        programAddressIndex,
        accountIndices: [...accountIndices],
        data: Uint8Array.from(data ?? []),
      }),
    ),
    addressTableLookups: [...(decoded.addressTableLookups ?? [])],
  };
}

const until = '2035-01-01T00:00:00.500Z';
const ACTIONS: Record<string, () => Promise<unknown>> = {
  deposit: () => tote.deposit({ currency: 'SOL', amount: decimal('0.5') }),
  'deposit of UTILITY': () => tote.deposit({ currency: 'UTILITY', amount: decimal('0.5') }),
  withdraw: () => tote.withdraw({ currency: 'SOL', amount: decimal('0.5') }),
  'withdrawal of UTILITY': () => tote.withdraw({ currency: 'UTILITY', amount: 500_000n }),
  allow: () => tote.allow({ sol: decimal('1'), utility: decimal('2'), until }),
  revoke: () => tote.revoke(),
  'automatic withdrawal': () => tote.setAutoWithdraw({ enabled: true }),
  'own bet': () => tote.placeBet(ownBet()),
  'own bet and allowance': () =>
    tote.placeBet({ ...ownBet(), allow: { sol: decimal('1'), until } }),
};
const ownBet = () =>
  ({
    marketId: market,
    outcome: 'Yes',
    amount: 2_500_000_000n,
    minPayoutRatio: 1,
    signedBy: 'wallet',
  }) as const;
let market = '';

/** In an own bet the slot is a hint, and the deposit is any part of the stake. */
const isFree = ({ length }: Uint8Array, place: number) =>
  (length === 32 && (place === 28 || place === 29)) || (length === 16 && place >= 8 && place < 12);

/** Why the SDK refused; the wallet was not asked, and nothing was sent. */
async function refusalOf(act: () => Promise<unknown>, change: typeof tamper): Promise<string> {
  const [signed, sent] = [signatures, submitted.length];
  tamper = change;
  try {
    const error = await act().then(
      () => new Error('it was signed'),
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof ToteError) || error.code !== 'transaction_unexpected') throw error;
    expect([signatures, submitted.length]).toEqual([signed, sent]);
    return error.message;
  } finally {
    tamper = undefined;
  }
}

/** The message that the service prepares for it. */
async function preparedFor(act: () => Promise<unknown>): Promise<Uint8Array> {
  let found = new Uint8Array();
  await refusalOf(act, (transaction) => {
    found = transaction as never;
    return new Uint8Array();
  });
  return found;
}

/** One byte in this many is changed: each is a call of the SDK. */
const STEP = count(2, 1);
/** The lengths to which a transaction is cut are this far apart. */
const CUT_STEP = count(7, 1);

describe.each(Object.keys(ACTIONS))('%s', (name) => {
  const act = ACTIONS[name] as () => Promise<unknown>;
  beforeAll(async () => {
    market ||= await world.createMarket();
  });

  test('no account of the message can be another one', async () => {
    const { staticAccounts } = compiledOf(await preparedFor(act));
    for (const [index, address] of staticAccounts.entries()) {
      const change = edit((message) => {
        message.staticAccounts[index] = OTHER;
      });
      const message = await refusalOf(act, change);
      expect(message, address).toContain(index < 2 ? 'because of the signers' : 'because of');
    }
  });

  test('no account of an instruction can be another one of the message', async () => {
    const { staticAccounts, instructions } = compiledOf(await preparedFor(act));
    for (const [at, { accountIndices }] of instructions.entries()) {
      for (const [place, index] of accountIndices.entries()) {
        const change = edit(({ instructions: changed }) => {
          const accounts = changed[at]?.accountIndices as number[];
          accounts[place] = (index + 1) % staticAccounts.length;
        });
        await refusalOf(act, change);
      }
    }
  });

  test('no byte of the data can be another one, except the limit of compute units', async () => {
    const { staticAccounts, instructions } = compiledOf(await preparedFor(act));
    for (const [at, { programAddressIndex, data }] of instructions.entries()) {
      const isBudget = staticAccounts[programAddressIndex] === COMPUTE_BUDGET;
      for (let place = 0; place < (isBudget ? 1 : data.length); place += STEP) {
        if (name.startsWith('own bet') && isFree(data, place)) continue;
        const change = edit(({ instructions: changed }) => {
          (changed[at]?.data as Uint8Array)[place] = ((data[place] as number) + 1) % 256;
        });
        await refusalOf(act, change);
      }
    }
  });

  test('no instruction can be added, left out, doubled or moved', async () => {
    const { instructions } = compiledOf(await preparedFor(act));
    for (const at of instructions.keys()) {
      const isBudget = instructions[at]?.accountIndices.length === 0;
      await refusalOf(
        act,
        edit(({ instructions: all }) => all.push(all[at] as never)),
      );
      // An own bet whose deposit is left out is one from the balance.
      if (isBudget || (name.startsWith('own bet') && at === 0)) continue;
      await refusalOf(
        act,
        edit(({ instructions: all }) => all.splice(at, 1)),
      );
    }
    const transfer = edit((message) => {
      message.staticAccounts.push(OTHER, SYSTEM);
      message.header.numReadonlyNonSignerAccounts += 1;
      const wallet = message.staticAccounts.indexOf(signer.address as Address);
      const programAddressIndex = message.staticAccounts.length - 1;
      const accountIndices = [wallet, programAddressIndex - 1];
      const data = Uint8Array.of(2, 0, 0, 0, 0, 202, 154, 59, 0, 0, 0, 0);
      message.instructions.unshift({ programAddressIndex, accountIndices, data });
    });
    await refusalOf(act, transfer);
  });

  test('nothing can be hidden: lookup tables, a price, more signers, more bytes', async () => {
    const tables = edit((message) => {
      const lookup = { lookupTableAddress: OTHER, readonlyIndexes: [1], writableIndexes: [2] };
      message.addressTableLookups = [{ ...lookup, readableIndices: [1], writableIndices: [2] }];
    });
    expect(await refusalOf(act, tables)).toContain('lookup tables');
    const price = edit((message) => {
      const budget = message.staticAccounts.indexOf(COMPUTE_BUDGET as Address);
      const data = Uint8Array.of(3, 0, 0, 0, 0, 0, 1, 0, 0);
      message.instructions.push({ programAddressIndex: budget, accountIndices: [], data });
    });
    await refusalOf(act, price);
    const signers = edit((message) => {
      message.header.numSignerAccounts += 1;
    });
    expect(await refusalOf(act, signers)).toContain('the signers');
    const outside = edit((message) => {
      (message.instructions[0]?.accountIndices as number[])[0] = 99;
    });
    expect(await refusalOf(act, outside)).toContain('no account');
    await refusalOf(act, (bytes) => new Uint8Array([...bytes, 0]));
    // Version 1, which has its signatures behind the message, is not prepared for these.
    await refusalOf(act, (bytes) => {
      const { message } = readTransaction(bytes);
      return new Uint8Array([0x81, ...message.slice(1), ...new Uint8Array(2 * SIGNATURE_BYTES)]);
    });
    const bytes = await preparedFor(act);
    for (let length = 0; length < bytes.length; length += CUT_STEP) {
      await refusalOf(act, (whole) => whole.slice(0, length));
    }
  });

  test('the wallet does not pay the fee unless it was asked to', async () => {
    const change = edit((message) => {
      const { staticAccounts } = message;
      const wallet = staticAccounts.indexOf(signer.address as Address);
      staticAccounts[wallet] = staticAccounts[0] as Address;
      staticAccounts[0] = signer.address as Address;
    });
    expect(await refusalOf(act, change)).toContain(`the signers ${signer.address}`);
  });

  test('untouched it is signed, whatever its limit of compute units is', async () => {
    const signed = signatures;
    await act();
    expect(signatures).toBe(signed + 1);
  });
});

test('an account is opened with the slots that were asked for, and nothing else', async () => {
  const fresh = await signerFromKeyPair((await generateKeyPair()) as never);
  const credential = {
    signer: { ...fresh, signTransaction: () => Promise.reject(new Error('no')) },
  };
  const url = world.service.baseUrl;
  const opening = createTote({ url, credential, fetch: tamperingFetch });
  const more = edit(({ instructions }) => {
    (instructions[0]?.data as Uint8Array)[2] = 200;
  });
  await refusalOf(() => opening.openAccount(), more);
  const payer = edit((message) => {
    message.staticAccounts.push(OTHER);
    const accounts = message.instructions[0]?.accountIndices as number[];
    accounts[0] = message.staticAccounts.length - 1;
  });
  expect(await refusalOf(() => opening.openAccount(), payer)).toContain(OTHER);
});

test('an amount of SOL has nine decimals, whatever the service says', async () => {
  const lying = async (url: string, init: RequestInit) => {
    const answer = await fetch(url, init);
    return new Response((await answer.text()).replace('"SOL":9', '"SOL":10'), answer);
  };
  const deceived = createTote({
    ...{ url: world.service.baseUrl, credential: { signer } },
    fetch: (url, init) => (/config$/.test(url) ? lying(url, init) : tamperingFetch(url, init)),
  });
  const tenfold = edit(({ instructions }) => {
    const { data } = instructions.find((each) => each.data.length === 16) as { data: Uint8Array };
    new DataView(data.buffer, data.byteOffset).setBigUint64(8, 5_000_000_000n, true);
  });
  await refusalOf(() => deceived.deposit({ currency: 'SOL', amount: decimal('0.5') }), tenfold);
});

test('a wallet that changes the transaction, or does not sign it, is noticed', async () => {
  const url = world.service.baseUrl;
  const cases: Signer['signTransaction'][] = [
    async (transaction) => transaction,
    async (transaction) => {
      const changed = await signer.signTransaction(transaction);
      // Another blockhash.
      const at = changed.length - 60;
      changed[at] = ((changed[at] as number) + 1) % 256;
      return changed;
    },
  ];
  const sent = submitted.length;
  for (const signTransaction of cases) {
    const credential = { signer: { ...signer, signTransaction } };
    const changing = createTote({ url, credential, fetch: tamperingFetch });
    const call = changing.deposit({ currency: 'SOL', amount: decimal('0.1') });
    await expect(call).rejects.toMatchObject({
      code: expect.stringMatching(/signing_failed|transaction_unexpected/),
    });
  }
  expect(submitted).toHaveLength(sent);
});
