import type { Address } from '@solana/kit';
import {
  BETTOR_ACCOUNT_TYPE,
  type Bettor,
  findBettorAddress,
  findTokenAccount,
  getBettorDecoder,
  NO_ADDRESS,
} from '@tote/program-client';
import { fetchAccounts, isOfType } from './accounts.ts';
import type { Deployment } from './deployment.ts';

export interface Position {
  readonly market: Address;
  readonly stakeYes: bigint;
  readonly stakeNo: bigint;
}

export interface Holdings {
  readonly wallet: Address;
  readonly bettorAddress: Address;
  readonly bettor: Bettor | undefined;
  readonly positions: readonly Position[];
  readonly walletToken: Address;
  readonly inWallet: { readonly SOL: bigint; readonly UTILITY: bigint };
  /** Whether UTILITY can be received without opening a token account. */
  readonly hasTokenAccount: boolean;
}

const TOKEN_AMOUNT_OFFSET = 64;

export async function fetchHoldings(deployment: Deployment, wallet: Address): Promise<Holdings> {
  const { node, program } = deployment;
  const [bettorAddress, walletToken] = await Promise.all([
    findBettorAddress(wallet, { programAddress: program }),
    findTokenAccount(wallet, deployment),
  ]);
  const accounts = await fetchAccounts(node, [wallet, bettorAddress, walletToken]);
  const [own, account, token] = accounts;
  const bettor = isOfType(account, program, BETTOR_ACCOUNT_TYPE)
    ? getBettorDecoder().decode(account.data)
    : undefined;
  return {
    ...{ wallet, bettorAddress, bettor, walletToken },
    positions: (bettor?.slots ?? []).filter(isTaken),
    inWallet: { SOL: own?.lamports ?? 0n, UTILITY: token ? readTokens(token.data) : 0n },
    hasTokenAccount: token !== undefined,
  };
}

export const isTaken = ({ stakeYes, stakeNo }: Position): boolean => stakeYes + stakeNo > 0n;

export const hasDelegate = ({ delegate }: Bettor): boolean => delegate !== NO_ADDRESS;

const readTokens = ({ buffer, byteOffset }: Uint8Array): bigint =>
  new DataView(buffer, byteOffset).getBigUint64(TOKEN_AMOUNT_OFFSET, true);
