import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Account,
  type AccountMap,
  packAccounts,
  unpackAccounts,
} from '../../src/ledger/account.ts';
import { AccountState } from '../../src/ledger/account-state.ts';
import { Archive, packGroup } from '../../src/ledger/archive.ts';
import { Vm } from '../../src/ledger/vm.ts';
import { parseAddress } from '../../src/rpc/encodings.ts';
import { createTestLedger } from '../support/memory-ledger.ts';
import { unownedAddress } from '../support/transfers.ts';

const [alice, owner] = [unownedAddress(1), unownedAddress(2)];
const CLOCK = { slot: 1n, unixTimestampMs: 1_000, offsetMs: 0 };

const accountOf = (data: Uint8Array, lamports = 1n): Account => ({
  ...{ lamports, owner, data, isExecutable: false },
});

test('any change of an account is unpacked to the account after it', () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  const edit = fc.record({ at: fc.nat(400), byte: fc.nat(255) });
  const change = fc.record({ before: bytes, edits: fc.array(edit), longer: fc.nat(3) });
  fc.assert(
    fc.property(change, fc.boolean(), ({ before, edits, longer }, isSameLength) => {
      const after = new Uint8Array(before.length + (isSameLength ? 0 : longer));
      after.set(before);
      for (const { at, byte } of edits) if (at < after.length) after[at] = byte;
      const packed = packAccounts(new Map([[alice, accountOf(after, 7n)]]), () =>
        accountOf(before),
      );
      const base = accountOf(before.slice());
      expect(new Map(unpackAccounts(packed, () => base)).get(alice)).toEqual(accountOf(after, 7n));
    }),
  );
});

test('a small change of a large account is packed into few bytes', () => {
  const before = new Uint8Array(3_000).fill(1);
  const after = before.slice();
  after.set([2, 3, 4, 5, 6, 7, 8, 9], 1_001);
  after[2_999] = 2;
  const pack = (base: Account | null) =>
    packAccounts(new Map([[alice, accountOf(after)]]), () => base).length;
  expect(pack(null)).toBeGreaterThan(3_000);
  expect(pack(accountOf(before))).toBeLessThan(150);
});

test('changes are applied to what is stored, and to earlier changes of the same batch', () => {
  const archive = new Archive(':memory:');
  const states = Array.from({ length: 40 }, (_, i) => new Uint8Array(500).fill(9).fill(i, 0, i));
  const write = (index: number, before: Uint8Array | undefined) => {
    const accounts: AccountMap = new Map([[alice, accountOf(states[index] as Uint8Array)]]);
    const known = before ? accountOf(before) : null;
    const id = BigInt(index + 1);
    archive.append(packGroup({ ...CLOCK, id, records: [], accounts, before: () => known }));
  };
  states.forEach((_, index) => {
    write(index, states[index - 1]);
  });
  while (archive.indexNext() !== undefined);
  expect(archive.getAccount(alice)?.data).toEqual(states.at(-1));
});

test('a change of an account that the archive does not have is an error', () => {
  const archive = new Archive(':memory:');
  const data = new Uint8Array(100);
  const accounts: AccountMap = new Map([[alice, accountOf(data)]]);
  const before = () => accountOf(data.slice().fill(1, 0, 1));
  archive.append(packGroup({ ...CLOCK, id: 1n, records: [], accounts, before }));
  expect(() => archive.indexNext()).toThrow('a change of an account that does not exist');
});

test('an account that the VM starts with is stored whole when it is first written', async () => {
  const { ledger, store, send, pay } = await createTestLedger();
  const mint = parseAddress('So11111111111111111111111111111111111111112');
  await send(pay(mint, 1_000n));
  await send(pay(mint, 2_000n));
  const stored = store.archive.getAccount(mint);
  expect(stored?.data).toHaveLength(82);
  expect(stored).toEqual(ledger.getAccount(mint, 'processed'));
});

test('more accounts than are cached may be set at once', () => {
  const accounts = new AccountState(new Vm(), new Archive(':memory:'), { cachedMax: 4 });
  const keys = Array.from({ length: 20 }, (_, index) => unownedAddress(index + 1_000));
  const all = (byte: number): AccountMap =>
    new Map(keys.map((key) => [key, accountOf(new Uint8Array(40).fill(byte))]));
  accounts.set(all(1), { slot: 1n, group: 1n, durable: 0n });
  accounts.set(all(2), { slot: 1n, group: 2n, durable: 1n });
  for (const key of keys) {
    expect(accounts.beforeGroup(key, 2n)?.data[0]).toBe(1);
    expect(accounts.now(key)?.data[0]).toBe(2);
  }
});
