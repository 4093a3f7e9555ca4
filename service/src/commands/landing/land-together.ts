// Instructions of different jobs in one transaction: a signature costs the chain and us more than
// what most of them do, and when many markets end at once bets need both.
import type { Instruction } from '@solana/kit';
import { isChainUnavailable } from '@tote/chain/chain-unavailable';
import type { Key } from '@tote/chain/key';
import { type LandedTransaction, TransactionFailed } from '@tote/chain/landed';
import { TRANSACTION_BYTES_MAX } from '@tote/chain/sign-transaction';
import { findFailedInstruction } from '@tote/chain/transaction-failure';
import { measureTransaction } from '@tote/chain/write-transaction';
import { Batcher } from '@tote/lib/batcher';
import { type Actor, landAndIngest } from './land-and-ingest.ts';

/** More would leave more lines than a transaction's log takes, and events would be lost. */
const INSTRUCTIONS_MAX = 12;
const UNITS_MAX = 1_400_000;
/** For one that does not say: more than any of them takes. */
const UNITS = 50_000;
/** What setting the compute units adds. */
const LIMIT_BYTES = 41;
const TRANSACTIONS_AT_ONCE = 3;
/** While somebody bets: thousands of outcomes then take longer, and nobody waits for a bet. */
const TRANSACTIONS_BESIDE_BETS = 1;

interface Part {
  readonly actor: Actor;
  readonly instruction: Instruction;
  /** The first pays. */
  readonly keys: readonly [Key, ...Key[]];
  readonly units: number;
}

export interface LandTogether {
  /** As `landAndIngest`; in a transaction that fails because of another part, once more alone. */
  land(
    actor: Actor,
    instruction: Instruction,
    keys: readonly [Key, ...Key[]],
    units?: number,
  ): Promise<LandedTransaction>;
}

/** For commands that one of many jobs may run: together with the others where there are any. */
export async function landTogether(
  actor: Actor & { readonly together?: LandTogether },
  instruction: Instruction,
  keys: readonly [Key, ...Key[]],
  units?: number,
): Promise<LandedTransaction> {
  if (actor.together) return actor.together.land(actor, instruction, keys, units);
  return landAndIngest(actor, [instruction], keys, units ? { computeUnitLimit: units } : {});
}

export function createLandTogether(isBetting: () => boolean = () => false): LandTogether {
  const batcher = new Batcher<Part, LandedTransaction>({
    get atOnce() {
      return isBetting() ? TRANSACTIONS_BESIDE_BETS : TRANSACTIONS_AT_ONCE;
    },
    take: countFitting,
    run: async (parts) => {
      const landed = await landParts(parts as readonly [Part, ...Part[]]);
      return parts.map(() => landed);
    },
    // Of a chain that does not answer nobody would be served better alone.
    isItemError: (error) => !isChainUnavailable(error),
    // The limit of compute units is the last instruction, so that the others count as their parts.
    findFailedItem: (error) =>
      error instanceof TransactionFailed ? findFailedInstruction(error.failure) : undefined,
  });
  return {
    land: (actor, instruction, keys, units = UNITS) =>
      batcher.add({ actor, instruction, keys, units }),
  };
}

/** How many of the first parts go into one transaction. */
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

async function landParts(parts: readonly [Part, ...Part[]]): Promise<LandedTransaction> {
  const [{ actor, keys }] = parts;
  const others = parts.flatMap((part) => part.keys.filter((key) => key !== keys[0]));
  const computeUnitLimit = parts.reduce((sum, { units }) => sum + units, 0);
  return landAndIngest(
    actor,
    parts.map(({ instruction }) => instruction),
    [keys[0], ...new Set(others)],
    { computeUnitLimit },
  );
}
