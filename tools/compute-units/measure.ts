// Compiles real v0 and v1 transactions and executes them on the chain of the program's tests.
import {
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
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget';
import { TOTE_PROGRAM_ADDRESS } from '@tote/program-client';
import type { Key } from '../../program/test/support/key.ts';
import { Result } from '../../program/test/support/result.ts';
import type { World } from '../../program/test/support/world.ts';

export const COMPUTE_UNITS_MAX = 1_400_000;
const BYTES_MAX = { 0: 1_232, 1: 4_096 };
/** Accounts of a transaction of any version, including fee payer and programs. */
const ADDRESSES_MAX = 64;
const LAMPORTS_PER_SIGNATURE = 5_000;
const BLOCKHASH = '11111111111111111111111111111111' as Blockhash;
const LIFETIME = { blockhash: BLOCKHASH, lastValidBlockHeight: 0n };
const V1_LIMITS = { computeUnitLimit: 200_000, loadedAccountsDataSizeLimit: 4_194_304 };

export interface Sending {
  readonly feePayer: Pick<Key, 'address'>;
  readonly instructions: readonly Instruction[];
  /** Number of bets or positions; 1 for everything else. */
  readonly count?: number;
  readonly version?: 0 | 1;
  readonly computeUnitLimit?: number;
  readonly isRefused?: boolean;
}

export interface Measurement {
  readonly what: string;
  readonly count: number;
  /** What the program's own instructions used. */
  readonly computeUnits: number;
  readonly sizeBytes: number;
  readonly feeLamports: number;
  /** Accounts that are written to, besides the fee payer. */
  readonly writableCount: number;
  /** Programs that the program's instructions called. */
  readonly callCount: number;
}

function compile({ feePayer, instructions, version = 0, computeUnitLimit }: Sending) {
  const isBudgeted = version === 0 && computeUnitLimit !== undefined;
  const budget = isBudgeted ? [getSetComputeUnitLimitInstruction({ units: computeUnitLimit })] : [];
  // Unlike v0, a v1 transaction has no default limits: it must state all of them.
  const limits = { ...V1_LIMITS, ...(computeUnitLimit !== undefined && { computeUnitLimit }) };
  const empty =
    version === 0
      ? createTransactionMessage({ version: 0 })
      : setTransactionMessageConfig(limits, createTransactionMessage({ version: 1 }));
  const compiled = pipe(
    // The two have no common type.
    empty as ReturnType<typeof createTransactionMessage<0>>,
    (each) => setTransactionMessageFeePayer(feePayer.address, each),
    (each) => setTransactionMessageLifetimeUsingBlockhash(LIFETIME, each),
    (each) => appendTransactionMessageInstructions([...budget, ...instructions], each),
    compileTransaction,
  );
  const message = getCompiledTransactionMessageDecoder().decode(compiled.messageBytes);
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } =
    message.header;
  const readonlyCount = numReadonlySignerAccounts + numReadonlyNonSignerAccounts;
  return {
    bytes: new Uint8Array(getTransactionEncoder().encode(compiled)),
    signatureCount: numSignerAccounts,
    writableCount: message.staticAccounts.length - readonlyCount - 1,
    budgetCount: budget.length,
  };
}

/** Executes a transaction that must succeed, and returns its costs. */
export function measure(world: World, what: string, sending: Sending): Measurement {
  const { instructions, count = 1 } = sending;
  const { budgetCount, writableCount, ...transaction } = compile(sending);
  const metadata = world.svm.sendVersionedTransaction(transaction.bytes);
  const result = new Result(metadata, { ...transaction, writable: [] });
  if (!result.ok) throw new Error(result.describe());
  const { logs } = result;
  const consumed = new RegExp(`^Program ${TOTE_PROGRAM_ADDRESS} consumed (\\d+) of`);
  const units = logs.flatMap((line) => consumed.exec(line)?.[1] ?? []).map(Number);
  if (units.length !== instructions.length) throw new Error(`${what}: ${units.length} were run`);
  expectAllDone(what, result, sending.isRefused ? 0 : count);
  const invoked = logs.filter((line) => /^Program \S+ invoke \[\d+\]$/.test(line)).length;
  return {
    ...{ what, count, writableCount, sizeBytes: transaction.bytes.length },
    computeUnits: units.reduce((sum, one) => sum + one, 0),
    feeLamports: transaction.signatureCount * LAMPORTS_PER_SIGNATURE,
    callCount: invoked - instructions.length - budgetCount,
  };
}

/** Checks that nothing was refused, because a refused bet or position costs differently. */
function expectAllDone(what: string, { events }: Result, expected: number): void {
  for (const event of events) {
    const isDone =
      (event.name !== 'BetsPlaced' || event.accepted === expected) &&
      (event.name !== 'PositionsSettled' || event.settled === expected);
    if (!isDone) throw new Error(`${what}: not everything was done`);
  }
}

/** The most bets or positions, up to `max`, that a cluster takes in one transaction. */
export function findLargest(max: number, build: (count: number) => Sending): number {
  let count = 0;
  while (count < max && fits(build(count + 1))) count += 1;
  return count;
}

function fits(sending: Sending): boolean {
  const addresses = new Set([sending.feePayer.address]);
  for (const { programAddress, accounts = [] } of sending.instructions) {
    addresses.add(programAddress);
    for (const { address } of accounts) addresses.add(address);
  }
  if (addresses.size > ADDRESSES_MAX) return false;
  return compile(sending).bytes.length <= BYTES_MAX[sending.version ?? 0];
}
