import { now } from '../data/clock.ts';
import { duration, utcTime } from '../format/times.ts';

export function Countdown({ to, over = 'over' }: { readonly to: string; readonly over?: string }) {
  const left = Date.parse(to) - now.value;
  return (
    <time dateTime={to} title={utcTime(to)}>
      {left > 0 ? duration(left) : over}
    </time>
  );
}
