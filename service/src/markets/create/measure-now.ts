import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { isChainUnavailable } from '@tote/chain/chain-unavailable';
import { pollUntil } from '@tote/chain/lib/poll-until';
import type { Condition } from '@tote/conditions/condition';
import { asAttested, asWeb, measureCondition } from '@tote/conditions/evaluate';
import type { Measure } from '@tote/conditions/evaluation/verdict';
import type { KnownCosts } from '@tote/conditions/kinds/kind';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import { findAccount, type Sample } from '@tote/conditions/oracles/account-snapshot';
import { findPumpCurveAddress } from '@tote/conditions/oracles/derived-addresses';
import { findLaunchPools } from '@tote/conditions/oracles/discover-pools';
import { DEPTH_MIN_LAMPORTS } from '@tote/conditions/oracles/prices/token-price';
import { readSample } from '@tote/conditions/oracles/read-sample';
import type { Reading } from '@tote/conditions/oracles/reading';
import { hostOf, judgeValues, type SourceValue } from '@tote/conditions/web/judge-round';
import { DomainError, type UnixSeconds, unixSeconds } from '@tote/domain';
import { FreshSamples } from '../../keeper/observe/fresh-samples.ts';
import { findSource, SourceReader } from '../../keeper/observe/source-reader.ts';
import type { WebReader } from '../../keeper/observe/web/web-reader.ts';

export interface Current {
  readonly sample: Sample;
  readonly measure: Reading<Measure>;
}

/** Null if no account decides it or the chain does not answer. `taken`: a sample just taken. */
export async function measureNow(
  chain: Pick<Chain, 'rpc' | 'clock'>,
  condition: Condition,
  expiresAt: UnixSeconds,
  taken?: Sample,
): Promise<Current | null> {
  if (asAttested(condition) ?? asWeb(condition)) return null;
  const sample = taken ?? (await orWithout(new FreshSamples(chain, 0).find(condition), null));
  if (!sample) return null;
  // As if the market had always existed, so that a price published before now counts.
  const moments = { createdAt: unixSeconds(0), expiresAt, now: sample.observedAt };
  return { sample, measure: await measureCondition(condition, sample, moments) };
}

/** Creation continues while the chain does not answer: what counts is measured again later. */
const orWithout = <T, U>(work: Promise<T>, without: U): Promise<T | U> =>
  work.catch((error) => {
    if (isChainUnavailable(error)) return without;
    throw error;
  });

/** Two samples of one slot are equal. */
const READS = { everyMs: 200, reads: 20 };

export async function takeSamples(chain: Pick<Chain, 'rpc'>, condition: Condition, count: number) {
  const source = await findSource(condition);
  const reader = new SourceReader(chain);
  const taken = new Map<bigint, Sample>();
  const read = async () => {
    const { sample } = await reader.read(source);
    return taken.set(sample.slot, sample);
  };
  const polling = pollUntil(read, ({ size }) => size >= count, READS);
  await orWithout(polling, undefined);
  return taken.size < count ? undefined : [...taken.values()];
}

/** The size of a classic token account. Those of Token-2022 are a little larger. */
const TOKEN_ACCOUNT_BYTES = 165n;

/** What it would cost to move the value that decides the market, for its warnings. */
export async function lookUpCosts(
  chain: Pick<Chain, 'rpc'>,
  condition: Condition,
): Promise<KnownCosts> {
  const { tokenAddress } = condition;
  const needed = kindOf(condition).costs?.(condition) ?? [];
  if (tokenAddress === null) return {};
  const finding = Promise.all(needed.map((name) => FINDERS[name](chain, tokenAddress)));
  return Object.assign({}, ...(await orWithout(finding, [])));
}

type FindCost = (chain: Pick<Chain, 'rpc'>, mint: Address) => Promise<KnownCosts>;

const FINDERS: Readonly<Record<keyof KnownCosts, FindCost>> = {
  async price(chain, mint) {
    const [deepest] = await findLaunchPools(chain, mint);
    return deepest && deepest.depth >= DEPTH_MIN_LAMPORTS ? { price: deepest.price } : {};
  },
  async tokenAccountRent({ rpc }) {
    const rent = rpc.getMinimumBalanceForRentExemption(TOKEN_ACCOUNT_BYTES);
    return { tokenAccountRent: await rent.send() };
  },
  async curve(chain, mint) {
    const address = await findPumpCurveAddress(mint);
    const curve = findAccount(await readSample(chain, [address]), address);
    return curve ? { curve } : {};
  },
};

export interface CurrentSources {
  readonly values: readonly SourceValue[];
  readonly judged: Reading<boolean>;
}

export function requireListed(condition: Condition, web: WebReader): void {
  const other = asWeb(condition)?.sources.find(({ url }) => !web.isListed(url));
  if (!other) return;
  const { listed } = web;
  throw new DomainError('web_source_not_listed', {
    host: hostOf(other),
    listed: listed.length === 0 ? '(nothing is listed here)' : listed.join(', '),
  });
}

export async function readWebNow(condition: Condition, web: WebReader) {
  const wanted = asWeb(condition);
  if (!wanted) return null;
  const values = await web.readNow(wanted, { isPreview: true });
  return { values, judged: judgeValues(wanted, values) };
}
