// What refuses a changed call: the error of the program, or the name of who stopped a call that the
// program made. By what was changed, and by the account where that says more.
import type { Trial } from './run.ts';

const BY_MUTATION: Readonly<Record<string, readonly string[]>> = {
  'data cut': ['InvalidInstructionData'],
  'data extended': ['InvalidInstructionData'],
  'reserved byte': ['InvalidInstructionData'],
  'unknown tag': ['UnknownInstruction'],
  'account missing': ['InvalidAccountCount', 'InvalidInstructionData'],
  'account extra': ['InvalidAccountCount', 'NotOperator'],
  'not signer': ['MissingSignature', 'NotOperator', 'OperatorRequired'],
  'not writable': ['NotWritable', 'NotABettor'],
  'fake program': ['WrongProgram', 'WrongAddress'],
  "attacker's copy": ['WrongOwner', 'WrongAddress', 'InvalidMint', 'NotABettor', 'token program'],
  'another version': ['WrongAccountType', 'NotABettor'],
  'bytes of another type': ['WrongAccountType', 'NotABettor'],
};

const MALFORMED = ['InvalidInstructionData'] as const;
const BY_RUNTIME = ['runtime'] as const;
const NOT_A_CURRENCY = ['InvalidCurrency'] as const;

const BY_ACCOUNT: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'another key': {
    'initialize.upgradeAuthority': ['NotUpgradeAuthority'],
    'updateConfig.admin': ['NotAdmin'],
    'cancelConfig.authority': ['NotAdminOrGuardian'],
    'disableKeys.authority': ['NotAdminOrGuardian'],
    'openBettor.authority': ['NotWalletOrOperator'],
    'growBettor.payer': ['NotRentPayer'],
    'closeBettor.wallet': ['NotWallet'],
    'closeBettor.rentPayer': ['WrongAddress'],
    'setDelegate.wallet': ['NotWallet'],
    'withdraw.authority': ['NotAutoWithdraw'],
    'withdraw.wallet': ['WrongAddress'],
    'createMarket.authority': ['NotCreator'],
    'createMarket.operator': ['NotOperator'],
    'resolveMarket.witness': ['NotOracle'],
    'vetoMarket.authority': ['NotGuardian'],
    'placeBets.authority': ['NotAuthorized', 'WrongEpoch'],
    'placeBets.operator': ['OperatorRequired'],
    'closeMarket.rentPayer': ['WrongAddress'],
    'collectFees.treasury': ['WrongAddress'],
  },
  'not writable': {
    'initialize.config': BY_RUNTIME,
    'initialize.vaultSol': BY_RUNTIME,
    'initialize.vaultUtility': BY_RUNTIME,
    'initialize.vaultToken': BY_RUNTIME,
    'withdraw.walletToken': ['NotWritable', ...BY_RUNTIME],
  },
  'another of its type': {
    'deposit.vault': ['WrongVault'],
    'withdraw.vault': ['WrongVault'],
    'withdraw.bettor': ['WrongAddress'],
    'closeMarket.vault': ['WrongVault'],
    'collectFees.vault': ['WrongVault'],
    'collectFees.treasuryToken': ['WrongAddress'],
    'buyBack.vaultSol': ['WrongVault'],
    'closeBettor.bettor': ['NotWallet'],
    'setDelegate.bettor': ['NotWallet'],
    'growBettor.bettor': ['NotRentPayer'],
  },
  'wrong byte': {
    'initialize.data': MALFORMED,
    'updateConfig.data': MALFORMED,
    'setDelegate.data': MALFORMED,
    'placeBets.data': MALFORMED,
    'deposit.data': NOT_A_CURRENCY,
    'withdraw.data': NOT_A_CURRENCY,
    'collectFees.data': NOT_A_CURRENCY,
    'settlePositions.data': ['InvalidAccountCount'],
    'resolveMarket.data': ['InvalidOutcome'],
    'createMarket.data': [
      ...['InvalidCurrency', 'InvalidFlags', 'InvalidSource', 'NotLatched', 'TermsChanged'],
    ],
  },
};

/** Whether the right one refused; true where none is named. */
export function isRefusedRightly({ fixture, account = 'data', mutation, answer }: Trial): boolean {
  if (answer.kind !== 'refused' && answer.kind !== 'stopped') return true;
  const named = BY_ACCOUNT[mutation]?.[`${fixture.instruction}.${account}`];
  const refusers = named ?? BY_MUTATION[mutation];
  return refusers === undefined || refusers.includes(answer.by);
}
