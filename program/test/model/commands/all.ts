import fc from 'fast-check';
import { sendTogether } from '../actions/together.ts';
import type { Profile } from '../profile.ts';
import { balanceSteps } from './balances.ts';
import { betSteps } from './bets.ts';
import { bettorSteps } from './bettors.ts';
import { clockSteps } from './clock.ts';
import { configSteps } from './config.ts';
import { decisionSteps, observe } from './decisions.ts';
import { feeSteps } from './fees.ts';
import { marketSteps } from './markets.ts';
import { settlementSteps } from './settlements.ts';
import { type StepArbitrary, step } from './step.ts';

/** Each as likely as the others; some are listed several times. */
export function allSteps(profile: Profile): StepArbitrary[] {
  const transactions = [
    ...bettorSteps,
    ...balanceSteps(profile),
    ...configSteps(profile),
    ...marketSteps,
    ...betSteps(profile),
    ...decisionSteps,
    ...settlementSteps,
    ...feeSteps,
  ];
  const several = togetherStep(transactions);
  return [...transactions, several, several, several, ...clockSteps, observe, observe];
}

/** Two or three of them in one transaction. */
function togetherStep(steps: StepArbitrary[]): StepArbitrary {
  const parts = fc.array(fc.oneof(...steps), { minLength: 2, maxLength: 3 });
  return step('together', parts, (model, chosen) => {
    const [first] = chosen;
    if (!first?.resolve(model)) return null;
    return sendTogether(
      model,
      chosen.map((part) => (now) => part.resolve(now)),
    );
  });
}
