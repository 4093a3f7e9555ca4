// The only file that executes with LiteSVM. It uses the native binding directly: the public wrapper
// converts base58 and compiles messages in every call, which costs ten times as much as the call.
// The version is pinned.
import {
  FailedTransactionMetadata,
  LiteSvm,
  Account as NativeAccount,
  Clock as NativeClock,
  Rent as NativeRent,
  type SimulatedTransactionInfo,
  type TransactionMetadata,
} from 'litesvm/dist/internal.js';
import type { Account, AccountMap, MaybeAccount } from './account.ts';
import { type Key, keyBytes, toKey } from './key.ts';
import { type TransactionError, toTransactionError } from './transaction-error.ts';
import type { WireTransaction } from './wire.ts';

/** Mainnet's rent rate (SIMD-0437, second step). */
const RENT_PER_BYTE = 5_080n;
const LOG_BYTES_LIMIT = 10_000n;
const RENT_EPOCH = 0xffff_ffff_ffff_ffffn;
export const SLOTS_PER_EPOCH = 432_000n;

export interface InnerInstruction {
  programIndex: number;
  accounts: Uint8Array;
  data: Uint8Array;
  stackHeight: number;
}

export interface Execution {
  error: TransactionError | null;
  logs: string[];
  computeUnits: bigint;
  inner: InnerInstruction[][];
  returnData: { program: Key; data: Uint8Array } | null;
}

/** The transaction was not included: nothing is recorded and no fee is charged. */
export class TransactionRefused extends Error {
  readonly error: TransactionError;
  readonly execution: Execution | undefined;

  constructor(error: TransactionError, execution?: Execution) {
    super(typeof error === 'string' ? error : JSON.stringify(error));
    this.error = error;
    this.execution = execution;
  }
}

/** Checks signatures only: no payer has an account in this VM, so nothing executes. */
export class SignatureVm {
  // Without the SPL programs, which take 10 MiB. Sysvars must exist, or LiteSVM panics.
  readonly #svm = LiteSvm.default();

  constructor() {
    this.#svm.setBuiltins();
    this.#svm.setSysvars();
    this.#svm.setSigverify(true);
    this.#svm.setBlockhashCheck(false);
    this.#svm.setTransactionHistory(0n);
  }

  isSigned(bytes: Uint8Array, isLegacy: boolean): boolean {
    try {
      const outcome = send(this.#svm, bytes, isLegacy);
      const isFailed = outcome instanceof FailedTransactionMetadata;
      return !isFailed || toTransactionError(outcome.err()) !== 'SignatureFailure';
    } catch {
      // The VM cannot parse these bytes, so they are not a signed transaction.
      return false;
    }
  }
}

function send(svm: LiteSvm, bytes: Uint8Array, isLegacy: boolean) {
  return isLegacy ? svm.sendLegacyTransaction(bytes) : svm.sendVersionedTransaction(bytes);
}

export class Vm {
  readonly #svm = new LiteSvm();
  readonly #checkSignatures: boolean;

  /** A signature check costs five times as much as executing, so it may be done elsewhere. */
  constructor({ checkSignatures = true }: { checkSignatures?: boolean } = {}) {
    this.#checkSignatures = checkSignatures;
    this.#svm.setSigverify(checkSignatures);
    // The ledger keeps its own blockhashes and signatures: LiteSVM has one blockhash, and drops a
    // signature after 32 others.
    this.#svm.setBlockhashCheck(false);
    this.#svm.setTransactionHistory(0n);
    this.#svm.setLogBytesLimit(LOG_BYTES_LIMIT);
    this.#svm.setRent(new NativeRent(RENT_PER_BYTE, 1, 50));
    this.#svm.withNativeMints();
  }

  setClock(slot: bigint, unixTimestamp: bigint): void {
    const epoch = slot / SLOTS_PER_EPOCH;
    this.#svm.setClock(new NativeClock(slot, 0n, epoch, epoch + 1n, unixTimestamp));
  }

  setSysvar(address: Key, data: Uint8Array): void {
    const account = this.getAccount(address);
    if (!account) throw new RangeError('this VM has no such sysvar');
    this.setAccount(address, { ...account, data });
  }

  addProgram(address: Key, elf: Uint8Array): void {
    this.#svm.addProgram(keyBytes(address), elf);
  }

  minimumBalance(dataLength: number): bigint {
    return this.#svm.minimumBalanceForRentExemption(BigInt(dataLength));
  }

  /** `owner` is the account's owner, if it is known unless the data is zeros. */
  getAccount(address: Key, owner?: Key): MaybeAccount {
    const account = this.#svm.getAccount(keyBytes(address));
    return account && readAccount(account, owner);
  }

  setAccount(address: Key, account: MaybeAccount): void {
    const { lamports, data, owner, isExecutable } = account ?? NO_ACCOUNT;
    this.#svm.setAccount(
      keyBytes(address),
      new NativeAccount(lamports, data, keyBytes(owner), isExecutable, RENT_EPOCH),
    );
  }

  execute({ bytes, version }: WireTransaction): Execution {
    return readExecution(send(this.#svm, bytes, version === 'legacy'));
  }

  simulate(
    { bytes, version }: WireTransaction,
    { checkSignatures = true }: { checkSignatures?: boolean } = {},
  ): Execution & { accounts: AccountMap } {
    this.#svm.setSigverify(checkSignatures);
    try {
      const result =
        version === 'legacy'
          ? this.#svm.simulateLegacyTransaction(bytes)
          : this.#svm.simulateVersionedTransaction(bytes);
      const accounts: AccountMap = new Map();
      if (!(result instanceof FailedTransactionMetadata)) {
        for (const written of result.postAccounts()) {
          accounts.set(toKey(written.address), readAccount(written.account()));
        }
      }
      return { ...readExecution(result), accounts };
    } finally {
      this.#svm.setSigverify(this.#checkSignatures);
    }
  }
}

const NO_ACCOUNT: Account = {
  lamports: 0n,
  data: new Uint8Array(),
  owner: toKey(new Uint8Array(32)),
  isExecutable: false,
};

function readAccount(account: NativeAccount, knownOwner?: Key): MaybeAccount {
  const lamports = account.lamports();
  if (lamports === 0n) return null;
  const data = account.data();
  // Reading the owner costs a third of reading an account.
  const isKnown = knownOwner !== undefined && data.length > 0 && data[0] !== 0;
  const owner = isKnown ? knownOwner : toKey(account.owner());
  return { lamports, owner, data, isExecutable: account.executable() };
}

type NativeResult = TransactionMetadata | FailedTransactionMetadata | SimulatedTransactionInfo;

function readExecution(outcome: NativeResult): Execution {
  const failed = outcome instanceof FailedTransactionMetadata ? outcome : undefined;
  const meta = 'meta' in outcome ? outcome.meta() : outcome;
  const error = failed ? toTransactionError(failed.err()) : null;
  const logs = meta.logs();
  return {
    error,
    logs,
    computeUnits: meta.computeUnitsConsumed(),
    inner: meta.innerInstructions().map((list) =>
      list.map((inner) => {
        const instruction = inner.instruction();
        return {
          programIndex: instruction.programIdIndex(),
          accounts: instruction.accounts(),
          data: instruction.data(),
          stackHeight: inner.stackHeight(),
        };
      }),
    ),
    returnData: mayHaveReturned(error, logs) ? readReturnData(meta) : null,
  };
}

/**
 * The runtime logs what a program returns. Reading it from the VM costs as much as reading the rest
 * of the result, so it is skipped if the logs are complete and show no return data.
 */
function mayHaveReturned(error: TransactionError | null, logs: readonly string[]): boolean {
  if (error !== null || logs.at(-1) === 'Log truncated') return true;
  for (const line of logs) if (line.startsWith('Program return: ')) return true;
  return false;
}

function readReturnData(meta: TransactionMetadata): Execution['returnData'] {
  const returned = meta.returnData();
  const data = returned.data();
  return data.length > 0 ? { program: toKey(returned.programId()), data } : null;
}
