import { getBase64Decoder } from '@solana/kit';
import { canonicalJson } from './canonical-json.ts';
import type { LeftOut, Sample } from './oracles/account-snapshot.ts';

export function renderSampleText(sample: Sample): string {
  return canonicalJson(renderSample(sample));
}

export function renderSample({ slot, observedAt, accounts, holders, launches }: Sample) {
  return {
    slot: slot.toString(),
    observedAt,
    accounts: accounts.map(({ address, owner, data }) => {
      return { address, owner, data: getBase64Decoder().decode(data) };
    }),
    ...(holders && {
      holders: {
        ...holders,
        count: holders.count.toString(),
        minimumBaseUnits: holders.minimumBaseUnits.toString(),
        ...(holders.largest !== undefined && { largest: holders.largest.toString() }),
        ...(holders.leftOut && { leftOut: renderLeftOut(holders.leftOut) }),
      },
    }),
    ...(launches && { launches }),
  };
}

export function renderLeftOut({ count, amount, largest }: LeftOut) {
  const rendered = largest.map((each) => ({ ...each, amount: each.amount.toString() }));
  return { count, amount: amount.toString(), largest: rendered };
}
