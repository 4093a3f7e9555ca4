// Checks a ledger: executes all its records again from genesis and compares the resulting accounts
// with those on disk.

import { encodeBase58 } from '@tote/chain/lib/base58';
import {
  type Account,
  isSameAccount,
  type MaybeAccount,
  unpackAccounts,
} from '../../src/ledger/account.ts';
import type { Archive } from '../../src/ledger/archive.ts';
import { Blockhashes, SlotHashes } from '../../src/ledger/blockhashes.ts';
import { type Key, keyBytes, SLOT_HASHES_SYSVAR } from '../../src/ledger/key.ts';
import { readReceiptHead } from '../../src/ledger/packed-receipt.ts';
import { isProgram, programDataOf, programElf } from '../../src/ledger/programs.ts';
import type { TransactionRecord } from '../../src/ledger/record.ts';
import { accountsOf } from '../../src/ledger/transaction-accounts.ts';
import { Vm } from '../../src/ledger/vm.ts';
import { readTransaction } from '../../src/ledger/wire.ts';

export function replay(archive: Archive) {
  const vm = new Vm();
  const seed = Buffer.from(archive.getMeta('seed') ?? '', 'hex');
  const blockhashes = new Blockhashes(seed, 0n);
  const slotHashes = new SlotHashes((slot) => blockhashes.of(slot));
  const touched = new Set<Key>();
  const differences: string[] = [];
  let transactions = 0;
  for (const record of archive.records()) {
    if (record.kind === 'pruned') throw new Error('this ledger was pruned');
    vm.setClock(record.slot, record.unixTimestamp);
    const hashes = slotHashes.startSlot(record.slot);
    if (hashes) vm.setSysvar(SLOT_HASHES_SYSVAR, hashes);
    if (record.kind === 'sandbox') {
      applySandboxRecord(vm, record.accounts, touched);
      continue;
    }
    transactions += 1;
    const difference = execute(vm, record, touched);
    if (difference) differences.push(difference);
  }
  let accounts = 0;
  for (const [address, account] of archive.accounts()) {
    accounts += 1;
    touched.delete(address);
    compare(address, vm.getAccount(address), account, differences);
  }
  for (const address of touched) {
    const left = vm.getAccount(address);
    if (left && !isGenesis(left)) compare(address, left, null, differences);
  }
  return { transactions, accounts, differences };
}

function applySandboxRecord(vm: Vm, packed: Uint8Array, touched: Set<Key>): void {
  const accounts = new Map(unpackAccounts(packed));
  for (const [address, account] of accounts) {
    touched.add(address);
    const data = account && isProgram(account) && accounts.get(programDataOf(account));
    if (data) vm.addProgram(address, programElf(data));
  }
  for (const [address, account] of accounts) vm.setAccount(address, account);
}

function execute(vm: Vm, record: TransactionRecord, touched: Set<Key>): string | undefined {
  const transaction = readTransaction(record.bytes);
  const { loaded, error: recorded } = readReceiptHead(record.receipt);
  for (const address of accountsOf(transaction, loaded).writable) touched.add(address);
  const { error } = vm.execute(transaction);
  if (JSON.stringify(error) === JSON.stringify(recorded)) return undefined;
  const name = encodeBase58(keyBytes(record.signature));
  return `${name}: ${JSON.stringify(error)} instead of ${JSON.stringify(recorded)}`;
}

function compare(address: Key, replayed: MaybeAccount, stored: MaybeAccount, into: string[]): void {
  if (isSameAccount(replayed, stored)) return;
  const show = (account: MaybeAccount) =>
    account ? `${account.lamports} lamports, ${account.data.length} bytes` : 'nothing';
  const name = encodeBase58(keyBytes(address));
  into.push(`${name}: ${show(replayed)} replayed, ${show(stored)} stored`);
}

/** Accounts that every VM starts with are not on disk until they are written. */
const isGenesis = ({ isExecutable }: Account) => isExecutable;
