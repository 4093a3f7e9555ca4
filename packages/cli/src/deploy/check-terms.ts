// Refuses what the program would refuse, before anything is paid. The limits are those of
// program/src/state/config.rs and program/src/auction.rs.

import type { Buyback, Terms } from '@tote/chain/deployment/initialize';
import { UsageError } from '@tote/chain/lib/usage-error';
import { CLEARING_PRICE_MAX, CLEARING_PRICE_MIN, LIMITS } from '@tote/domain';

const DAY = 86_400;
const VETO_SECONDS_MAX = 7 * DAY;
const CHANGE_DELAY_MAX = 30 * DAY;
const LEAD_SECONDS_MAX = 300;
const [HORIZON_SECONDS_MIN, HORIZON_SECONDS_MAX] = [DAY, 3_650 * DAY];
const [ROUND_SECONDS_MIN, ROUND_SECONDS_MAX] = [60n, BigInt(30 * DAY)];
const KNOWN_PROGRAMS_MAX = 16;

export function checkTerms(terms: Terms, knownPrograms: readonly unknown[]): void {
  const { burnBps, developerBps, vetoSeconds, changeDelay, leadSeconds, horizonSeconds } = terms;
  refuseIf(
    burnBps + developerBps > LIMITS.feeBpsSumMax,
    `The two shares must be at most ${LIMITS.feeBpsSumMax} basis points together.`,
  );
  refuseIf(vetoSeconds > VETO_SECONDS_MAX, 'The veto time must be at most 7 days.');
  refuseIf(changeDelay > CHANGE_DELAY_MAX, 'The change delay must be at most 30 days.');
  refuseIf(leadSeconds > LEAD_SECONDS_MAX, `The lead must be at most ${LEAD_SECONDS_MAX} seconds.`);
  refuseIf(
    horizonSeconds < HORIZON_SECONDS_MIN || horizonSeconds > HORIZON_SECONDS_MAX,
    'The horizon must be 1 to 3,650 days.',
  );
  const stakes = [terms.minimumStakeSol, terms.minimumStakeUtility];
  refuseIf(
    stakes.some((stake) => BigInt(stake) === 0n),
    'A minimum stake must be above 0.',
  );
  refuseIf(
    knownPrograms.length > KNOWN_PROGRAMS_MAX,
    `At most ${KNOWN_PROGRAMS_MAX} programs can be known.`,
  );
}

/** The program allows it, for the embedded chain. */
export function checkVetoTime({ vetoSeconds }: Pick<Terms, 'vetoSeconds'>): void {
  refuseIf(
    vetoSeconds === 0,
    'Without a veto time nobody could stop a stolen oracle key. Omit --veto (1 ' +
      'hour), or give a time of at least 1s.',
  );
}

export function checkBuyback({ lot, firstPrice, roundSeconds }: Buyback): void {
  refuseIf(lot === 0n, 'A lot must be above 0.');
  refuseIf(
    firstPrice < CLEARING_PRICE_MIN || firstPrice > CLEARING_PRICE_MAX,
    `The first price must be ${CLEARING_PRICE_MIN} to ${CLEARING_PRICE_MAX} base units.`,
  );
  refuseIf(
    roundSeconds < ROUND_SECONDS_MIN || roundSeconds > ROUND_SECONDS_MAX,
    'A round of the buyback must be 1 minute to 30 days.',
  );
}

function refuseIf(isWrong: boolean, reason: string): void {
  if (isWrong) throw new UsageError(reason);
}
