import type { Decider } from '@tote/program-client';

export interface ResolutionRule {
  readonly decider: Decider;
  readonly isTriggered: boolean;
  readonly isLatched: boolean;
  readonly isInverted: boolean;
  /** Bets stop the Config's lead before the expiry: the outcome is nearly known by then. */
  readonly closesEarly: boolean;
}

/** Whether the result is certain as soon as the condition is met, so that bets must stop. */
export function isCertainOnceMet({
  isTriggered,
  isLatched,
}: Pick<ResolutionRule, 'isTriggered' | 'isLatched'>): boolean {
  return isTriggered || isLatched;
}
