import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemAccount } from '../../src/ledger/account.ts';
import { Archive } from '../../src/ledger/archive.ts';
import type { Key } from '../../src/ledger/key.ts';
import type { Ledger } from '../../src/ledger/ledger.ts';
import { openLedger } from '../../src/ledger/open-ledger.ts';
import { readTransaction } from '../../src/ledger/wire.ts';
import { makeDir } from '../support/localnet.ts';
import { createTestLedger, passSlots } from '../support/memory-ledger.ts';
import { createWallet, transfer, unownedAddress } from '../support/transfers.ts';

/** Stands for the program: what mentions it and succeeded is kept. */
const PROGRAM = unownedAddress(1);
const OTHER = unownedAddress(2);
const SLOTS = 1_000;
const RENT = 1_000_000n;
const TOO_MUCH = 10n ** 15n;

const createLedger = (slots = SLOTS) => createTestLedger(new Map(), { programs: [PROGRAM], slots });

const listHistory = (ledger: Ledger, address: Key) =>
  ledger.history(address, 1n << 62n, -1n, 100).map(({ signature }) => signature);

const find = (ledger: Ledger, signature: Key) => {
  const status = ledger.findStatus(signature, { searchHistory: true });
  return { isKnown: status !== undefined, hasRecord: !!status && !!ledger.getRecord(status) };
};

const KEPT = { isKnown: true, hasRecord: true };
const GONE = { isKnown: false, hasRecord: false };

test('a transaction of another program is removed after its time, to the slot', async () => {
  const { ledger, payer, send, pay } = await createLedger();
  const first = await send(pay(OTHER, RENT));
  passSlots(ledger, 1);
  const second = await send(pay(OTHER, RENT + 1n));
  // The newest group is never removed.
  passSlots(ledger, 1);
  await send(pay(PROGRAM, RENT));
  passSlots(ledger, SLOTS - 2);
  await ledger.prune();
  expect([first, second].map((one) => find(ledger, one))).toEqual([KEPT, KEPT]);
  passSlots(ledger, 1);
  await ledger.prune();
  expect([first, second].map((one) => find(ledger, one))).toEqual([GONE, KEPT]);
  expect(listHistory(ledger, OTHER)).toEqual([second]);
  passSlots(ledger, 1);
  await ledger.prune();
  expect(find(ledger, second)).toEqual(GONE);
  expect(listHistory(ledger, OTHER)).toEqual([]);
  expect(listHistory(ledger, payer.address)).toHaveLength(1);
  expect(ledger.transactionCount()).toBe(3n);
  expect(ledger.getAccount(OTHER, 'confirmed')?.lamports).toBe(2n * RENT + 1n);
});

test('of the program only what failed is removed, and its status stays', async () => {
  const { ledger, payer, send, pay } = await createLedger();
  // In one group, which keeps its other records at their places.
  const [failed, kept, other, last] = await Promise.all([
    send(pay(PROGRAM, TOO_MUCH)),
    send(pay(PROGRAM, RENT)),
    send(pay(OTHER, RENT)),
    send(pay(PROGRAM, RENT + 1n)),
  ]);
  await send(pay(PROGRAM, RENT + 2n));
  passSlots(ledger, 2 * SLOTS);
  await ledger.prune();
  expect(find(ledger, failed)).toEqual({ isKnown: true, hasRecord: false });
  expect(ledger.findStatus(failed, { searchHistory: true })?.error).not.toBeNull();
  expect(find(ledger, other)).toEqual(GONE);
  for (const signature of [kept, last]) {
    const status = ledger.findStatus(signature, { searchHistory: true });
    expect(status && ledger.getRecord(status)?.signature).toBe(signature);
  }
  expect(listHistory(ledger, PROGRAM)).toHaveLength(3);
  expect(listHistory(ledger, payer.address)).toHaveLength(3);
});

test('what could be sent again is kept, however short the time is', async () => {
  const { ledger, send, pay } = await createLedger(1);
  const bytes = pay(OTHER, RENT);
  const signature = await send(bytes);
  passSlots(ledger, 1);
  await send(pay(PROGRAM, RENT));
  // Its blockhash is valid for 150 slots.
  passSlots(ledger, 299);
  await ledger.prune();
  expect(find(ledger, signature)).toEqual(KEPT);
  passSlots(ledger, 1);
  await ledger.prune();
  expect(find(ledger, signature)).toEqual(GONE);
  await expect(send(bytes)).rejects.toThrow('BlockhashNotFound');
  expect(ledger.getAccount(OTHER, 'confirmed')?.lamports).toBe(RENT);
});

test('without the option nothing is removed', async () => {
  const { ledger, send, pay } = await createTestLedger();
  const signature = await send(pay(OTHER, RENT));
  await send(pay(OTHER, RENT + 1n));
  passSlots(ledger, 10_000);
  await ledger.prune();
  expect(find(ledger, signature)).toEqual(KEPT);
});

test('a ledger on disk continues after everything but its newest group was removed', async () => {
  const payer = createWallet();
  const options = {
    ...{ dir: makeDir(), slotMs: 200, pruning: { programs: [PROGRAM], slots: SLOTS } },
    accounts: new Map([[payer.address, systemAccount(10n ** 12n)]]),
  };
  const file = join(options.dir, 'ledger.db');
  const send = (ledger: Ledger, to: Key, lamports: bigint) => {
    const bytes = transfer(payer, to, lamports, ledger.blockhashes.latest);
    return ledger.submit(readTransaction(bytes), { isStrict: false });
  };
  const first = await openLedger(options);
  // A hundred groups: more than one step removes.
  const sent: Key[] = [];
  for (let index = 0n; index < 100n; index += 1n) sent.push(await send(first, OTHER, RENT + index));
  passSlots(first, 2 * SLOTS);
  // It waits for the index.
  const pruneAndList = async () => {
    passSlots(first, 1);
    await first.prune();
    return sent.filter((one) => find(first, one).isKnown);
  };
  await expect.poll(pruneAndList).toEqual(sent.slice(-1));
  // Then the write-ahead log is emptied into the file, which had only its head before.
  await expect.poll(() => statSync(file).size).toBeGreaterThan(4_096);
  await first.close();
  expect(listRecords(file)).toEqual(['transaction']);

  const second = await openLedger(options);
  expect(second.transactionCount()).toBe(100n);
  const next = await send(second, PROGRAM, RENT);
  expect(listHistory(second, payer.address)).toEqual([next, sent.at(-1)]);
  await second.close();
});

test('what the sandbox sets leaves no record, and the accounts stay', async () => {
  const pruning = { programs: [PROGRAM], slots: SLOTS };
  const options = { dir: makeDir(), slotMs: 200, pruning };
  const ledger = await openLedger(options);
  for (const lamports of [1n, 2n, 3n]) {
    await ledger.setAccounts(new Map([[OTHER, systemAccount(lamports * RENT)]]));
  }
  await ledger.close();
  expect(listRecords(join(options.dir, 'ledger.db'))).toEqual([]);
  const again = await openLedger(options);
  expect(again.getAccount(OTHER, 'confirmed')?.lamports).toBe(3n * RENT);
  await again.setAccounts(new Map([[OTHER, systemAccount(4n * RENT)]]));
  expect(again.getAccount(OTHER, 'confirmed')?.lamports).toBe(4n * RENT);
  await again.close();
});

function listRecords(file: string): string[] {
  const archive = new Archive(file, { isReader: true });
  const kinds = [...archive.records()].map(({ kind }) => kind);
  archive.close();
  return kinds;
}
