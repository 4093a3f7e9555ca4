// What the vaults hold, what the program owes, and our own sum of the parts.
import type { Base64EncodedBytes } from '@solana/kit';
import { type Amount, amount, type Currency } from '@tote/domain';
import { pollUntil } from '@tote/lib/poll-until';
import {
  ACCOUNT_VERSION,
  BETTOR_ACCOUNT_TYPE,
  getVaultSize,
  type Vault,
} from '@tote/program-client';
import { sumPools } from '../store/projection/sum-pools.ts';
import type { Reserves } from '../use-cases/use-cases.ts';
import type { QueryContext } from './query-context.ts';

/** What `initialize` put into the SOL vault, so that it stays open when rent rises. */
const VAULT_RENTS = 10n;
const BETTOR_HEAD = Buffer.of(BETTOR_ACCOUNT_TYPE, ACCOUNT_VERSION).toString(
  'base64',
) as Base64EncodedBytes;
const AVAILABLE = { offset: 72, length: 16 };
/** The parts are not read at one slot: a bet in between moves money from one to another. */
const READS = 4;

type PerCurrency<T> = Readonly<Record<Currency, T>>;

export async function getReserves(context: QueryContext): Promise<PerCurrency<Reserves>> {
  const isWhole = (reserves: PerCurrency<Reserves>) => Object.values(reserves).every(addsUp);
  return pollUntil(() => readReserves(context), isWhole, { reads: READS });
}

function addsUp({ owed, balances, pools, fees }: Reserves): boolean {
  return owed === balances + pools + fees;
}

async function readReserves(context: QueryContext): Promise<PerCurrency<Reserves>> {
  const { chain, store } = context;
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

async function readHeld({ chain }: QueryContext): Promise<Held> {
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

/** Over all Bettors, reading two numbers of each. Called on demand only. */
async function sumBalances({ chain }: QueryContext): Promise<PerCurrency<Amount>> {
  const accounts = await chain.rpc
    .getProgramAccounts(chain.programAddress, {
      commitment: 'confirmed',
      encoding: 'base64',
      dataSlice: AVAILABLE,
      filters: [{ memcmp: { offset: 0n, bytes: BETTOR_HEAD, encoding: 'base64' } }],
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
