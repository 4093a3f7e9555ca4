// Tokens that are born while somebody watches, at most six at a time: the oldest makes room for the
// next one. An account on chain lists them, so that a restart continues with the same.
import type { Address } from '@solana/kit';
import { type UnixSeconds, unixSeconds } from '@tote/domain';
import type { SandboxAccount } from '@tote/localnet';
import {
  bornAccounts,
  type DemoToken,
  deletedAccounts,
  findDemoToken,
  migratesAt,
} from './demo-tokens.ts';
import { demoAddress } from './token-accounts.ts';

export const BORN_MAX = 6;
const BIRTH_SECONDS = 10 * 60;
/** How long it is traded at least, once it has migrated. */
const TRADED_SECONDS = 25 * 60;
const NAMES = ['CLOVER', 'FERN', 'MOSS', 'THYME', 'WILLOW', 'MAPLE', 'BIRCH', 'ASPEN'];
export const BORN_ACCOUNT = demoAddress('the tokens that were born');
const LAMPORTS = 10_000_000n;
const ENTRY_BYTES = 16;

/** From 1. Names that were used before get a number, so that no two tokens share one. */
export function nameOf(number: number): string {
  const round = Math.ceil(number / NAMES.length);
  return `${NAMES[(number - 1) % NAMES.length]}${round === 1 ? '' : round}`;
}

const find = (number: number, bornAt: UnixSeconds) =>
  findDemoToken(nameOf(number), { number, bornAt });

export class BornTokens {
  /** The oldest first. */
  readonly tokens: readonly DemoToken[];
  /** Also of those that are gone. */
  readonly count: number;

  constructor(tokens: readonly DemoToken[]) {
    this.tokens = tokens;
    this.count = tokens.at(-1)?.number ?? 0;
  }

  static async read(data: Uint8Array): Promise<BornTokens> {
    const bytes = Buffer.from(data);
    const tokens: DemoToken[] = [];
    for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
      const bornAt = unixSeconds(bytes.readBigInt64LE(at + 8));
      tokens.push(await find(Number(bytes.readBigInt64LE(at)), bornAt));
    }
    return new BornTokens(tokens);
  }

  /** Undefined if no birth is due, or no token can make room. */
  async addNext(
    now: UnixSeconds,
    { lastAt, isInUse }: { lastAt: UnixSeconds; isInUse(mint: Address): Promise<boolean> },
  ): Promise<{ born: BornTokens; accounts: SandboxAccount[] } | undefined> {
    if (now < (this.tokens.at(-1)?.bornAt ?? lastAt) + BIRTH_SECONDS) return undefined;
    const old = this.tokens.length < BORN_MAX ? undefined : await this.#findOld(now, isInUse);
    if (this.tokens.length >= BORN_MAX && !old) return undefined;
    const token = await find(this.count + 1, now);
    const born = new BornTokens([...this.tokens.filter((each) => each !== old), token]);
    const accounts = old ? await deletedAccounts(old, now) : [];
    return { born, accounts: [...accounts, born.#list(), ...(await bornAccounts(token))] };
  }

  async #findOld(now: UnixSeconds, isInUse: (mint: Address) => Promise<boolean>) {
    for (const token of this.tokens) {
      const isOld = now >= migratesAt(token) + TRADED_SECONDS;
      if (isOld && !(await isInUse(token.mint))) return token;
    }
    return undefined;
  }

  #list(): SandboxAccount {
    const data = Buffer.alloc(ENTRY_BYTES * this.tokens.length);
    for (const [index, { number, bornAt }] of this.tokens.entries()) {
      data.writeBigInt64LE(BigInt(number), ENTRY_BYTES * index);
      data.writeBigInt64LE(BigInt(bornAt), ENTRY_BYTES * index + 8);
    }
    return { address: BORN_ACCOUNT, lamports: LAMPORTS, data };
  }
}
