import type { Market } from '@tote/sdk';
import { Countdown } from '../../components/countdown.tsx';
import { Moment } from '../../components/moment.tsx';

const DATES = [
  ['bettingClosesAt', 'Betting closes'],
  ['expireAt', 'Expiry'],
  ['resolvesBy', 'Resolved by'],
  ['refundAt', 'Refunded after'],
] as const;

/** All dates are by the chain's clock. */
export function Dates({ market: { deadlines } }: { readonly market: Market }) {
  return (
    <section class="sheet stack" aria-labelledby="dates">
      <h2 id="dates">Dates</h2>
      <dl class="columns">
        {DATES.map(([name, words]) => (
          <div>
            <dt>{words}</dt>
            <dd class="figure">
              <Countdown to={deadlines[name]} over="passed" />
            </dd>
            <dd class="small">
              <Moment at={deadlines[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
