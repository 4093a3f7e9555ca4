// A group that needed more compute units than it had: an account in it is larger than we
// remembered. Its bets are placed once more, each by itself and with as much as any account can
// take, so that nobody's bet fails because of a neighbour. They keep their ids, so that none can
// count twice.
import type { Address } from '@solana/kit';
import { placeBetsUnits, readUnitLimit, SLOTS_MAX } from '@tote/chain/compute-units';
import type { TransactionFailure } from '@tote/chain/landed';
import type { SignedTransaction } from '@tote/chain/landing';
import { isOverBudget } from '@tote/chain/transaction-failure';
import {
  type DecidedState,
  decideSubmission,
  formatReplacements,
  insertSubmissions,
} from '../../store/journal/submissions.ts';
import { formatBets } from '../../store/journal/submitted-bets.ts';
import type { BetContext } from './context.ts';
import type { BetGroup } from './finish.ts';
import { toBetRecord } from './record.ts';
import type { GroupTemplates } from './template.ts';

/** Whether its bets may do better by themselves, with what an account can take at most. */
export function isSplitBy(
  failure: TransactionFailure,
  { signed, bets }: Pick<BetGroup, 'signed' | 'bets'>,
): boolean {
  if (!isOverBudget(failure)) return false;
  return bets.length > 1 || readUnitLimit(signed.wire) < placeBetsUnits([SLOTS_MAX]);
}

type SplitContext = Pick<BetContext, 'chain' | 'store' | 'bettors'>;

/**
 * In the journal when it resolves, in the place of the one that failed: whoever comes after a crash
 * finds either. Undefined when another replica has decided about it.
 */
export async function splitGroup(
  { chain, store, bettors }: SplitContext,
  templates: GroupTemplates,
  { market, signed: old, bets }: BetGroup,
  state: DecidedState,
): Promise<BetGroup[] | undefined> {
  // What is remembered of one of them was too little.
  for (const { row } of bets) bettors.forget(row.wallet as Address);
  const lifetime = await chain.blockhashes.latest();
  const now = BigInt(chain.clock.now());
  const singles = bets.map((bet): BetGroup => {
    const signed = templates.sign(market, [{ ...bet, slotCount: SLOTS_MAX }], lifetime);
    const row = { ...bet.row, signature: signed.signature };
    return { market, signed, bets: [{ ...bet, row, slotCount: SLOTS_MAX }] };
  });
  const isOurs = await store.write(async (db) => {
    const replacedBy = formatReplacements(singles.map(({ signed }) => signed.signature));
    const decision = { signature: old.signature, state, decidedAt: now, replacedBy };
    if (!(await decideSubmission(db, decision))) return false;
    await insertSubmissions(
      db,
      singles.map((single) => toSubmission(single, now)),
    );
    return true;
  });
  if (!isOurs) return undefined;
  for (const { row, ticket } of singles.flatMap((single) => single.bets)) {
    ticket?.store(toBetRecord(row, market));
  }
  return singles;
}

function toSubmission({ market, signed, bets }: BetGroup, createdAt: bigint) {
  const { signature, wire, lastValidBlockHeight }: SignedTransaction = signed;
  const text = formatBets(bets.map(({ row }) => row));
  const shared = { kind: 'place-bets', marketId: market.id, bets: text, createdAt } as const;
  return { signature, wire, lastValidBlockHeight, ...shared };
}
