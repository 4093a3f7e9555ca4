// Builds and signs any transaction with kit. It takes a millisecond, so bets use a template.
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  getTransactionSize,
  type Instruction,
  pipe,
  type ReadonlyUint8Array,
  type SignatureBytes,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  setTransactionMessageLoadedAccountsDataSizeLimit,
} from '@solana/kit';
import { encodeBase58 } from '@tote/lib/base58';
import type { Key } from './key.ts';
import type { SignedTransaction } from './landing.ts';

export interface Lifetime {
  blockhash: string;
  lastValidBlockHeight: bigint;
}

export const TRANSACTION_BYTES_MAX = 1_232;
/** The runtime's default, which a version 1 transaction has to state. */
const COMPUTE_UNITS_PER_INSTRUCTION = 200_000;
const LOADED_BYTES_MAX = 4 * 1024 * 1024;

/** An unsigned transaction: version 0 if it fits, otherwise version 1. */
export function compileInstructions(
  instructions: readonly Instruction[],
  feePayer: Address,
  { blockhash, lastValidBlockHeight }: Lifetime,
  computeUnitLimit?: number,
) {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight };
  const short = compileTransaction(
    pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(feePayer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
      (message) =>
        computeUnitLimit === undefined
          ? message
          : setTransactionMessageComputeUnitLimit(computeUnitLimit, message),
    ),
  );
  if (getTransactionSize(short) <= TRANSACTION_BYTES_MAX) return short;
  const units = computeUnitLimit ?? COMPUTE_UNITS_PER_INSTRUCTION * instructions.length;
  return compileTransaction(
    pipe(
      createTransactionMessage({ version: 1 }),
      (message) => setTransactionMessageFeePayer(feePayer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
      (message) => setTransactionMessageComputeUnitLimit(units, message),
      (message) => setTransactionMessageLoadedAccountsDataSizeLimit(LOADED_BYTES_MAX, message),
    ),
  );
}

export function signInstructions(
  instructions: readonly Instruction[],
  keys: readonly [Key, ...Key[]],
  lifetime: Lifetime,
  computeUnitLimit?: number,
): SignedTransaction {
  const payer = keys[0];
  const compiled = compileInstructions(instructions, payer.address, lifetime, computeUnitLimit);
  const message = compiled.messageBytes as ReadonlyUint8Array as Uint8Array;
  const signatures = Object.fromEntries(
    Object.keys(compiled.signatures).map((address) => {
      const key = keys.find((one) => one.address === address);
      if (!key) throw new Error(`there is no key to sign for ${address}`);
      return [address, key.sign(message) as SignatureBytes];
    }),
  );
  return {
    signature: encodeBase58(signatures[payer.address] as Uint8Array),
    wire: getTransactionEncoder().encode({ ...compiled, signatures }) as Uint8Array,
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
  };
}
