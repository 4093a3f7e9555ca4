// Batches instructions of different jobs into one transaction. A signature costs more than most of
// these instructions, and when many markets end at once, bets need the capacity too.
import type { Instruction } from '@solana/kit';
import { isChainUnavailable } from '@tote/chain/chain-unavailable';
import type { Key } from '@tote/chain/key';
import { type LandedTransaction, TransactionFailed } from '@tote/chain/landed';
import { Batcher } from '@tote/chain/lib/batcher';
import { findFailedInstruction } from '@tote/chain/transaction-failure';
import { measureTransaction, TRANSACTION_BYTES_MAX } from '@tote/chain/write-transaction';
import {
  type LandingContext,
  landAndIngest,
  landThenIngest,
  type TransactionBatcher,
} from './land-and-ingest.ts';

/** With more, the transaction's log could be truncated and events would be lost. */
const INSTRUCTIONS_MAX = 12;
const UNITS_MAX = 1_400_000;
/** The default per instruction: more than any of them needs. */
const UNITS = 50_000;
/** The bytes of the instruction that sets the compute unit limit. */
const LIMIT_BYTES = 41;
const TRANSACTIONS_AT_ONCE = 8;
/** While somebody bets: outcomes may take longer, so that bets do not. */
const TRANSACTIONS_BESIDE_BETS = 1;

interface Part {
  readonly context: LandingContext;
  readonly instruction: Instruction;
  /** The first one pays. */
  readonly keys: readonly [Key, ...Key[]];
  readonly units: number;
}

/** Batches the instruction if the context has a batcher; otherwise sends it alone. */
export async function landBatched(
  context: LandingContext,
  instruction: Instruction,
  keys: readonly [Key, ...Key[]],
  units?: number,
): Promise<LandedTransaction> {
  if (context.batcher) return context.batcher.land(context, instruction, keys, units);
  return landAndIngest(context, [instruction], keys, units ? { computeUnitLimit: units } : {});
}

export function createTransactionBatcher(
  isBetting: () => boolean = () => false,
): TransactionBatcher {
  const batcher = new Batcher<Part, Landing>({
    get atOnce() {
      return isBetting() ? TRANSACTIONS_BESIDE_BETS : TRANSACTIONS_AT_ONCE;
    },
    take: countFitting,
    run: async (parts) => {
      const landed = await landParts(parts as readonly [Part, ...Part[]]);
      return parts.map(() => landed);
    },
    // If the chain does not answer, sending the parts alone does not help.
    isItemError: (error) => !isChainUnavailable(error),
    // The compute unit limit is the last instruction, so indexes are those of the parts.
    findFailedItem: (error) =>
      error instanceof TransactionFailed ? findFailedInstruction(error.failure) : undefined,
  });
  return {
    async land(context, instruction, keys, units = UNITS) {
      const { landed, ingested } = await batcher.add({ context, instruction, keys, units });
      await ingested;
      return landed;
    },
  };
}

/** How many parts from the front fit into one transaction. */
export function countFitting(parts: readonly Pick<Part, 'instruction' | 'keys' | 'units'>[]) {
  const payer = parts[0]?.keys[0].address;
  let units = 0;
  let count = 0;
  for (const part of parts.slice(0, INSTRUCTIONS_MAX)) {
    units += part.units;
    if (part.keys[0].address !== payer || units > UNITS_MAX) break;
    const instructions = parts.slice(0, count + 1).map(({ instruction }) => instruction);
    const bytes = measureTransaction(instructions, payer) + LIMIT_BYTES;
    if (bytes > TRANSACTION_BYTES_MAX) break;
    count += 1;
  }
  return count;
}

type Landing = Awaited<ReturnType<typeof landThenIngest>>;

/** The next batch need not wait for the rows of this one: then rows are written in large groups. */
async function landParts(parts: readonly [Part, ...Part[]]): Promise<Landing> {
  const [{ context, keys }] = parts;
  const others = parts.flatMap((part) => part.keys.filter((key) => key !== keys[0]));
  const computeUnitLimit = parts.reduce((sum, { units }) => sum + units, 0);
  return landThenIngest(
    context,
    parts.map(({ instruction }) => instruction),
    [keys[0], ...new Set(others)],
    { computeUnitLimit },
  );
}
