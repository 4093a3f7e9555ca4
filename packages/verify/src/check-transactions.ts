// Checks that the receipt lists the transactions that changed the market on chain.
import { isSignature } from '@solana/kit';
import { amount, formatAmount, mulDivFloor } from '@tote/domain';
import type { Verifying } from './checks.ts';
import { fetchTransaction } from './history/fetch-transaction.ts';
import { listSteps } from './history/list-events.ts';
import { TAG } from './history/read-event.ts';
import { type Json, listOf, pick, textAt } from './json.ts';

export async function checkTransactions(verifying: Verifying): Promise<void> {
  const { history, receipt, checks } = verifying;
  const { created, resolved, vetoed, refunded, payments, closed } = history;
  const onChain: Readonly<Record<string, readonly string[]>> = {
    created: [created.transaction.signature],
    resolved: resolved ? [resolved.transaction.signature] : [],
    vetoed: vetoed ? [vetoed.transaction.signature] : [],
    refunded: refunded ? [refunded.transaction.signature] : [],
    settled: payments.map(({ signature }) => signature),
    closed: closed.map(({ transaction }) => transaction.signature),
  };
  for (const [kind, signatures] of Object.entries(onChain)) {
    const named = listNamed(receipt, kind);
    const strange = named.filter((id) => !signatures.includes(id));
    // Transactions after the receipt are not in it, but the one that ended the market always is.
    const isLater = kind === 'settled' || kind === 'closed';
    const missing = isLater ? [] : signatures.filter((id) => !named.includes(id));
    if (named.length === 0 && missing.length === 0) continue;
    const found = [...missing.map((id) => `without ${id}`), ...strange.map((id) => `with ${id}`)];
    checks.compare(
      `transactions ${kind}`,
      ['chain', 'the same'],
      ['receipt', found.join(', ') || 'the same'],
    );
  }
  await checkCollection(verifying);
}

/** The ids of the transactions of a kind that the receipt names. */
const listNamed = (receipt: Json, kind: string) =>
  listOf(pick(receipt, 'transactions'))
    .filter((each) => pick(each, 'kind') === kind)
    .map((each) => textAt(each, 'transactionId'));

async function checkCollection({ chain, history, receipt, checks }: Verifying): Promise<void> {
  const [id] = listNamed(receipt, 'collected');
  if (id === undefined) return;
  const { node, programAddress } = chain;
  const transaction = isSignature(id) ? await fetchTransaction(node, id) : undefined;
  const steps = transaction ? listSteps(transaction, programAddress) : [];
  const { currency } = history.created.event;
  const isCollection = steps.some(
    ({ event }) => event?.tag === TAG.collectFees && event.currency === currency,
  );
  const since = history.closed[0]?.transaction.slot;
  const isAfter = transaction !== undefined && since !== undefined && transaction.slot >= since;
  const found = isCollection && isAfter ? 'yes' : `not in ${id}`;
  checks.compare('fees collected since', ['receipt', 'yes'], ['chain', found]);
}

export async function checkBuyback(verifying: Verifying): Promise<void> {
  const { history, receipt, checks, decimals } = verifying;
  const served = pick(receipt, 'buyback');
  const [moved] = history.closed;
  if (served === null || served === undefined) return;
  if (!moved || verifying.currency !== 'SOL') {
    checks.compareServed(receipt, 'chain', { buyback: 'null' });
    return;
  }
  const { burn, dust, burnTotal } = moved.event;
  // First in, first out: the counter ends with the market's share, then its dust.
  const to = burnTotal - dust;
  const { converted, utilityBurned } = await addSales(verifying, { from: to - burn, to });
  const recomputed = {
    converted: formatAmount(amount(converted), decimals.SOL),
    utilityBurned: formatAmount(amount(utilityBurned), decimals.UTILITY),
    complete: String(converted === burn),
  };
  checks.compareServed(served, 'sales on chain', recomputed, 'buyback ');
}

async function addSales({ chain, receipt }: Verifying, { from, to }: { from: bigint; to: bigint }) {
  const { node, programAddress } = chain;
  let [converted, utilityBurned] = [0n, 0n];
  for (const id of new Set(listNamed(receipt, 'bought_back').filter(isSignature))) {
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
