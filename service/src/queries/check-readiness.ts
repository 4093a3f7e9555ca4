import { within } from '@tote/chain/lib/within';
import type { ServiceConfig } from '../settings/service-config.ts';
import { findTransaction } from '../store/projection/transactions.ts';
import { readClock } from '../store/statements.ts';
import type { Problem } from '../submissions/chain-watch.ts';
import type { QueryContext } from './query-context.ts';

export const READINESS_CHECKS = [
  'disk',
  'database',
  'clock',
  'chain',
  'chainTime',
  'relayer',
  'keeper',
  'indexer',
] as const;

/** Why each check failed; null: it did not. One that does not apply is left out. */
type Readiness = Readonly<Partial<Record<(typeof READINESS_CHECKS)[number], string | null>>>;

const LAG_SECONDS_MAX = 15;
const CLOCK_SECONDS_MAX = 30;
const ANSWER_MS_MAX = 2_500;

export async function checkReadiness(context: QueryContext): Promise<Readiness> {
  const [disk, database, ofChain] = await Promise.all([
    checkDisk(context),
    checkDatabase(context),
    checkChainClock(context),
  ]);
  return {
    ...(disk !== undefined && { disk }),
    database: database.away,
    clock: database.clock ?? ofChain,
  };
}

export async function checkWrites(context: QueryContext): Promise<Readiness> {
  const find = (problem: Problem) => context.findProblem(problem) ?? null;
  const [own, chain] = await Promise.all([checkReadiness(context), checkChain(context)]);
  return {
    ...own,
    chain: find('chain_replaced') ?? find('chain_unavailable') ?? chain.away,
    chainTime: find('chain_stalled'),
    relayer: find('relayer_out_of_funds'),
    keeper: find('keeper_out_of_funds'),
    indexer: checkLag(context) ?? chain.lag,
  };
}

async function checkDisk({ checkDisk }: QueryContext): Promise<string | null | undefined> {
  if (!checkDisk) return undefined;
  const answer = await within(checkDisk(), ANSWER_MS_MAX);
  return answer === undefined ? 'The disk does not answer.' : answer;
}

/** By a transaction: with SQLite reads work even when nothing can be written. */
async function checkDatabase({ store, wallMs }: QueryContext) {
  const read = store.write(readClock).then((clockMs) => ({ clockMs }));
  const answer = await within(read, ANSWER_MS_MAX).catch(() => undefined);
  if (!answer) return { away: 'The database does not answer.', clock: null };
  const { clockMs = wallMs() } = answer;
  return { away: null, clock: describeOffset(wallMs() - clockMs, "the database's") };
}

/** A chain that does not answer says nothing about this replica. */
async function checkChainClock({ chain, wallMs }: QueryContext): Promise<string | null> {
  const read = Promise.all([chain.clock.refresh(), chain.clock.offset()]);
  const answer = await within(read, ANSWER_MS_MAX).catch(() => undefined);
  if (!answer) return null;
  const chainMs = (chain.clock.shown() - answer[1]) * 1_000;
  return describeOffset(wallMs() - chainMs, "the chain's");
}

function describeOffset(offMs: number, whose: string): string | null {
  const seconds = Math.round(Math.abs(offMs) / 1_000);
  if (seconds <= CLOCK_SECONDS_MAX) return null;
  const where = offMs > 0 ? 'ahead of' : 'behind';
  return `The clock of this machine is ${seconds} s ${where} ${whose}. Synchronize it with NTP.`;
}

async function checkChain(context: QueryContext) {
  const newest = await within(readNewest(context), ANSWER_MS_MAX).catch(() => undefined);
  if (!newest) return { away: 'The chain does not answer.', lag: null };
  const { signature, age } = newest;
  if (signature === undefined || age <= LAG_SECONDS_MAX) return { away: null, lag: null };
  // A database that does not answer is the reason of its own check.
  const isApplied = findTransaction(context.store.db, signature).then((row) => row !== undefined);
  const isBehind = (await within(isApplied, ANSWER_MS_MAX).catch(() => undefined)) === false;
  return { away: null, lag: isBehind ? describeLag(age) : null };
}

async function readNewest({ chain }: QueryContext): Promise<{ signature?: string; age: number }> {
  const settings = { limit: 1, commitment: 'confirmed' } as const;
  const [now, [newest]] = await Promise.all([
    chain.clock.refresh(),
    chain.rpc.getSignaturesForAddress(chain.programAddress, settings).send(),
  ]);
  return { signature: newest?.signature, age: now - Number(newest?.blockTime ?? 0n) };
}

function checkLag({ findLag }: QueryContext): string | null {
  const seconds = Math.floor(findLag()?.seconds ?? 0);
  return seconds > LAG_SECONDS_MAX ? describeLag(seconds) : null;
}

const describeLag = (seconds: number) => `The indexer is ${seconds} s behind the chain.`;

export function listLimitations(config: Pick<ServiceConfig, 'onChain'>): string[] {
  const { isOperatorDisabled, isOracleDisabled } = config.onChain();
  return [...(isOperatorDisabled ? [NO_OPERATOR] : []), ...(isOracleDisabled ? [NO_ORACLE] : [])];
}

const NO_OPERATOR =
  'The Config names none of our relayer keys as operator: no market is created, no bet in a ' +
  'gated market signed and no account opened for others until the admin names one with ' +
  '`tote config announce --operator`. Reads, bets that wallets sign, payouts and refunds ' +
  'still work.';
const NO_ORACLE =
  'The oracle key is no longer the oracle: no new market can name it until the admin does with ' +
  '`tote config announce --oracle`. If it was disabled, its markets are refunded. Markets on ' +
  'facts still work.';
