import type { Address } from '@solana/kit';
import {
  ACCOUNT_VERSION,
  type Bettor,
  CONFIG_ACCOUNT_TYPE,
  type Config,
  findBettorAddress,
  getConfigDecoder,
  getConfigSize,
  getMarketDecoder,
  getVaultDecoder,
  getVaultSize,
  MARKET_ACCOUNT_TYPE,
  type Market,
  type ProgramAddresses,
  type UtilityToken,
  VAULT_ACCOUNT_TYPE,
  type Vault,
} from '@tote/program-client';
import { readBettor } from './bettor-account.ts';
import type { Accounts, Vaults } from './chain.ts';
import { chainUnavailable } from './chain-unavailable.ts';
import { MARKET_SUMS_BYTES, type MarketSums, readMarketSums } from './market-sums.ts';
import { asBase64, asInteger, asList, asReply, asText, type Reply } from './reply.ts';
import type { RpcClient } from './rpc-client.ts';

const BETTOR_ADDRESSES_MAX = 50_000;
const TOKEN_AMOUNT_AT = 64;

interface AccountsOptions {
  client: RpcClient;
  programAddress: Address;
  addresses: ProgramAddresses;
}

export class ProgramAccounts implements Accounts {
  readonly #options: AccountsOptions;
  /** Cached, because deriving an address costs hashes and a curve check. */
  readonly #bettors = new Map<Address, Address>();
  #utility: UtilityToken | undefined;

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  async findBettor(wallet: Address): Promise<(Bettor & { address: Address }) | null> {
    const address = await this.#findBettorAddress(wallet);
    const [data] = await this.#read([address]);
    const bettor = data && readBettor(data);
    return bettor ? { ...bettor, address } : null;
  }

  async findMarket(address: Address): Promise<Market | null> {
    const [market = null] = await this.findMarkets([address]);
    return market;
  }

  async findMarkets(addresses: readonly Address[]): Promise<(Market | null)[]> {
    const accounts = await this.#read(addresses);
    const decoder = getMarketDecoder();
    return accounts.map((data) => (isOf(MARKET_ACCOUNT_TYPE, data) ? decoder.decode(data) : null));
  }

  async findMarketSums(addresses: readonly Address[]): Promise<(MarketSums | null)[]> {
    const dataSlice = { offset: 0, length: MARKET_SUMS_BYTES };
    const { accounts } = await this.#readAny(addresses, { dataSlice });
    const found = accounts.map((account) => this.#dataOf(account));
    return found.map((data) => (isOf(MARKET_ACCOUNT_TYPE, data) ? readMarketSums(data) : null));
  }

  async getConfig(): Promise<Config> {
    const [data] = await this.#read([this.#options.addresses.config]);
    if (!isOf(CONFIG_ACCOUNT_TYPE, data, getConfigSize()))
      throw chainUnavailable(new Error('there is no Config'));
    return getConfigDecoder().decode(data);
  }

  async getUtility(): Promise<UtilityToken> {
    if (this.#utility) return this.#utility;
    const { utilityMint } = await this.getConfig();
    const [mint] = (await this.#readAny([utilityMint])).accounts;
    if (!mint) throw chainUnavailable(new Error('there is no mint of UTILITY'));
    this.#utility = { utilityMint, tokenProgram: asText(mint.owner) as Address };
    return this.#utility;
  }

  async getVaults(commitment: 'confirmed' | 'finalized' = 'confirmed'): Promise<Vaults> {
    const { vaultSol, vaultUtility, vaultToken } = this.#options.addresses;
    const read = await this.#readAny([vaultSol, vaultUtility, vaultToken], { commitment });
    const [sol, utility, token] = read.accounts;
    return {
      sol: this.#decodeVault(sol),
      utility: this.#decodeVault(utility),
      lamports: asInteger(sol?.lamports),
      tokens: readTokens(token),
      slot: read.slot,
    };
  }

  async #findBettorAddress(wallet: Address): Promise<Address> {
    const known = this.#bettors.get(wallet);
    if (known) return known;
    const address = await findBettorAddress(wallet, {
      programAddress: this.#options.programAddress,
    });
    if (this.#bettors.size >= BETTOR_ADDRESSES_MAX) this.#bettors.clear();
    this.#bettors.set(wallet, address);
    return address;
  }

  #decodeVault(account: Reply | undefined): Vault {
    const data = this.#dataOf(account);
    if (!isOf(VAULT_ACCOUNT_TYPE, data, getVaultSize()))
      throw chainUnavailable(new Error('there is no Vault'));
    return getVaultDecoder().decode(data);
  }

  async #read(addresses: readonly Address[]): Promise<(Uint8Array | undefined)[]> {
    const { accounts } = await this.#readAny(addresses);
    return accounts.map((account) => this.#dataOf(account));
  }

  #dataOf(account: Reply | undefined): Uint8Array | undefined {
    const isOurs = account !== undefined && asText(account.owner) === this.#options.programAddress;
    return isOurs ? asBase64(account.data) : undefined;
  }

  async #readAny(
    addresses: readonly Address[],
    settings: { commitment?: 'finalized' | 'confirmed'; dataSlice?: object } = {},
  ): Promise<{ accounts: (Reply | undefined)[]; slot: bigint }> {
    const params = [addresses, { encoding: 'base64', commitment: 'confirmed', ...settings }];
    const reply = asReply(await this.#options.client.call('getMultipleAccounts', params));
    const values = asList(reply.value);
    if (values.length !== addresses.length) {
      throw chainUnavailable(new Error('the reply has another number of accounts'));
    }
    const accounts = values.map((value) => (value === null ? undefined : asReply(value)));
    return { accounts, slot: asInteger(asReply(reply.context).slot) };
  }
}

function readTokens(account: Reply | undefined): bigint {
  const data = asBase64(account?.data);
  if (data.length < TOKEN_AMOUNT_AT + 8)
    throw chainUnavailable(new Error('there is no token account of the vault'));
  return Buffer.from(data).readBigUInt64LE(TOKEN_AMOUNT_AT);
}

/** Checks type and version first: bytes of another version would be misread. */
function isOf(type: number, data: Uint8Array | undefined, size = data?.length): data is Uint8Array {
  return data?.[0] === type && data[1] === ACCOUNT_VERSION && data.length === size;
}
