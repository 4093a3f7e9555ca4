// Checks that the receipt lists the transactions that changed the market on chain.
import { isSignature } from '@solana/kit';
import { fetchTransaction } from './history/fetch-transaction.ts';
import { listSteps } from './history/list-events.ts';
import { TAG } from './history/read-event.ts';
import { listOf, pick, textOf } from './json.ts';
import type { Verifying } from './verifying.ts';

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
  const served = listOf(pick(receipt, 'transactions'));
  for (const [kind, signatures] of Object.entries(onChain)) {
    const named = served
      .filter((each) => pick(each, 'kind') === kind)
      .map((each) => textOf(pick(each, 'transactionId')));
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

async function checkCollection({ chain, history, receipt, checks }: Verifying): Promise<void> {
  const named = listOf(pick(receipt, 'transactions')).find(
    (each) => pick(each, 'kind') === 'collected',
  );
  if (!named) return;
  const id = textOf(pick(named, 'transactionId'));
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
