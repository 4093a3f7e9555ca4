import type { Instruction } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { isChainUnavailable } from '@tote/chain/chain-unavailable';
import type { Key } from '@tote/chain/key';
import { type LandedTransaction, TransactionFailed } from '@tote/chain/landed';
import type { Preflight } from '@tote/chain/landing';
import { Batcher } from '@tote/chain/lib/batcher';
import { findFailedInstruction, findProgramErrorName } from '@tote/chain/transaction-failure';
import { listWritableAccounts } from '@tote/chain/writable-accounts';
import {
  defaultUnits,
  measureTransaction,
  TRANSACTION_BYTES_MAX,
} from '@tote/chain/write-transaction';
import { DomainError } from '@tote/domain';
import { type ErrorName, ToteInstruction } from '@tote/program-client';
import type { Indexer } from '../indexer/indexer.ts';
import type { ServiceKeys } from '../settings/keys.ts';
import type { CrashPoints, TransactionMoment } from '../telemetry/crash-points.ts';
import type { PriorityFees } from './priority-fees.ts';

export interface LandingContext {
  readonly chain: Chain;
  readonly indexer: Pick<Indexer, 'ingest'>;
  readonly batcher?: TransactionBatcher;
  readonly fees: Pick<PriorityFees, 'quote'> | undefined;
  readonly crash: CrashPoints;
  readonly signal?: AbortSignal;
}

export interface KeeperContext extends LandingContext {
  readonly keys: Pick<ServiceKeys, 'keeper'>;
}

interface LandOptions {
  readonly computeUnitLimit?: number;
  readonly preflight?: Preflight;
}

export async function landAndIngest(
  context: LandingContext,
  instructions: readonly Instruction[],
  keys: readonly [Key, ...Key[]],
  options?: LandOptions,
): Promise<LandedTransaction> {
  const { landed, ingested } = await landThenIngest(context, instructions, keys, options);
  await ingested;
  return landed;
}

async function landThenIngest(
  context: LandingContext,
  instructions: readonly Instruction[],
  keys: readonly [Key, ...Key[]],
  options?: LandOptions,
): Promise<{ landed: LandedTransaction; ingested: Promise<void> }> {
  const { chain, indexer, signal, crash } = context;
  const budget = await findBudget(context, instructions, options);
  const signed = await chain.sign(instructions, keys, { ...options, ...budget });
  const at = crashPointsOf(instructions);
  crash.reach(at('signed'));
  const preflight = options?.preflight;
  const sending = chain.lander.land({ ...signed, ...(preflight && { preflight }) }, signal);
  crash.reachSoon(at('sent'));
  const landing = await sending;
  switch (landing.kind) {
    case 'landed': {
      crash.reach(at('confirmed'));
      const { landed } = landing;
      const ingested = indexer.ingest([landed]).then(() => crash.reach(at('ingested')));
      if (!landed.error) return { landed, ingested };
      await ingested;
      throw new TransactionFailed(landed.error);
    }
    case 'refused':
      throw new TransactionFailed(landing.failure);
    case 'expired':
      throw new DomainError('chain_unavailable');
  }
}

async function findBudget(
  { fees }: Pick<LandingContext, 'fees'>,
  instructions: readonly Instruction[],
  { computeUnitLimit = defaultUnits(instructions.length) }: LandOptions = {},
) {
  const quote = await fees?.quote(listWritableAccounts(instructions));
  return quote && { computeUnitLimit, computeUnitPrice: quote.priceFor(computeUnitLimit) };
}

/** Named after the last instruction: those before it only prepare it. Its first byte is its tag. */
function crashPointsOf(instructions: readonly Instruction[]) {
  const tag = instructions.at(-1)?.data?.[0] ?? -1;
  const name = ToteInstruction[tag] as keyof typeof ToteInstruction;
  return (moment: TransactionMoment) => `${name} ${moment}` as const;
}

export const findProgramError = (error: unknown): ErrorName | undefined =>
  error instanceof TransactionFailed ? findProgramErrorName(error.failure) : undefined;

// Batches instructions of different jobs into one transaction, so that bets have room.

/** With more, the transaction's log could be truncated and events would be lost. */
const INSTRUCTIONS_MAX = 12;
const UNITS_MAX = 1_400_000;
const UNITS = 50_000;
const LIMIT_BYTES = 41;
const TRANSACTIONS_AT_ONCE = 8;
/** While somebody bets: outcomes may take longer, so that bets do not. */
const TRANSACTIONS_BESIDE_BETS = 1;

interface Part {
  readonly context: LandingContext;
  readonly instruction: Instruction;
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
  if (context.batcher) return context.batcher.land({ context, instruction, keys, units });
  return landAndIngest(context, [instruction], keys, units ? { computeUnitLimit: units } : {});
}

export class TransactionBatcher {
  readonly #batcher: Batcher<Part, Landing>;

  constructor(isBetting: () => boolean = () => false) {
    this.#batcher = new Batcher<Part, Landing>({
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
  }

  /** Like `landAndIngest`. If the batch fails because of another part, it is sent again alone. */
  async land({ units = UNITS, ...part }: Omit<Part, 'units'> & { units?: number }) {
    const { landed, ingested } = await this.#batcher.add({ ...part, units });
    await ingested;
    return landed;
  }
}

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

/** The next batch does not wait for the rows of this one. */
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
