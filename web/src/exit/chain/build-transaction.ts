// Builds version 0 transactions, which every wallet signs. The wallet pays the fee.
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';

export interface Lifetime {
  readonly blockhash: string;
  readonly lastValidBlockHeight: bigint;
}

const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111' as Address;
const SET_UNITS_TAG = 2;
export const UNITS_MAX = 1_400_000;

export function buildTransaction(
  instructions: readonly Instruction[],
  feePayer: Address,
  { blockhash, lastValidBlockHeight }: Lifetime,
  computeUnits: number,
): Uint8Array {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight };
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(feePayer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) =>
      appendTransactionMessageInstructions([...instructions, limitUnits(computeUnits)], timed),
  );
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)));
}

function limitUnits(units: number): Instruction {
  const data = new Uint8Array(5);
  data[0] = SET_UNITS_TAG;
  new DataView(data.buffer).setUint32(1, units, true);
  return { programAddress: COMPUTE_BUDGET, data };
}

export interface ReadInstruction {
  readonly program: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
}

export interface ReadTransaction {
  /** The fee payer's signature in base58, which is the id of the transaction. */
  readonly signature: string;
  readonly feePayer: Address;
  readonly keys: readonly Address[];
  /** Leaves out compute unit limits and prices, which only affect the fee. */
  readonly instructions: readonly ReadInstruction[];
}

/** Read from the bytes, so it shows what will really be sent. */
export function readTransaction(wire: Uint8Array): ReadTransaction {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  if (message.version !== 0) throw new RangeError('the transaction is not of version 0');
  const { staticAccounts: keys } = message;
  const at = (index: number): Address => {
    const key = keys[index];
    if (key === undefined) throw new RangeError('the transaction names an account it lacks');
    return key;
  };
  const feePayer = at(0);
  const instructions = message.instructions.map(
    ({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
      program: at(programAddressIndex),
      accounts: accountIndices.map(at),
      data: Uint8Array.from(data),
    }),
  );
  return {
    signature: getBase58Decoder().decode(signatures[feePayer] ?? new Uint8Array(64)),
    ...{ feePayer, keys },
    instructions: instructions.filter(({ program }) => program !== COMPUTE_BUDGET),
  };
}
