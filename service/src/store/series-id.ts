// The id of a series, and the nonces of its rounds: the id's digits, then the start in minutes. So
// the address of a round follows from series and start, and the chain takes each only once.
import { randomInt } from 'node:crypto';
import type { UnixSeconds } from '@tote/domain';

/** The first digit is at least 8: nonces in that range are of no other market of the service. */
export const SERIES_ID = /^series_[89a-f][0-9a-f]{6}$/;
const DIGITS_FROM = 'series_'.length;
const START_BITS = 32n;
const SECONDS_PER_MINUTE = 60n;

export const createSeriesId = (): string => `series_${randomInt(2 ** 27, 2 ** 28).toString(16)}`;

const firstNonce = (id: string): bigint => BigInt(`0x${id.slice(DIGITS_FROM)}`) << START_BITS;

export const noncesOf = (id: string) => ({
  first: firstNonce(id),
  last: firstNonce(id) + (1n << START_BITS) - 1n,
});

/** Those of all rounds, whatever their series. */
export const ROUND_NONCES = { first: 1n << 59n, last: (1n << 60n) - 1n };

export const nonceOf = (id: string, startsAt: UnixSeconds): bigint =>
  firstNonce(id) + BigInt(startsAt) / SECONDS_PER_MINUTE;

/** It is a round only if the owner of the series has created it: anybody may use the nonce. */
export const seriesOfNonce = (nonce: bigint): string | undefined =>
  nonce >> 59n === 1n ? `series_${(nonce >> START_BITS).toString(16)}` : undefined;
