// The accounts that we posted price updates to, so that their rent comes back. Those of this run
// are remembered; those that a crash left are found by their write authority, which is our payer.
import type { Address, Base58EncodedBytes } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { type Key, keyFromSeed } from '@tote/chain/key';
import { encodeBase58 } from '@tote/chain/lib/base58';
import { sha256 } from '@tote/chain/lib/sha256';
import {
  type AccountSnapshot,
  findAccount,
  isMissing,
} from '@tote/conditions/oracles/account-snapshot';
import {
  PYTH_DISCRIMINATOR,
  PYTH_FULLY_VERIFIED,
  PYTH_LENGTH,
  PYTH_OFFSETS,
} from '@tote/conditions/oracles/layouts/pyth-price-update';
import type {
  OpenedUpdate,
  OpenedUpdates,
  WantedUpdate,
} from '@tote/conditions/oracles/price-updates';
import { PYTH_RECEIVERS } from '@tote/conditions/oracles/programs';
import type { Hermes } from '@tote/conditions/oracles/pyth/hermes';
import {
  getReclaimRentInstruction,
  RECLAIM_UNITS,
} from '@tote/conditions/oracles/pyth/receiver-instructions';
import { readSample } from '@tote/conditions/oracles/read-sample';
import type { Log } from '../../telemetry/log.ts';

/** Searching is expensive for a node, and only a crash leaves something to find. */
const SEARCH_MS = 3_600_000;

export class PostedAccounts implements OpenedUpdates {
  readonly #options: ClusterUpdatesOptions;
  readonly #known = new Map<Address, OpenedUpdate>();
  #searchedAtMs = -Infinity;

  constructor(options: ClusterUpdatesOptions) {
    this.#options = options;
  }

  remember({ address, owner, data }: AccountSnapshot): void {
    if (owner === null || data.length < PYTH_LENGTH) return;
    const { buffer, byteOffset } = Uint8Array.from(data);
    const view = new DataView(buffer, byteOffset);
    // In a partly verified update all that follows is a byte later.
    const shift = view.getUint8(PYTH_OFFSETS.verificationLevel) === PYTH_FULLY_VERIFIED ? 0 : 1;
    const time = (offset: number) => view.getBigInt64(offset + shift, true);
    this.#known.set(address, {
      ...{ address, receiver: owner },
      publishedAt: time(PYTH_OFFSETS.publishedAt),
      previousPublishedAt: time(PYTH_OFFSETS.previousPublishedAt),
    });
  }

  forget(address: Address): void {
    this.#known.delete(address);
  }

  has(address: Address): boolean {
    return this.#known.has(address);
  }

  async list(): Promise<readonly OpenedUpdate[]> {
    const { wallMs, log } = this.#options;
    if (wallMs() - this.#searchedAtMs >= SEARCH_MS) {
      this.#searchedAtMs = wallMs();
      await this.#search().catch((error) => {
        log.warn({ error }, 'Accounts of price updates could not be searched for');
      });
    }
    return [...this.#known.values()];
  }

  async close(updates: readonly OpenedUpdate[]): Promise<void> {
    const { chain, payer } = this.#options;
    const addresses = updates.map(({ address }) => address);
    const sample = await readSample(chain, addresses);
    const open = updates.filter(({ address }) => {
      const account = findAccount(sample, address);
      return account && !isMissing(account);
    });
    const instructions = open.map(({ receiver, address }) =>
      getReclaimRentInstruction(receiver, { payer: payer.address, account: address }),
    );
    if (open.length > 0) {
      await chain.send(instructions, [payer], { computeUnitLimit: open.length * RECLAIM_UNITS });
    }
    for (const address of addresses) this.#known.delete(address);
  }

  async #search(): Promise<void> {
    const { chain, payer } = this.#options;
    const discriminator = encodeBase58(Buffer.from(PYTH_DISCRIMINATOR, 'hex'));
    const filters = [
      { dataSize: BigInt(PYTH_LENGTH) },
      startsAt(PYTH_OFFSETS.discriminator, discriminator),
      startsAt(PYTH_OFFSETS.writeAuthority, payer.address),
    ];
    for (const owner of PYTH_RECEIVERS) {
      const found = await chain.rpc
        .getProgramAccounts(owner, { commitment: 'confirmed', encoding: 'base64', filters })
        .send();
      for (const { pubkey: address, account } of found) {
        const data = Uint8Array.from(Buffer.from(account.data[0], 'base64'));
        this.remember({ address, owner, data });
      }
    }
  }
}

function startsAt(offset: number, text: string) {
  const bytes = text as Base58EncodedBytes;
  return { memcmp: { offset: BigInt(offset), bytes, encoding: 'base58' as const } };
}

export interface ClusterUpdatesOptions {
  readonly chain: Pick<Chain, 'rpc' | 'send'>;
  readonly payer: Key;
  readonly hermes: Pick<Hermes, 'fetchAt' | 'fetchLatest'>;
  readonly log: Log;
  readonly wallMs: () => number;
}

/**
 * The same update has the same account after a crash and on every replica, so nothing is posted
 * or paid for twice. Deriving the key needs a signature of the payer, which is never shown.
 */
export function deriveUpdateKey(
  payer: Pick<Key, 'sign'>,
  { receiver, feedId, moment }: Pick<WantedUpdate, 'receiver' | 'feedId' | 'moment'>,
): Promise<Key> {
  const text = `Tote: the account of the price update ${receiver} ${feedId} ${moment}`;
  return keyFromSeed(sha256(payer.sign(Buffer.from(text))));
}
