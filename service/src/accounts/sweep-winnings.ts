// Sends winnings to the wallets of bettors who have turned on automatic withdrawal.
import type { Address } from '@solana/kit';
import { BETTOR_FLAGS_OFFSET, BETTOR_HEAD_BYTES, readBettor } from '@tote/chain/bettor-account';
import { CURRENCIES, type Currency } from '@tote/domain';
import {
  ACCOUNT_VERSION,
  BETTOR_ACCOUNT_TYPE,
  BETTOR_FLAGS,
  findTokenAccount,
} from '@tote/program-client';
import { type KeeperContext, landAndIngest } from '../submissions/land-and-ingest.ts';
import { withdrawInstruction } from '../submissions/prepare/draft-funds.ts';

export interface AutoWithdrawal {
  readonly bettor: Address;
  readonly wallet: Address;
  readonly currency: Currency;
  readonly amount: bigint;
}

/** Read from the chain alone, so that a restart loses nothing. */
export async function listSweepable({ chain }: KeeperContext): Promise<AutoWithdrawal[]> {
  const prefix = Buffer.from([BETTOR_ACCOUNT_TYPE, ACCOUNT_VERSION]).toString('base64');
  const flags = Buffer.from([BETTOR_FLAGS.autoWithdraw]).toString('base64');
  const bettors = await chain.rpc
    .getProgramAccounts(chain.programAddress, {
      commitment: 'confirmed',
      encoding: 'base64',
      dataSlice: { offset: 0, length: BETTOR_HEAD_BYTES },
      filters: [
        { memcmp: { offset: 0n, bytes: prefix as never, encoding: 'base64' } },
        {
          memcmp: {
            offset: BigInt(BETTOR_FLAGS_OFFSET),
            bytes: flags as never,
            encoding: 'base64',
          },
        },
      ],
    })
    .send();
  return bettors.flatMap(({ pubkey: bettor, account }) => {
    const { wallet, sweepable } = readBettor(Buffer.from(account.data[0], 'base64')) ?? {};
    return CURRENCIES.flatMap((currency, index) => {
      const amount = sweepable?.[index] ?? 0n;
      return wallet && amount > 0n ? [{ bettor, wallet, currency, amount }] : [];
    });
  });
}

/** If the wallet cannot receive them, the winnings stay in the balance. */
export async function sweep(context: KeeperContext, withdrawal: AutoWithdrawal): Promise<void> {
  const { chain, keys } = context;
  const { wallet, ...move } = withdrawal;
  const utility = await chain.accounts.getUtility();
  const tokenAccount = await findTokenAccount(wallet, utility);
  const authority = keys.keeper.signer;
  const funded = { ...move, authority, tokenAccount, utility };
  const instruction = withdrawInstruction(chain, wallet, funded);
  await landAndIngest(context, [instruction], [keys.keeper]);
}
