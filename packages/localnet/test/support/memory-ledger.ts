import { type AccountMap, systemAccount } from '../../src/ledger/account.ts';
import type { Group } from '../../src/ledger/archive.ts';
import { ChainClock } from '../../src/ledger/chain-clock.ts';
import type { Key } from '../../src/ledger/key.ts';
import { Ledger, type LedgerPruning } from '../../src/ledger/ledger.ts';
import { MemoryStore } from '../../src/ledger/store.ts';
import { Vm } from '../../src/ledger/vm.ts';
import { readTransaction } from '../../src/ledger/wire.ts';
import { createWallet, transfer } from './transfers.ts';

/** A store that can simulate a slow or a full disk. */
export class TestStore extends MemoryStore {
  isFull = false;
  #held: (() => void)[] | undefined;

  hold(): void {
    this.#held = [];
  }

  release(): void {
    for (const go of this.#held ?? []) go();
    this.#held = undefined;
  }

  override async commit(group: Group): Promise<void> {
    if (this.#held) await new Promise<void>((go) => this.#held?.push(go));
    if (this.isFull) throw new Error('database or disk is full');
    await super.commit(group);
  }
}

export type TestLedger = Awaited<ReturnType<typeof createTestLedger>>;

const START_MS = 1_800_000_000_000;

export async function createTestLedger(accounts: AccountMap = new Map(), pruning?: LedgerPruning) {
  const store = new TestStore();
  const clock = new ChainClock(
    { slot: 1n, unixTimestampMs: START_MS, offsetMs: 0 },
    () => START_MS,
  );
  const ledger = new Ledger({ vm: new Vm(), store, clock, seed: new Uint8Array(32), pruning });
  const payer = createWallet();
  await ledger.setAccounts(new Map([[payer.address, systemAccount(10n ** 12n)], ...accounts]));
  return {
    ledger,
    store,
    payer,
    send: (bytes: Uint8Array) => ledger.submit(readTransaction(bytes), { isStrict: false }),
    pay: (to: Key, lamports: bigint) => transfer(payer, to, lamports, ledger.blockhashes.latest),
  };
}

export function passSlots(ledger: Ledger, count: number): void {
  for (let i = 0; i < count; i += 1) ledger.nextSlot();
}
