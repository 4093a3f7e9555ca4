import type { Address } from '@solana/kit';
import {
  type ErrorName,
  findErrorName,
  findEvents,
  TOTE_PROGRAM_ADDRESS,
  type ToteEvent,
} from '@tote/program-client';
import * as native from 'litesvm/dist/internal.js';
import { toTransactionError } from '../../../packages/localnet/src/ledger/transaction-error.ts';
import type { CompiledTransaction } from './message.ts';

const FEE_PER_SIGNATURE = 5_000n;

type Metadata = native.TransactionMetadata | native.FailedTransactionMetadata;

/** Why a transaction failed. */
export type Failure =
  /** The program refused, with the number of one of its errors. */
  | { kind: 'refused'; number: number; name: ErrorName; instruction: number }
  /** Another program or the runtime did: `name` is the custom number or the runtime's word. */
  | { kind: 'other'; name: string; program?: Address; instruction?: number };

/** What came of a transaction. Everything but `ok` is read when it is asked for. */
export class Result {
  readonly ok: boolean;
  /** The length of the transaction; the embedded chain and clusters take at most 1,232 (v0). */
  readonly sizeBytes: number;
  /** What the fee payer paid, if the transaction came so far that fees are taken. */
  readonly fee: bigint;
  readonly #failed: native.FailedTransactionMetadata | undefined;
  readonly #meta: native.TransactionMetadata;

  constructor(metadata: Metadata, transaction: CompiledTransaction) {
    const failed = metadata instanceof native.FailedTransactionMetadata ? metadata : undefined;
    this.#failed = failed;
    this.#meta = failed ? failed.meta() : (metadata as native.TransactionMetadata);
    this.ok = failed === undefined;
    this.sizeBytes = transaction.bytes.length;
    this.fee = BigInt(transaction.signatureCount) * FEE_PER_SIGNATURE;
  }

  get logs(): string[] {
    return this.#meta.logs();
  }

  get computeUnits(): number {
    return Number(this.#meta.computeUnitsConsumed());
  }

  /** The return data of the last instruction that set some. */
  get returnData(): Uint8Array {
    return this.#meta.returnData().data();
  }

  get events(): ToteEvent[] {
    return findEvents(this.logs);
  }

  get error(): Failure | undefined {
    return this.#failed && readFailure(this.#failed, this.logs);
  }

  /** The result as text, for the message of a test that did not expect it. */
  describe(): string {
    if (this.ok) return 'the transaction succeeded';
    const { error } = this;
    return `the transaction failed with ${error?.name}\n  ${this.logs.join('\n  ')}`;
  }
}

function readFailure(failed: native.FailedTransactionMetadata, logs: string[]): Failure {
  const error = toTransactionError(failed.err());
  if (typeof error === 'string') return { kind: 'other', name: error };
  if (!('InstructionError' in error)) return { kind: 'other', name: JSON.stringify(error) };
  const [instruction, inner] = error.InstructionError as [number, string | { Custom: number }];
  const program = failingProgram(logs);
  if (typeof inner === 'string') return { kind: 'other', name: inner, program, instruction };
  const name = findErrorName(inner.Custom);
  if (program === TOTE_PROGRAM_ADDRESS && name) {
    return { kind: 'refused', number: inner.Custom, name, instruction };
  }
  return { kind: 'other', name: `Custom(${inner.Custom})`, program, instruction };
}

/** An error travels up through the callers, and each writes such a line: the first one is its. */
function failingProgram(logs: string[]): Address | undefined {
  for (const line of logs) {
    const program = /^Program (\S+) failed: /.exec(line)?.[1];
    if (program) return program as Address;
  }
  return undefined;
}
