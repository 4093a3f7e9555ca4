// Reads the first price update at or after a moment. It is posted first where nobody has done so.
import type { Address } from '@solana/kit';
import { findEvidenceAccounts } from '@tote/conditions/evaluation/evaluate-fact';
import type { WantedPrice } from '@tote/conditions/kinds/kind';
import type { AccountSnapshot, Sample } from '@tote/conditions/oracles/account-snapshot';
import { findPythPushAddress } from '@tote/conditions/oracles/derived-addresses';
import { NoPriceUpdate } from '@tote/conditions/oracles/price-updates';
import { readSample } from '@tote/conditions/oracles/read-sample';
import type { UnixSeconds } from '@tote/domain';
import { NotResolvableYet, toSentence } from './resolution-status.ts';
import type { TaskContext } from './task.ts';

export async function observeUpdate(
  context: TaskContext,
  wanted: WantedPrice,
  keptUntil: UnixSeconds,
): Promise<Sample> {
  const { chain } = context;
  const { feed, fact, moment } = wanted;
  const findAccount = (accounts: readonly AccountSnapshot[]) =>
    findEvidenceAccounts(fact, { samples: [{ accounts }] }, moment)[0];
  const pushed = await findPythPushAddress(feed.feedId, feed);
  const accepts = (account: AccountSnapshot) => findAccount([account]) !== undefined;
  const posted =
    chain.clock.now() >= moment
      ? await postUpdate(context, wanted, { keptUntil, accepts })
      : undefined;
  const sample = await readSample(chain, [...new Set([posted ?? pushed, pushed])]);
  const account = findAccount(sample.accounts);
  return account ? { ...sample, accounts: [account] } : sample;
}

async function postUpdate(
  { priceUpdates, signal }: TaskContext,
  { feed: { feedId, receiver }, moment }: WantedPrice,
  rest: { keptUntil: UnixSeconds; accepts(account: AccountSnapshot): boolean },
): Promise<Address | undefined> {
  try {
    return await priceUpdates?.post({ feedId, receiver, moment, ...rest, signal });
  } catch (error) {
    if (error instanceof NoPriceUpdate) throw new NotResolvableYet(toSentence(error.message));
    throw error;
  }
}
