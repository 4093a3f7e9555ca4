import type { Address } from '@solana/kit';
import {
  BETTOR_ACCOUNT_TYPE,
  CONFIG_ACCOUNT_TYPE,
  MARKET_ACCOUNT_TYPE,
  SYSTEM_PROGRAM_ADDRESS,
  VAULT_ACCOUNT_TYPE,
} from '@tote/program-client';
import { toAddress, toBytes } from '../support/address-bytes.ts';
import { PUMP_PROGRAM } from '../support/facts.ts';
import { addresses, LOADER } from '../support/genesis.ts';
import { isMint, tokenProgram } from '../support/tokens.ts';
import type { World } from '../support/world.ts';

export type ProgramType = 'config' | 'vault' | 'bettor' | 'market';

/** What stands at an address. */
export type AccountType =
  | ProgramType
  | 'wallet'
  | 'token account'
  | 'mint'
  | 'fact'
  | 'program'
  | 'program data'
  | 'sysvar'
  | 'foreign'
  | 'nothing';

const PROGRAM_TYPES: Record<number, ProgramType> = {
  [CONFIG_ACCOUNT_TYPE]: 'config',
  [VAULT_ACCOUNT_TYPE]: 'vault',
  [BETTOR_ACCOUNT_TYPE]: 'bettor',
  [MARKET_ACCOUNT_TYPE]: 'market',
};

export function classify(world: World, address: Address): AccountType {
  const account = world.svm.getAccount(toBytes(address));
  if (!account) return 'nothing';
  if (account.executable()) return 'program';
  const data = account.data();
  switch (toAddress(account.owner())) {
    case addresses.program:
      return PROGRAM_TYPES[data[0] as number] ?? 'foreign';
    case tokenProgram:
      return isMint(data) ? 'mint' : 'token account';
    case SYSTEM_PROGRAM_ADDRESS:
      return 'wallet';
    case addresses.factProgram:
    case PUMP_PROGRAM:
      return 'fact';
    case LOADER:
      return 'program data';
    default:
      return 'foreign';
  }
}

export function isProgramType(type: AccountType): type is ProgramType {
  return Object.values(PROGRAM_TYPES).includes(type as ProgramType);
}
