// What the matrix changes in a call and the program rightly takes. Everything else must be refused;
// a row here that nothing needs any more fails the test too.
import type { Trial } from './run.ts';

export interface Exception {
  instruction: string;
  accounts: string[];
  mutations: string[];
  /** Only these of the mutation's kind; all of them if nothing is said. */
  details?: string[];
  /** Only variants of the instruction whose name this matches. */
  variant?: RegExp;
  why: string;
}

const ANY_INSTRUCTION = '*';
const THE_DATA = 'data';

const ANYBODY = ['another key', 'duplicate'];

/** Who pays or is named by a signer does not matter to anybody else. */
const anybodyMay: Exception[] = [
  {
    instruction: 'initialize',
    accounts: ['payer'],
    mutations: ANYBODY,
    why: 'anybody may pay; the upgrade authority signs as well',
  },
  {
    instruction: 'initialize',
    accounts: ['admin'],
    mutations: ANYBODY,
    why: 'the upgrade authority chooses the admin, who signs too',
  },
  {
    instruction: 'initialize',
    accounts: ['utilityMint'],
    mutations: ['another of its type', 'copy'],
    details: ['another mint', 'same owner'],
    why: 'the upgrade authority chooses the mint, once',
  },
  {
    instruction: 'updateConfig',
    accounts: ['newAdmin'],
    mutations: ANYBODY,
    why: 'the admin, who signs, hands over to whom it likes and who signs too',
  },
  {
    instruction: 'openBettor',
    accounts: ['payer'],
    mutations: ANYBODY,
    why: "anybody may pay for a wallet's Bettor",
  },
  {
    instruction: 'openBettor',
    accounts: ['authority'],
    mutations: ['another key', 'duplicate'],
    details: ['operator', 'wallet'],
    why: 'the wallet and the operator may each sign for it',
  },
  {
    instruction: 'growBettor',
    accounts: ['payer'],
    mutations: ['another key'],
    details: ['operator', 'alice'],
    why: 'who opened it and the wallet may each pay for more',
  },
  {
    instruction: 'disableKeys',
    accounts: ['authority'],
    mutations: ['another key'],
    details: ['admin', 'guardian'],
    why: 'admin and guardian may each disable',
  },
  {
    instruction: 'cancelConfig',
    accounts: ['authority'],
    mutations: ['another key'],
    details: ['admin', 'guardian'],
    why: 'admin and guardian may each cancel',
  },
  {
    instruction: 'vetoMarket',
    accounts: ['authority'],
    mutations: ['another key'],
    variant: /^by anybody/,
    why: 'anybody may veto the outcome of a disabled oracle',
  },
  {
    instruction: 'deposit',
    accounts: ['authority'],
    mutations: ANYBODY,
    variant: /^SOL/,
    why: 'anybody may deposit its own SOL',
  },
  {
    instruction: 'deposit',
    accounts: ['bettor'],
    mutations: ['another of its type'],
    why: 'anybody may deposit for any bettor',
  },
  {
    instruction: 'withdraw',
    accounts: ['authority'],
    mutations: ANYBODY,
    variant: /swept$/,
    why: 'anybody may sweep to the wallet of a bettor that chose it',
  },
  {
    instruction: 'createMarket',
    accounts: ['payer'],
    mutations: ANYBODY,
    why: 'anybody may pay for a market that its creator or the operator signs',
  },
  {
    instruction: 'createMarket',
    accounts: ['authority'],
    mutations: ANYBODY,
    details: ['operator', 'creator'],
    why: 'the creator and the operator may each create it',
  },
  {
    instruction: 'createMarket',
    accounts: [THE_DATA],
    mutations: ['account missing'],
    details: ['the last'],
    why: 'the operator need not sign; then the market is custom',
  },
  {
    instruction: 'placeBets',
    accounts: ['authority'],
    mutations: ['another key'],
    details: ['alice', 'bob'],
    variant: /^delegate/,
    why: 'a wallet may place by itself what its delegate may; the other bets are refused',
  },
  {
    instruction: 'placeBets',
    accounts: ['market'],
    mutations: ['another of its type'],
    details: ['an open market in SOL', 'an open market in UTILITY'],
    why: 'who signs says in which market; the currency must be the one of the batch',
  },
  {
    instruction: 'refundMarket',
    accounts: ['market'],
    mutations: ['another of its type'],
    details: ['an open market in SOL', 'an open market in UTILITY'],
    variant: /^at once/,
    why: 'the same oracle would have decided them',
  },
  {
    instruction: 'settlePositions',
    accounts: ['bettors'],
    mutations: ['another of its type'],
    details: ['the bettor of bob'],
    variant: /^a winner/,
    why: 'anybody may settle any position of the market; bob has one',
  },
];

/** Coins and observations are taken from any account that says what it must. */
const anyAccountOf: Exception[] = [
  {
    instruction: 'deposit',
    accounts: ['sourceToken'],
    mutations: ['copy'],
    why: 'the authority may pay from any token account of its own',
  },
  {
    instruction: 'buyBack',
    accounts: ['buyerToken'],
    mutations: ['copy'],
    why: 'the buyer may pay from any token account of its own',
  },
  {
    instruction: 'collectFees',
    accounts: ['treasuryToken'],
    mutations: ['closed', 'another owner', 'uninitialised', 'no data'],
    why: 'while the treasury cannot be paid, its share waits and the burn share is destroyed',
  },
  {
    instruction: 'resolveMarket',
    accounts: ['witness'],
    mutations: ['copy'],
    variant: /^timed fact/,
    why: "any account of the fact's program; the clauses single out one observation",
  },
  {
    instruction: 'resolveMarket',
    accounts: ['witness'],
    mutations: ['closed'],
    variant: /^state fact/,
    why: 'a missing account is a state that is not met: No',
  },
  {
    instruction: 'resolveMarket',
    accounts: ['witness'],
    mutations: ['another owner'],
    details: ['the System program'],
    variant: /^state fact/,
    why: 'what the System program owns is missing, whatever its data',
  },
  {
    instruction: 'placeBets',
    accounts: ['factAccount'],
    mutations: ['closed', 'another owner'],
    why: "an account that is missing or not of the fact's program does not meet the fact",
  },
  {
    instruction: 'withdraw',
    accounts: ['walletToken'],
    mutations: ['closed'],
    variant: /^UTILITY, signed$/,
    why: "a signed withdraw creates the wallet's token account",
  },
  {
    instruction: 'withdraw',
    accounts: ['walletToken'],
    mutations: ['copy'],
    variant: /^UTILITY, signed/,
    why: 'the wallet, which signs, may be paid in any token account of its own',
  },
];

/** Nothing of the account is read or written in this variant. */
const notUsed: Exception[] = [
  {
    instruction: 'deposit',
    accounts: ['authority'],
    mutations: ['not writable'],
    variant: /^UTILITY/,
    why: 'pays no lamports',
  },
  {
    instruction: 'withdraw',
    accounts: ['authority'],
    mutations: ['not writable'],
    variant: /swept$|^UTILITY, signed($|, to another)/,
    why: 'pays no lamports',
  },
  {
    instruction: 'withdraw',
    accounts: ['wallet'],
    mutations: ['not writable'],
    variant: /^UTILITY, (swept|signed|signed, to another.*)$/,
    why: 'is paid in its token account',
  },
  {
    instruction: 'closeMarket',
    accounts: ['rentPayer'],
    mutations: ['not writable'],
    variant: /^before the expiry/,
    why: 'is paid when the account closes',
  },
  {
    instruction: 'placeBets',
    accounts: [THE_DATA],
    mutations: ['account extra'],
    why: 'bettors that no bet points to are not looked at',
  },
];

/** Cannot be on a chain; that it cannot is tested by itself. */
const impossible: Exception[] = [
  {
    instruction: ANY_INSTRUCTION,
    accounts: ['config', 'vault', 'vaultSol', 'vaultUtility', 'market', 'bettor', 'bettors'],
    mutations: ['copy'],
    why:
      'only the program gives a type to an account that it owns, and only at the address that ' +
      'its contents say (checked after every call); no address is derived again',
  },
];

export const exceptions = [...anybodyMay, ...anyAccountOf, ...notUsed, ...impossible];

export function findException(trial: Trial): Exception | undefined {
  return exceptions.find(
    ({ instruction, accounts, mutations, details, variant }) =>
      (instruction === ANY_INSTRUCTION || instruction === trial.fixture.instruction) &&
      accounts.includes(trial.account ?? THE_DATA) &&
      mutations.includes(trial.mutation) &&
      (!details || details.includes(trial.detail)) &&
      (!variant || variant.test(trial.fixture.variant)),
  );
}
