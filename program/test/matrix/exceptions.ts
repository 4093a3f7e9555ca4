// What the matrix changes in a call and the program rightly takes. Everything else must be refused;
// a row here that nothing needs any more fails the test too.
import type { Trial } from './run.ts';

interface Limits {
  /** Only these of the mutation's kind; all of them if nothing is said. */
  details?: string[];
  /** Only variants of the instruction whose name this matches. */
  variant?: RegExp;
}

export interface Exception extends Limits {
  instruction: string;
  account: string;
  mutations: string[];
}

function taken(where: string, mutations: string[], limits: Limits = {}): Exception {
  const [instruction = '', account = ''] = where.split(' ');
  return { instruction, account, mutations, ...limits };
}

const ANY_INSTRUCTION = '*';
const THE_DATA = 'data';

const ANYBODY = ['another key', 'duplicate'];

/** Who pays, or whom a signer names, matters to nobody else. */
const anybodyMay = [
  // Anybody may pay; the upgrade authority signs as well.
  taken('initialize payer', ANYBODY),
  // The upgrade authority chooses the admin, who signs too.
  taken('initialize admin', ANYBODY),
  // The upgrade authority chooses the mint, once.
  taken('initialize utilityMint', ['another of its type', 'copy'], {
    details: ['another mint', 'same owner'],
  }),
  // The admin, who signs, hands over to whom it likes and who signs too.
  taken('updateConfig newAdmin', ANYBODY),
  // Anybody may pay for a wallet's Bettor.
  taken('openBettor payer', ANYBODY),
  // The wallet and the operator may each sign for it.
  taken('openBettor authority', ANYBODY, { details: ['operator', 'wallet'] }),
  // Whoever opened it and the wallet may each pay for more.
  taken('growBettor payer', ['another key'], { details: ['operator', 'alice'] }),
  // Admin and guardian may each disable.
  taken('disableKeys authority', ['another key'], { details: ['admin', 'guardian'] }),
  // Admin and guardian may each cancel.
  taken('cancelConfig authority', ['another key'], { details: ['admin', 'guardian'] }),
  // Anybody may veto the outcome of a disabled oracle.
  taken('vetoMarket authority', ['another key'], { variant: /^by anybody/ }),
  // Anybody may deposit its own SOL.
  taken('deposit authority', ANYBODY, { variant: /^SOL/ }),
  // Anybody may deposit for any bettor.
  taken('deposit bettor', ['another of its type']),
  // Anybody may sweep to the wallet of a bettor that chose it.
  taken('withdraw authority', ANYBODY, { variant: /swept$/ }),
  // Anybody may pay for a market that its creator or the operator signs.
  taken('createMarket payer', ANYBODY),
  // The creator and the operator may each create it.
  taken('createMarket authority', ANYBODY, { details: ['operator', 'creator'] }),
  // The operator need not sign; then the market is custom.
  taken('createMarket data', ['account missing'], { details: ['the last'] }),
  // A wallet may place by itself what its delegate may; the other bets are refused.
  taken('placeBets authority', ['another key'], {
    details: ['alice', 'bob'],
    variant: /^delegate/,
  }),
  // Whoever signs says in which market; the currency must be the one of the batch.
  taken('placeBets market', ['another of its type'], {
    details: ['an open market in SOL', 'an open market in UTILITY'],
  }),
  // The same oracle would have decided them.
  taken('refundMarket market', ['another of its type'], {
    details: ['an open market in SOL', 'an open market in UTILITY'],
    variant: /^at once/,
  }),
  // Anybody may settle any position of the market; bob has one.
  taken('settlePositions bettors', ['another of its type'], {
    details: ['the bettor of bob'],
    variant: /^a winner/,
  }),
];

/** Coins and observations are taken from any account that says what it must. */
const anyAccountOf = [
  // The authority may pay from any token account of its own.
  taken('deposit sourceToken', ['copy']),
  // The buyer may pay from any token account of its own.
  taken('buyBack buyerToken', ['copy']),
  // While the treasury cannot be paid, its share waits and the burn share is destroyed.
  taken('collectFees treasuryToken', ['closed', 'another owner', 'uninitialised', 'no data']),
  // Any account of the fact's program; the clauses single out one observation.
  taken('resolveMarket witness', ['copy'], { variant: /^timed fact/ }),
  // A missing account is a state that is not met: No.
  taken('resolveMarket witness', ['closed'], { variant: /^state fact/ }),
  // What the System program owns is missing, whatever its data.
  taken('resolveMarket witness', ['another owner'], {
    details: ['the System program'],
    variant: /^state fact/,
  }),
  // An account that is missing or not of the fact's program does not meet the fact.
  taken('placeBets factAccount', ['closed', 'another owner']),
  // A signed withdraw creates the wallet's token account.
  taken('withdraw walletToken', ['closed'], { variant: /^UTILITY, signed$/ }),
  // The wallet, which signs, may be paid in any token account of its own.
  taken('withdraw walletToken', ['copy'], { variant: /^UTILITY, signed/ }),
];

/** Nothing of the account is read or written in this variant. */
const notUsed = [
  // Pays no lamports.
  taken('deposit authority', ['not writable'], { variant: /^UTILITY/ }),
  // Pays no lamports.
  taken('withdraw authority', ['not writable'], {
    variant: /swept$|^UTILITY, signed($|, to another)/,
  }),
  // Is paid in its token account.
  taken('withdraw wallet', ['not writable'], {
    variant: /^UTILITY, (swept|signed|signed, to another.*)$/,
  }),
  // Is paid when the account closes.
  taken('closeMarket rentPayer', ['not writable'], { variant: /^before the expiry/ }),
  // Bettors that no bet points to are not looked at.
  taken('placeBets data', ['account extra']),
];

/**
 * Cannot be on a chain, which is tested by itself: only the program gives a type to an account that
 * it owns, and only at the address that its contents say (checked after every call). No address is
 * derived again.
 */
const impossible = [
  ...['config', 'vault', 'vaultSol', 'vaultUtility', 'market', 'bettor', 'bettors'],
].map((account) => taken(`${ANY_INSTRUCTION} ${account}`, ['copy']));

export const exceptions = [...anybodyMay, ...anyAccountOf, ...notUsed, ...impossible];

export function findException(trial: Trial): Exception | undefined {
  return exceptions.find(
    ({ instruction, account, mutations, details, variant }) =>
      (instruction === ANY_INSTRUCTION || instruction === trial.fixture.instruction) &&
      account === (trial.account ?? THE_DATA) &&
      mutations.includes(trial.mutation) &&
      (!details || details.includes(trial.detail)) &&
      (!variant || variant.test(trial.fixture.variant)),
  );
}
