// Compiles real v0 and v1 transactions and executes them on the chain of the program's tests.
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import type { Key } from '../../program/test/support/key.ts';
import { Result } from '../../program/test/support/result.ts';
import type { World } from '../../program/test/support/world.ts';

const BYTES_MAX = { 0: 1_232, 1: 4_096 };
/** Accounts of a transaction of any version, including fee payer and programs. */
const ADDRESSES_MAX = 64;

const LIFETIME = {
  blockhash: '11111111111111111111111111111111' as Blockhash,
  lastValidBlockHeight: 0n,
};

/** The most compute units of a transaction. */
export const COMPUTE_UNITS_MAX = 1_400_000;
const V1_LIMITS = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 4_194_304 };

export interface Transaction {
  bytes: Uint8Array;
  signatureCount: number;
  /** Besides the fee payer. */
  writableCount: number;
  /** Compute-budget instructions. */
  budgetCount: number;
}

export function compile(
  feePayer: Key,
  instructions: readonly Instruction[],
  version: 0 | 1 = 0,
  computeUnitLimit?: number,
): Transaction {
  const isBudgeted = version === 0 && computeUnitLimit !== undefined;
  const compiled =
    version === 0
      ? compileV0(feePayer.address, [...budgetOf(computeUnitLimit), ...instructions])
      : compileV1(feePayer.address, instructions, computeUnitLimit);
  const message = getCompiledTransactionMessageDecoder().decode(compiled.messageBytes);
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } =
    message.header;
  const addressCount = message.staticAccounts.length;
  return {
    bytes: new Uint8Array(getTransactionEncoder().encode(compiled)),
    signatureCount: numSignerAccounts,
    writableCount: addressCount - numReadonlySignerAccounts - numReadonlyNonSignerAccounts - 1,
    budgetCount: isBudgeted ? 1 : 0,
  };
}

function budgetOf(units: number | undefined): Instruction[] {
  return units === undefined ? [] : [getSetComputeUnitLimitInstruction({ units })];
}

function compileV0(feePayer: Address, instructions: readonly Instruction[]) {
  return pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayer(feePayer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(LIFETIME, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
    compileTransaction,
  );
}

function compileV1(
  feePayer: Address,
  instructions: readonly Instruction[],
  computeUnitLimit = V1_LIMITS.computeUnitLimit,
) {
  return pipe(
    createTransactionMessage({ version: 1 }),
    // Unlike v0, a v1 transaction has no default limits: it must state all of them.
    (message) => setTransactionMessageConfig({ ...V1_LIMITS, computeUnitLimit }, message),
    (message) => setTransactionMessageFeePayer(feePayer, message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(LIFETIME, message),
    (message) => appendTransactionMessageInstructions(instructions, message),
    compileTransaction,
  );
}

/** Executes a transaction that must succeed. */
export function execute(world: World, transaction: Transaction): Result {
  const metadata = world.svm.sendVersionedTransaction(transaction.bytes);
  const result = new Result(metadata, { ...transaction, writable: [] });
  if (!result.ok) throw new Error(result.describe());
  return result;
}

/** Compute units of each of the program's instructions, including the programs it called. */
export function computeUnitsOf({ logs }: Result): number[] {
  const pattern = new RegExp(`^Program ${TOTE_PROGRAM_ADDRESS} consumed (\\d+) of`);
  return logs.flatMap((line) => {
    const units = pattern.exec(line)?.[1];
    return units ? [Number(units)] : [];
  });
}

/** Number of program invocations, including inner ones. */
export function invocationsOf({ logs }: Result): number {
  return logs.filter((line) => /^Program \S+ invoke \[\d+\]$/.test(line)).length;
}

/** Bytes that a compute-unit limit and a price add to a transaction. */
export function countBudgetBytes(feePayer: Key, instruction: Instruction): number {
  const budget = [
    getSetComputeUnitLimitInstruction({ units: 200_000 }),
    getSetComputeUnitPriceInstruction({ microLamports: 1_000n }),
  ];
  const sizeOf = (list: Instruction[]) => compile(feePayer, list).bytes.length;
  return sizeOf([...budget, instruction]) - sizeOf([instruction]);
}

/** Whether a cluster would accept it. */
function fits(
  feePayer: Key,
  instructions: readonly Instruction[],
  version: 0 | 1,
  computeUnitLimit?: number,
): boolean {
  const addresses = new Set([feePayer.address]);
  for (const { programAddress, accounts = [] } of instructions) {
    addresses.add(programAddress);
    for (const { address } of accounts) addresses.add(address);
  }
  if (addresses.size > ADDRESSES_MAX) return false;
  const { bytes } = compile(feePayer, instructions, version, computeUnitLimit);
  return bytes.length <= BYTES_MAX[version];
}

/** The largest number of bets or positions, up to `max`, that fits in one transaction. */
export function findLargest(
  max: number,
  feePayer: Key,
  build: (count: number) => readonly Instruction[],
  version: 0 | 1 = 0,
  computeUnitLimit?: number,
): number {
  let count = 0;
  while (count < max && fits(feePayer, build(count + 1), version, computeUnitLimit)) count += 1;
  return count;
}
