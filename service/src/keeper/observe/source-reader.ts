import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { chainUnavailable } from '@tote/chain/chain-unavailable';
import { mapConcurrently } from '@tote/chain/lib/map-concurrently';
import { sha256Hex } from '@tote/chain/lib/sha256';
import { canonicalJson } from '@tote/conditions/canonical-json';
import type { Condition } from '@tote/conditions/condition';
import { listConditionAccounts } from '@tote/conditions/evaluate';
import type { WantedHolders, WantedLaunches } from '@tote/conditions/kinds/kind';
import { kindOf } from '@tote/conditions/kinds/kind-of';
import { toUnits } from '@tote/conditions/kinds/shared/threshold';
import { findAccount, type Sample } from '@tote/conditions/oracles/account-snapshot';
import { decodeMint } from '@tote/conditions/oracles/layouts/mint';
import { listVaults } from '@tote/conditions/oracles/pools/all';
import { readHolders } from '@tote/conditions/oracles/read-holders';
import { readSample, SAMPLE_ACCOUNTS_MAX } from '@tote/conditions/oracles/read-sample';
import type { UnixSeconds } from '@tote/domain';
import { LRUCache } from 'lru-cache';

const VAULTS_KEPT = 10_000;
const REQUESTS_AT_ONCE = 4;

export interface TakenSample {
  readonly sample: Sample;
  readonly endedAt: UnixSeconds;
  /** The launches of a count that decides. */
  readonly pages?: readonly Uint8Array[];
}

/** Before a market exists nobody counts for it. */
const COUNT_NOTHING = async (_source: SampleSource): Promise<TakenSample> => {
  throw chainUnavailable(new Error('launches are not counted yet'));
};

export class SourceReader {
  readonly #chain: Pick<Chain, 'rpc'>;
  readonly #launches: typeof COUNT_NOTHING;
  /** The vaults of a source's pools; their addresses are in the pools' accounts. */
  readonly #vaults = new LRUCache<string, readonly Address[]>({ max: VAULTS_KEPT });

  constructor(chain: Pick<Chain, 'rpc'>, launches = COUNT_NOTHING) {
    this.#chain = chain;
    this.#launches = launches;
  }

  async read(source: SampleSource): Promise<TakenSample> {
    return (await this.#take([source]))[0] as TakenSample;
  }

  async readAll(sources: readonly SampleSource[]): Promise<(TakenSample | Error)[]> {
    const taken = new Map<SampleSource, TakenSample | Error>();
    const batches = [
      ...this.#inBatches(sources.filter((source) => !isCounted(source))),
      ...sources.filter(isCounted).map((source) => [source]),
    ];
    await mapConcurrently(batches, REQUESTS_AT_ONCE, async (batch) => {
      const samples = await this.#take(batch).catch((error) =>
        batch.map(() => (error instanceof Error ? error : new Error(String(error)))),
      );
      batch.forEach((source, index) => {
        taken.set(source, samples[index] as TakenSample | Error);
      });
    });
    return sources.map((source) => taken.get(source) as TakenSample | Error);
  }

  /** What is counted is a batch of its own. */
  async #take(batch: readonly SampleSource[]): Promise<TakenSample[]> {
    const [first] = batch;
    if (first?.launches) return [await this.#launches(first)];
    if (first?.holders) return [await this.#count(first.holders)];
    const samples = await this.#readBatch(batch);
    return samples.map((sample) => ({ sample, endedAt: sample.observedAt }));
  }

  #inBatches(sources: readonly SampleSource[]): SampleSource[][] {
    const batches: SampleSource[][] = [];
    let addresses = new Set<Address>();
    for (const source of sources) {
      const wanted = this.#addressesOf(source);
      const batch = batches.at(-1);
      const together = new Set([...addresses, ...wanted]);
      const fits = batch && together.size <= SAMPLE_ACCOUNTS_MAX;
      addresses = fits ? together : new Set(wanted);
      if (fits) batch.push(source);
      else batches.push([source]);
    }
    return batches;
  }

  #addressesOf({ key, accounts }: SampleSource): Address[] {
    return [...new Set([...accounts, ...(this.#vaults.get(key) ?? [])])];
  }

  async #readBatch(batch: readonly SampleSource[]): Promise<Sample[]> {
    const all = await this.#readOnce(batch);
    return Promise.all(
      batch.map(async (source) => {
        const sample = select(all, this.#addressesOf(source));
        if (this.#learnVaults(source, sample)) return sample;
        // The pool was read for the first time: read it again together with its vaults.
        const again = await this.#readOnce([source]);
        return select(again, this.#addressesOf(source));
      }),
    );
  }

  #readOnce(batch: readonly SampleSource[]): Promise<Sample> {
    const addresses = new Set(batch.flatMap((source) => this.#addressesOf(source)));
    return readSample(this.#chain, [...addresses]);
  }

  #learnVaults({ key, accounts }: SampleSource, sample: Sample): boolean {
    const vaults = accounts.flatMap((address) => {
      const account = findAccount(sample, address);
      return account ? listVaults(account) : [];
    });
    this.#vaults.set(key, vaults);
    return vaults.every((vault) => findAccount(sample, vault));
  }

  async #count({ mint, minimumBalance, ...wanted }: WantedHolders): Promise<TakenSample> {
    const sample = await readSample(this.#chain, [mint]);
    const account = findAccount(sample, mint);
    const decoded = account && decodeMint(account);
    if (!decoded?.ok) return { sample, endedAt: sample.observedAt };
    const { program, decimals } = decoded.value;
    const least = { comparator: 'gte', threshold: minimumBalance } as const;
    const minimumBaseUnits = toUnits(least, decimals);
    const rule = { mint, program, minimumBaseUnits, ...wanted };
    const counted = await readHolders(this.#chain, rule);
    const { slot, ...holders } = counted;
    if (slot < sample.slot) throw chainUnavailable(new Error('the count is older than the mint'));
    const { observedAt: endedAt } = await readSample(this.#chain, []);
    return { sample: { ...sample, holders }, endedAt };
  }
}

function select(sample: Sample, addresses: readonly Address[]): Sample {
  const wanted = new Set(addresses);
  return { ...sample, accounts: sample.accounts.filter(({ address }) => wanted.has(address)) };
}

export interface SampleSource {
  readonly key: string;
  readonly accounts: readonly Address[];
  readonly holders?: WantedHolders;
  readonly launches?: WantedLaunches;
}

/** It takes longer than reading a few accounts. */
export const isCounted = ({ holders, launches }: SampleSource) => Boolean(holders ?? launches);

export async function findSource(condition: Condition): Promise<SampleSource> {
  const accounts = [...new Set(await listConditionAccounts(condition))];
  const holders = kindOf(condition).holders?.(condition);
  const launches = kindOf(condition).launches?.(condition);
  const counted = { holders: holders ?? null, ...(launches && { launches }) };
  const text = canonicalJson({ accounts: [...accounts].sort(), ...counted });
  const key = sha256Hex(text);
  return { key, accounts, ...(holders && { holders }), ...(launches && { launches }) };
}
