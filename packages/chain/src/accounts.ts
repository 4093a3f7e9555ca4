// Reads the program's accounts at `confirmed`.
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
  VAULT_ACCOUNT_TYPE,
  type Vault,
} from '@tote/program-client';
import { readBettor } from './bettor-account.ts';
import type { Accounts } from './chain.ts';
import { chainUnavailable } from './chain-unavailable.ts';
import { asBase64, asInteger, asList, asReply, asText } from './reply.ts';
import type { RpcClient } from './rpc-client.ts';

const BETTOR_ADDRESSES_MAX = 50_000;

interface AccountsOptions {
  client: RpcClient;
  programAddress: Address;
  addresses: ProgramAddresses;
}

export class ProgramAccounts implements Accounts {
  readonly #client: RpcClient;
  readonly #programAddress: Address;
  readonly #addresses: ProgramAddresses;
  /** Cached, because deriving an address costs hashes and a curve check. */
  readonly #bettors = new Map<Address, Address>();

  constructor({ client, programAddress, addresses }: AccountsOptions) {
    this.#client = client;
    this.#programAddress = programAddress;
    this.#addresses = addresses;
  }

  async findBettor(wallet: Address): Promise<(Bettor & { address: Address }) | null> {
    const address = await this.#findBettorAddress(wallet);
    const [data] = (await this.#read([address])).accounts;
    const bettor = data && readBettor(data);
    return bettor ? { ...bettor, address } : null;
  }

  async findMarket(address: Address): Promise<Market | null> {
    const [market = null] = await this.findMarkets([address]);
    return market;
  }

  async findMarkets(addresses: readonly Address[]): Promise<(Market | null)[]> {
    const { accounts } = await this.#read(addresses);
    const decoder = getMarketDecoder();
    return accounts.map((data) => (isOf(MARKET_ACCOUNT_TYPE, data) ? decoder.decode(data) : null));
  }

  async getConfig(): Promise<Config> {
    const [data] = (await this.#read([this.#addresses.config])).accounts;
    if (!isOf(CONFIG_ACCOUNT_TYPE, data, getConfigSize()))
      throw chainUnavailable(new Error('there is no Config'));
    return getConfigDecoder().decode(data);
  }

  async getVaults(): Promise<{ sol: Vault; utility: Vault; slot: bigint }> {
    const { vaultSol, vaultUtility } = this.#addresses;
    const { accounts, slot } = await this.#read([vaultSol, vaultUtility]);
    const [sol, utility] = accounts.map((data) => {
      if (!isOf(VAULT_ACCOUNT_TYPE, data, getVaultSize()))
        throw chainUnavailable(new Error('there is no Vault'));
      return getVaultDecoder().decode(data);
    });
    return { sol: sol as Vault, utility: utility as Vault, slot };
  }

  async #findBettorAddress(wallet: Address): Promise<Address> {
    const known = this.#bettors.get(wallet);
    if (known) return known;
    const address = await findBettorAddress(wallet, { programAddress: this.#programAddress });
    if (this.#bettors.size >= BETTOR_ADDRESSES_MAX) this.#bettors.clear();
    this.#bettors.set(wallet, address);
    return address;
  }

  /** The data of the accounts that exist and belong to the program, all at one slot. */
  async #read(
    addresses: readonly Address[],
  ): Promise<{ accounts: (Uint8Array | undefined)[]; slot: bigint }> {
    const params = [addresses, { encoding: 'base64', commitment: 'confirmed' }];
    const reply = asReply(await this.#client.call('getMultipleAccounts', params));
    const values = asList(reply.value);
    if (values.length !== addresses.length) {
      throw chainUnavailable(new Error('the reply has another number of accounts'));
    }
    const accounts = values.map((value) => {
      if (value === null) return undefined;
      const account = asReply(value);
      const isOurs = asText(account.owner) === this.#programAddress;
      return isOurs ? asBase64(account.data) : undefined;
    });
    return { accounts, slot: asInteger(asReply(reply.context).slot) };
  }
}

/** Checks type and version first: bytes of another version would be misread. */
function isOf(type: number, data: Uint8Array | undefined, size = data?.length): data is Uint8Array {
  return data?.[0] === type && data[1] === ACCOUNT_VERSION && data.length === size;
}
