// Finds the account with the price of a moment, or the signed update that has to be posted for it.
import type { Address } from '@solana/kit';
import { type AccountSnapshot, isMissing } from '../account-snapshot.ts';
import { findPythConfigAddress, findPythPushAddress } from '../derived-addresses.ts';
import { decodePythReceiverConfig, encodePythPriceUpdate } from '../layouts/pyth-price-update.ts';
import type { WantedUpdate } from '../price-updates.ts';
import { readSample } from '../read-sample.ts';
import type { Fetched } from './hermes.ts';
import type { SignedUpdate } from './signed-update.ts';

interface Finding {
  readonly chain: Parameters<typeof readSample>[0];
  readonly writeAuthority: Address;
  /** The account to which it would be posted, or may have been. Left out: a new one. */
  readonly own?: Address;
  /** Is called with that account as it is on chain. */
  seeOwn?(account: AccountSnapshot): void;
  fetchUpdates(): Promise<Fetched>;
}

export interface PostableUpdate {
  readonly wormhole: Address;
  readonly update: SignedUpdate;
  readonly data: Uint8Array;
}

type FoundUpdate =
  | { readonly kind: 'account'; readonly address: Address }
  | ({ readonly kind: 'postable' } & PostableUpdate)
  | { readonly kind: 'none' }
  /** The price of that moment decides nothing, so its account would be of no use. */
  | { readonly kind: 'undecided' }
  | { readonly kind: 'no-receiver' }
  | { readonly kind: 'source-away' };

export async function findUpdate(
  { chain, writeAuthority, own, seeOwn, fetchUpdates }: Finding,
  { feedId, receiver, accepts }: Pick<WantedUpdate, 'feedId' | 'receiver' | 'accepts'>,
): Promise<FoundUpdate> {
  const pushed = await findPythPushAddress(feedId, { receiver });
  const config = await findPythConfigAddress(receiver);
  const { slot, accounts } = await readSample(chain, [config, pushed, ...(own ? [own] : [])]);
  const [settings, sponsored, ours] = accounts as [
    ...[AccountSnapshot, AccountSnapshot],
    AccountSnapshot?,
  ];
  if (ours) seeOwn?.(ours);
  const usable = [ours, sponsored].find((account) => account && accepts(account));
  if (usable) return { kind: 'account', address: usable.address };
  if (ours && !isMissing(ours)) return { kind: 'undecided' };
  const read = decodePythReceiverConfig(settings);
  if (!read.ok) return { kind: 'no-receiver' };
  const { updates, isComplete } = await fetchUpdates();
  const update = updates.get(feedId);
  if (!update) return { kind: isComplete ? 'none' : 'source-away' };
  const data = encodePythPriceUpdate(update.price, { writeAuthority, postedSlot: slot });
  if (!accepts({ address: own ?? pushed, owner: receiver, data })) return { kind: 'undecided' };
  return { kind: 'postable', wormhole: read.value.wormhole, update, data };
}
