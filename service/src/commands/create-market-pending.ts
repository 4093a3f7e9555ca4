// A market that is not confirmed yet, from the transaction that will make it.
import { address } from '@solana/kit';
import { unixSeconds } from '@tote/domain';
import { parseCreateMarketInstruction } from '@tote/program-client';
import { readWire } from '../chain/wire.ts';
import { compileSupported } from '../conditions/compile-supported.ts';
import type { SubmissionRow } from '../store/journal/submissions.ts';
import type { MarketView } from '../store/projection/market-view.ts';
import type { CreateMarketInput } from '../use-cases.ts';
import type { MarketContext } from './create-market.ts';
import { toView } from './create-market-draft.ts';

export function viewPendingMarket(
  context: MarketContext,
  row: SubmissionRow,
  input: CreateMarketInput,
): MarketView {
  const { keys, instructions } = readWire(row.wire);
  const [first] = instructions.filter(
    ({ programIndex }) => keys[programIndex] === context.chain.programAddress,
  );
  if (!first) throw new RangeError(`${row.signature} creates no market`);
  const accounts = Array.from(first.accounts, (index) => address(keys[index] ?? ''));
  const parsed = parseCreateMarketInstruction({ accounts, data: first.data });
  const times = {
    closesAt: unixSeconds(parsed.closesAt),
    expiresAt: unixSeconds(parsed.expiresAt),
    refundAt: unixSeconds(parsed.refundAt),
  };
  const compiled = compileSupported(input);
  const view = toView(context, parsed.creator, input, compiled, times, parsed.market);
  const createdAt = unixSeconds(row.created_at);
  return { ...view, createdAt, createdSignature: row.signature };
}
