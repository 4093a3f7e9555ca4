// Many bettors of one market, and what each of them must hold in the end.
import type { Address } from '@solana/kit';
import type { Chain } from '@tote/chain/chain';
import { amount, decideSettlement, payout, ZERO } from '@tote/domain';
import { expect } from 'vitest';
import type { Api } from '../../faults/support/api.ts';
import type { FundedWallet } from '../../faults/support/funded-wallet.ts';
import { inSol } from './own-wallet.ts';

const SOL = 1_000_000_000n;
/** Shares of the losing pool, as `tote init` sets them. */
const FEES = { burnBps: 500, developerBps: 500 };
/** For what the keeper does; a busy machine takes long. */
const POLL = { timeout: 300_000, interval: 500 };

export const CROWD_FUNDS = 3n * SOL;

export class Crowd {
  readonly wallets: readonly FundedWallet[];
  readonly #chain: Chain;

  constructor(chain: Chain, wallets: readonly FundedWallet[]) {
    this.#chain = chain;
    this.wallets = wallets;
  }

  /** All of them at once; gives the ids of the bets. */
  async bet(api: Api, marketId: string): Promise<Set<string>> {
    const answers = await Promise.all(
      this.wallets.map((wallet, index) =>
        api.betUntilPlaced(wallet, {
          ...{ marketId, key: `crowd ${index}`, amount: inSol(stakeOf(index)) },
          outcome: this.#isRight(index) ? 'No' : 'Yes',
        }),
      ),
    );
    return new Set(answers.map(({ body }) => body.betId));
  }

  /** In lamports. */
  get pools(): { readonly yes: bigint; readonly no: bigint } {
    const sum = (isRight: boolean) =>
      this.wallets.reduce(
        (total, _, index) => total + (this.#isRight(index) === isRight ? stakeOf(index) : 0n),
        0n,
      );
    return { yes: sum(false), no: sum(true) };
  }

  async expectStaked(): Promise<void> {
    for (const [index, { key }] of this.wallets.entries()) {
      expect(await availableOf(this.#chain, key.address)).toBe(CROWD_FUNDS - stakeOf(index));
    }
  }

  /** The outcome is No. To the lamport, in the account or, with automatic withdrawal, outside. */
  async expectPaid(): Promise<void> {
    const pools = { yes: amount(this.pools.yes), no: amount(this.pools.no) };
    const settlement = decideSettlement(pools, { kind: 'outcome', outcome: 'No' }, FEES);
    for (const [index, { key }] of this.wallets.entries()) {
      const stake = amount(stakeOf(index));
      const position = this.#isRight(index)
        ? { stakeYes: ZERO, stakeNo: stake }
        : { stakeYes: stake, stakeNo: ZERO };
      const due = CROWD_FUNDS - stake + payout(settlement, position);
      const held = async () =>
        (await availableOf(this.#chain, key.address)) +
        (await lamportsOf(this.#chain, key.address));
      await expect.poll(held, POLL).toBe(due);
    }
  }

  #isRight(index: number): boolean {
    return index < this.wallets.length / 2;
  }
}

/** Odd amounts, so that shares must be rounded. */
const stakeOf = (index: number) => SOL + BigInt(index) * 7n + 3n;

/** In a Bettor, in base units: SOL, or UTILITY with index 1. */
export async function availableOf({ accounts }: Chain, wallet: Address, index = 0) {
  return (await accounts.findBettor(wallet))?.available[index] ?? -1n;
}

export async function lamportsOf({ rpc }: Chain, address: Address): Promise<bigint> {
  return (await rpc.getBalance(address, { commitment: 'confirmed' }).send()).value;
}
