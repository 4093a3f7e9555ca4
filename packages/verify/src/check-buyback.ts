// Checks how a burn share in SOL was converted, from the sales listed in the receipt.
import { isSignature } from '@solana/kit';
import { amount, formatAmount, mulDivFloor } from '@tote/domain';
import { fetchTransaction } from './history/fetch-transaction.ts';
import { listSteps } from './history/list-events.ts';
import { TAG } from './history/read-event.ts';
import { listOf, pick, textOf } from './json.ts';
import type { Verifying } from './verifying.ts';

export async function checkBuyback(verifying: Verifying): Promise<void> {
  const { history, receipt, checks, decimals } = verifying;
  const served = pick(receipt, 'buyback');
  const [moved] = history.closed;
  if (served === null || served === undefined || !moved) return;
  const { burn, dust, burnTotal } = moved.event;
  // First in, first out: the counter ends with the market's share, then its dust.
  const to = burnTotal - dust;
  const { converted, utilityBurned } = await addSales(verifying, { from: to - burn, to });
  for (const [name, value, places] of [
    ['converted', converted, decimals.SOL],
    ['utilityBurned', utilityBurned, decimals.UTILITY],
  ] as const) {
    const recomputed = formatAmount(amount(value), places);
    checks.compare(
      `buyback ${name}`,
      ['sales on chain', recomputed],
      ['receipt', textOf(pick(served, name))],
    );
  }
  const isComplete = String(converted === burn);
  checks.compare(
    'buyback complete',
    ['sales on chain', isComplete],
    ['receipt', textOf(pick(served, 'complete'))],
  );
}

async function addSales({ chain, receipt }: Verifying, { from, to }: { from: bigint; to: bigint }) {
  const { node, programAddress } = chain;
  let [converted, utilityBurned] = [0n, 0n];
  const named = listOf(pick(receipt, 'transactions'))
    .filter((each) => pick(each, 'kind') === 'bought_back')
    .map((each) => textOf(pick(each, 'transactionId')));
  for (const id of new Set(named.filter(isSignature))) {
    const transaction = await fetchTransaction(node, id);
    for (const { event } of transaction ? listSteps(transaction, programAddress) : []) {
      if (event?.tag !== TAG.buyBack) continue;
      const { lot, price, burnedTotal } = event;
      const [low, high] = [burnedTotal - lot, burnedTotal];
      const part = (high < to ? high : to) - (low > from ? low : from);
      if (part <= 0n) continue;
      converted += part;
      utilityBurned += mulDivFloor(price, part, lot);
    }
  }
  return { converted, utilityBurned };
}
