// What the vaults hold, what the program owes, and our own sum of the parts.
import type { Chain } from '@tote/chain/chain';
import { accountTypeFilter } from '@tote/chain/list-accounts';
import { type Amount, amount, type Currency, unixSecondsAt } from '@tote/domain';
import { pollUntil } from '@tote/lib/poll-until';
import { BETTOR_ACCOUNT_TYPE, getVaultSize, type Vault } from '@tote/program-client';
import { findTransaction } from '../store/projection/find-transactions.ts';
import { sumPools } from '../store/projection/sum-pools.ts';
import type { Store } from '../store/store.ts';
import type { Reserves } from '../use-cases/reserves.ts';

/** What `initialize` put into the SOL vault, so that it stays open when rent rises. */
const VAULT_RENTS = 10n;
const AVAILABLE = { offset: 72, length: 16 };
/** The parts are not read at one slot: a bet in between moves money from one to another. */
const READS = 4;
/** With so many accounts that a read takes longer, it is not repeated at once. */
const REPEATED_MS_MAX = 250;

type PerCurrency<T> = Readonly<Record<Currency, T>>;

export interface ReservesContext {
  readonly chain: Chain;
  readonly store: Store;
  readonly wallMs: () => number;
}

export interface ReadReserves {
  readonly reserves: PerCurrency<Reserves>;
  /**
   * Nothing happened on chain while the parts were read, and the projection is up to date: a
   * difference between them is real.
   */
  readonly isQuiet: boolean;
}

/** Scans every account of the program. */
export async function readReserves(context: ReservesContext): Promise<ReadReserves> {
  const startedAtMs = performance.now();
  const isDone = (read: ReadReserves) =>
    read.isQuiet || addsUp(read) || performance.now() - startedAtMs > READS * REPEATED_MS_MAX;
  return pollUntil(() => readOnce(context), isDone, { reads: READS });
}

export function addsUp({ reserves }: ReadReserves): boolean {
  return Object.values(reserves).every((each) => differenceOf(each) === 0n);
}

async function readOnce(context: ReservesContext): Promise<ReadReserves> {
  const before = await findNewest(context);
  const reserves = await readParts(context);
  const after = await findNewest(context);
  const isKnown = after === null || (await findTransaction(context.store.db, after)) !== undefined;
  return { reserves, isQuiet: before === after && isKnown };
}

/** What the program owes more than our sum of the parts. */
export function differenceOf({ owed, balances, pools, fees }: Reserves): bigint {
  return owed - balances - pools - fees;
}

/** The newest transaction of the program. */
async function findNewest({ chain }: ReservesContext): Promise<string | null> {
  const [newest] = await chain.rpc
    .getSignaturesForAddress(chain.programAddress, { limit: 1, commitment: 'confirmed' })
    .send();
  return newest?.signature ?? null;
}

async function readParts(context: ReservesContext): Promise<PerCurrency<Reserves>> {
  const { chain, store, wallMs } = context;
  const summedAt = unixSecondsAt(wallMs());
  const [{ sol, utility, slot }, held, balances, pools] = await Promise.all([
    chain.accounts.getVaults(),
    readHeld(context),
    sumBalances(context),
    sumPools(store.db),
  ]);
  const describe = (vault: Vault, currency: Currency): Reserves => {
    const money = currency === 'SOL' ? withoutRent(held, vault.owed) : held.tokens;
    return {
      vault: money,
      owed: amount(vault.owed),
      balances: balances[currency],
      pools: pools[currency],
      fees: amount(vault.feesBurn + vault.feesDeveloper),
      surplus: money - vault.owed,
      slot,
      summedAt,
    };
  };
  return { SOL: describe(sol, 'SOL'), UTILITY: describe(utility, 'UTILITY') };
}

interface Held {
  readonly lamports: bigint;
  readonly tokens: Amount;
  /** Of the SOL vault, at today's price. */
  readonly rent: bigint;
}

async function readHeld({ chain }: ReservesContext): Promise<Held> {
  const { rpc, addresses } = chain;
  const confirmed = { commitment: 'confirmed' } as const;
  const [lamports, rent, tokens] = await Promise.all([
    rpc.getBalance(addresses.vaultSol, confirmed).send(),
    rpc.getMinimumBalanceForRentExemption(BigInt(getVaultSize())).send(),
    rpc.getTokenAccountBalance(addresses.vaultToken, confirmed).send(),
  ]);
  return { lamports: lamports.value, rent, tokens: amount(BigInt(tokens.value.amount)) };
}

/**
 * The balance without the SOL vault's own rent. Rent may cost more now than at `initialize`, so at
 * most the surplus is subtracted: rent must never show as a deficit.
 */
function withoutRent({ lamports, rent }: Held, owed: bigint): Amount {
  const money = lamports - VAULT_RENTS * rent;
  if (money >= owed) return amount(money);
  return amount(lamports >= owed ? owed : lamports);
}

/** Over all Bettors, reading two numbers of each. */
async function sumBalances({ chain }: ReservesContext): Promise<PerCurrency<Amount>> {
  const accounts = await chain.rpc
    .getProgramAccounts(chain.programAddress, {
      commitment: 'confirmed',
      encoding: 'base64',
      dataSlice: AVAILABLE,
      filters: [accountTypeFilter(BETTOR_ACCOUNT_TYPE)],
    })
    .send();
  let sol = 0n;
  let utility = 0n;
  for (const { account } of accounts) {
    const data = Buffer.from(account.data[0], 'base64');
    sol += data.readBigUInt64LE(0);
    utility += data.readBigUInt64LE(8);
  }
  return { SOL: amount(sol), UTILITY: amount(utility) };
}
