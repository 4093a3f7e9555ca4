// A bet of the assistant: within all limits, confirmed by the user, stored, and only then sent.
import { pollUntil } from '@tote/chain/lib/poll-until';
import {
  type Bet,
  decimal,
  fromBaseUnits,
  type Market,
  quoteBet,
  type Tote,
  ToteError,
  type ToteErrorCode,
  toBaseUnits,
} from '@tote/sdk';
import { RefusedError, UnreachableError } from '../failures.ts';
import { marketIdOf, money, time } from '../format.ts';
import { shorten } from './answers.ts';
import type { Ask } from './ask.ts';
import type { OpenPurse, Purse } from './purse.ts';
import type { Reservation, Stake } from './spending.ts';

export interface BetContext {
  readonly tote: Tote;
  readonly purse: Purse;
  readonly ask: Ask;
  readonly url: string;
}

interface BetInput {
  readonly marketId: string;
  readonly outcome: 'Yes' | 'No';
  readonly amount: string;
  readonly again: boolean;
}

const WAIT = { everyMs: 250, withinMs: 60_000 };
const QUESTION_MAX = 160;

export async function placeBet(
  { tote, purse, ask, url }: BetContext,
  { outcome, again, ...input }: BetInput,
  signal: AbortSignal,
) {
  const marketId = marketIdOf(input.marketId);
  const market = await tote.getMarket({ marketId });
  const { currency } = market;
  const open = await purse.open(currency);
  const { spending, maxDay } = open;
  const amount = toBaseUnits(decimal(input.amount), open.decimals);
  const stake: Stake = { marketId, outcome, currency, amount };
  const same = spending.findRepeat(stake);
  const earlier = again ? undefined : same;
  if (earlier?.betId !== undefined) {
    const bet = await settle(open, earlier, earlier.betId);
    const note = 'This bet was placed earlier. To place it once more, set again to true.';
    return { repeated: true, note, ...describe(bet) };
  }
  const left = checkLimits(open, stake, earlier);
  if (!earlier) checkMarket(market);
  const message = describeStake(open, stake, market, { url, left });
  await ask(same ? `You have confirmed the same bet before.\n${message}` : message, signal);
  const reservation = earlier ?? spending.reserve(stake, { maxDay, again });
  return { repeated: false, ...describe(await send(open, reservation)) };
}

/** Returns what is left of the day's limit after the bet. */
function checkLimits(open: OpenPurse, stake: Stake, earlier: Reservation | undefined): bigint {
  const { maxBet, maxDay, decimals, spending, account } = open;
  const { amount, currency } = stake;
  const show = (units: bigint) => money(fromBaseUnits(units < 0n ? 0n : units, decimals), currency);
  const refuse = (reason: string) => new RefusedError(`Nothing was sent: ${reason}`);
  if (amount > maxBet) {
    throw refuse(`one bet may be at most ${show(maxBet)} (--max-bet, which only the user sets).`);
  }
  const left = maxDay - spending.spent(currency);
  // An earlier attempt is counted already. If it was placed, it has used the allowance.
  if (earlier) return left;
  if (amount > left) {
    throw refuse(
      `${show(left)} of ${show(maxDay)} are left today (--max-day, which only the user sets). ` +
        'The day ends at 00:00 UTC.',
    );
  }
  const allowance = account.delegate?.allowance[currency] ?? decimal('0');
  if (amount > toBaseUnits(allowance, decimals)) {
    throw refuse(
      `the wallet's allowance on chain is ${money(allowance, currency)}. Only the user can raise ` +
        'it: tote wallet allow --sol 1 --until 7d',
    );
  }
  return left - amount;
}

function checkMarket({ bettingOpen, custom }: Market): void {
  if (!bettingOpen) throw new RefusedError('Nothing was sent: betting in this market has closed.');
  if (custom) {
    throw new RefusedError(
      'Nothing was sent: only the creator of this market stands behind its rule, so the user ' +
        'must sign the bet: tote bet --self',
    );
  }
}

/** Facts come first; what a stranger wrote is quoted at the end. */
function describeStake(
  { decimals, account }: OpenPurse,
  { marketId, outcome, currency, amount }: Stake,
  market: Market,
  { url, left }: { readonly url: string; readonly left: bigint },
): string {
  const show = (units: bigint) => money(fromBaseUnits(units, decimals), currency);
  const { payout } = quoteBet(market, { outcome, amount }, decimals);
  return [
    `Bet ${show(amount)} on ${outcome}?`,
    `If ${outcome} wins, it pays ${money(payout, currency)} at current odds; otherwise it is lost.`,
    `Market: ${marketId} at ${url}, betting closes ${time(market.deadlines.bettingClosesAt)}`,
    `Wallet: ${account.wallet}`,
    `Left today after this bet: ${show(left)}`,
    `A stranger wrote the question: ${JSON.stringify(shorten(market.question, QUESTION_MAX))}`,
  ].join('\n');
}

async function send(open: OpenPurse, reservation: Reservation): Promise<Bet> {
  const { tote, spending, decimals } = open;
  const { marketId, outcome, currency, key } = reservation;
  const amount = fromBaseUnits(reservation.amount, decimals);
  const order = { marketId, outcome, amount, currency };
  const { betId } = await tote.placeBet(order, { idempotencyKey: key }).catch((error) => {
    if (hasCertainlyFailed(error)) {
      spending.giveBack(reservation);
      throw error;
    }
    throw new UnreachableError(
      `It is unknown whether the bet was placed (${shorten(String(error.code), 40)}). Call ` +
        'place_bet again with the same arguments: the bet cannot be placed twice that way.',
    );
  });
  spending.markPlaced(reservation, betId);
  return settle(open, reservation, betId);
}

/** Nothing was sent. */
const NOT_SENT: readonly ToteErrorCode[] = [
  ...(['input_invalid', 'signer_missing', 'signing_failed'] as const),
  ...(['other_chain', 'other_service'] as const),
];
/** An earlier try of the same request may have got through. */
const UNCERTAIN: readonly ToteErrorCode[] = ['idempotency_key_busy', 'bet_duplicate'];
const UNCERTAIN_STATUS = [401, 408, 429];

function hasCertainlyFailed(error: unknown): boolean {
  if (!(error instanceof ToteError)) return false;
  const { code, status } = error;
  if (status === undefined) return NOT_SENT.includes(code);
  const isRefusal = status >= 400 && status < 500 && !UNCERTAIN_STATUS.includes(status);
  // Without a code of the service, something in between answered.
  return isRefusal && !UNCERTAIN.includes(code) && !code.startsWith('answer_');
}

async function settle({ tote, spending }: OpenPurse, reservation: Reservation, betId: string) {
  const read = () => tote.getBet({ betId });
  const bet = await pollUntil(read, ({ state }) => state !== 'pending', WAIT);
  if (bet.state !== 'failed') return bet;
  spending.giveBack(reservation);
  const reason = shorten(String(bet.errorCode), 40);
  throw new RefusedError(`The bet failed on chain (${reason}), and nothing was staked.`);
}

function describe({ betId, marketId, outcome, amount, currency, ...bet }: Bet) {
  const { state, transactionId, odds, placedAt } = bet;
  return { betId, marketId, outcome, amount, currency, state, transactionId, odds, placedAt };
}
