// Who owns what, in the accounts that one transaction can write to.
import { type Address, isWritableRole } from '@solana/kit';
import {
  BETTOR_ACCOUNT_TYPE,
  type Bettor,
  getBettorDecoder,
  getMarketDecoder,
  getVaultDecoder,
  MARKET_ACCOUNT_TYPE,
  type Market,
  type ProgramInstruction,
  SYSTEM_PROGRAM_ADDRESS,
  TOTE_PROGRAM_ADDRESS,
  VAULT_ACCOUNT_TYPE,
  type Vault,
} from '@tote/program-client';
import { toAddress } from '../../support/address-bytes.ts';
import type { StoredAccount } from '../../support/chain.ts';
import { addresses } from '../../support/genesis.ts';
import type { World } from '../../support/world.ts';

const decoders = {
  bettor: getBettorDecoder(),
  market: getMarketDecoder(),
  vault: getVaultDecoder(),
};
const SUPPLY = 36;
const TOKEN_OWNER = 32;
const TOKEN_AMOUNT = 64;

export type Pair = [sol: bigint, utility: bigint];

export class Holdings {
  readonly bettors = new Map<Address, Bettor>();
  readonly markets = new Map<Address, Market>();
  readonly vaults = new Map<Address, Vault>();
  /** By owner, wherever it is: outside, available, staked, or paid as rent. */
  readonly wealth = new Map<Address, Pair>();
  readonly lamports = new Map<Address, bigint>();
  /** By token account. */
  readonly tokens = new Map<Address, bigint>();
  supply = 0n;

  constructor(accounts: ReadonlyMap<Address, StoredAccount | undefined>) {
    for (const [address, account] of accounts) if (account) this.#read(address, account);
    const staked = [...this.markets.values()][0]?.currency ?? 0;
    for (const bettor of this.bettors.values()) {
      const { wallet, available, slots } = bettor;
      this.#add(wallet, 0, available[0] ?? 0n);
      this.#add(wallet, 1, available[1] ?? 0n);
      for (const { stakeYes, stakeNo } of slots) this.#add(wallet, staked, stakeYes + stakeNo);
    }
  }

  #read(address: Address, { data: bytes, lamports, owner }: StoredAccount): void {
    const data = Buffer.from(bytes);
    this.lamports.set(address, lamports);
    const program = toAddress(owner);
    if (program === SYSTEM_PROGRAM_ADDRESS) this.#add(address, 0, lamports);
    else if (address === addresses.utilityMint) this.supply = data.readBigUInt64LE(SUPPLY);
    else if (program === TOTE_PROGRAM_ADDRESS) this.#readOwn(address, data, lamports);
    else {
      const amount = data.readBigUInt64LE(TOKEN_AMOUNT);
      this.tokens.set(address, amount);
      if (address === addresses.vaultToken) return;
      this.#add(toAddress(data.subarray(TOKEN_OWNER, TOKEN_OWNER + 32)), 1, amount);
    }
  }

  #readOwn(address: Address, data: Buffer, lamports: bigint): void {
    if (data[0] === BETTOR_ACCOUNT_TYPE) {
      const bettor = decoders.bettor.decode(data);
      this.bettors.set(address, bettor);
      this.#add(bettor.rentPayer, 0, lamports - bettor.walletRent);
      this.#add(bettor.wallet, 0, bettor.walletRent);
    } else if (data[0] === MARKET_ACCOUNT_TYPE) {
      const market = decoders.market.decode(data);
      this.markets.set(address, market);
      this.#add(market.rentPayer, 0, lamports);
    } else if (data[0] === VAULT_ACCOUNT_TYPE) {
      this.vaults.set(address, decoders.vault.decode(data));
    }
  }

  #add(owner: Address, currency: 0 | 1, amount: bigint): void {
    const pair = this.wealth.get(owner) ?? [0n, 0n];
    pair[currency] += amount;
    this.wealth.set(owner, pair);
  }
}

/** Remembers the accounts as they are now; they are read when they are asked for. */
export function rememberHoldings(world: World, { accounts }: ProgramInstruction): () => Holdings {
  const writable = accounts.filter(({ role }) => isWritableRole(role));
  const remembered = new Map(writable.map(({ address }) => [address, world.findAccount(address)]));
  return () => new Holdings(remembered);
}
