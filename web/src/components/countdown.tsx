import { now } from '../data/clock.ts';
import { duration, localTime, utcBeside, utcTime } from '../format/times.ts';

export function Countdown({ to, over = 'over' }: { readonly to: string; readonly over?: string }) {
  const left = Date.parse(to) - now.value;
  return (
    <time dateTime={to} title={utcTime(to)}>
      {left > 0 ? duration(left) : over}
    </time>
  );
}

export function Moment({ at }: { readonly at: string }) {
  return (
    <time class="moment" dateTime={at}>
      {localTime(at)} <span class="quiet">({utcBeside(at)})</span>
    </time>
  );
}
