import type { Instruction } from '@solana/kit';
import type { Chain } from './chain.ts';
import type { Result } from './result.ts';
import { describeChanges } from './snapshot.ts';

/** Sends what must succeed, and says which bytes of which accounts it changed, the fee apart. */
export function sendAndCompare(
  chain: Chain,
  instruction: Instruction,
): { result: Result; changes: string[] } {
  const before = chain.snapshot();
  const result = chain.must(instruction);
  const payment = { payer: chain.feePayer.address, fee: result.fee };
  return { result, changes: describeChanges(before, chain.snapshot(), payment).sort() };
}
