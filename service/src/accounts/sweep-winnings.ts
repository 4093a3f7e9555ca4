// Sends winnings to the wallets of bettors who have turned on automatic withdrawal.
import { type Address, getAddressDecoder, getBase64Encoder } from '@solana/kit';
import type { Currency } from '@tote/domain';
import {
  ACCOUNT_VERSION,
  BETTOR_ACCOUNT_TYPE,
  BETTOR_FLAGS,
  findTokenAccount,
  getWithdrawInstruction,
  Currency as ProgramCurrency,
} from '@tote/program-client';
import { type KeeperContext, landAndIngest } from '../submissions/land-and-ingest.ts';

/** Winnings in the balance of a bettor with automatic withdrawal. */
export interface AutoWithdrawal {
  readonly bettor: Address;
  readonly wallet: Address;
  readonly currency: Currency;
  readonly amount: bigint;
}

/** A Bettor account up to its slots; offsets as in program/README.md. */
const HEAD = { offset: 0, length: 216 };
const WALLET_OFFSET = 8;
const SWEEPABLE_OFFSET = 88;

/** Read from the chain alone, so that a restart loses nothing. */
export async function listSweepable({ chain }: KeeperContext): Promise<AutoWithdrawal[]> {
  const prefix = Buffer.from([BETTOR_ACCOUNT_TYPE, ACCOUNT_VERSION]).toString('base64');
  const flags = Buffer.from([BETTOR_FLAGS.autoWithdraw]).toString('base64');
  const bettors = await chain.rpc
    .getProgramAccounts(chain.programAddress, {
      commitment: 'confirmed',
      encoding: 'base64',
      dataSlice: HEAD,
      filters: [
        { memcmp: { offset: 0n, bytes: prefix as never, encoding: 'base64' } },
        { memcmp: { offset: 3n, bytes: flags as never, encoding: 'base64' } },
      ],
    })
    .send();
  return bettors.flatMap(({ pubkey, account }) =>
    readHead(pubkey, getBase64Encoder().encode(account.data[0]) as Uint8Array),
  );
}

function readHead(bettor: Address, data: Uint8Array): AutoWithdrawal[] {
  if (data.length !== HEAD.length) return [];
  const wallet = getAddressDecoder().decode(data, WALLET_OFFSET);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return (['SOL', 'UTILITY'] as const).flatMap((currency, index) => {
    const amount = view.getBigUint64(SWEEPABLE_OFFSET + 8 * index, true);
    return amount > 0n ? [{ bettor, wallet, currency, amount }] : [];
  });
}

/** If the wallet cannot receive them, the winnings stay in the balance. */
export async function sweep(context: KeeperContext, withdrawal: AutoWithdrawal): Promise<void> {
  const { chain, keys } = context;
  const { bettor, wallet, amount, currency } = withdrawal;
  const { addresses, programAddress } = chain;
  const shared = { authority: keys.keeper.signer, bettor, wallet, amount };
  if (currency === 'SOL') {
    const vault = addresses.vaultSol;
    const instruction = getWithdrawInstruction(
      { ...shared, vault, currency: ProgramCurrency.Sol },
      { programAddress },
    );
    await landAndIngest(context, [instruction], [keys.keeper]);
    return;
  }
  const utility = await chain.accounts.getUtility();
  const instruction = getWithdrawInstruction(
    {
      ...shared,
      vault: addresses.vaultUtility,
      currency: ProgramCurrency.Utility,
      walletToken: await findTokenAccount(wallet, utility),
      vaultToken: addresses.vaultToken,
      ...utility,
    },
    { programAddress },
  );
  await landAndIngest(context, [instruction], [keys.keeper]);
}
