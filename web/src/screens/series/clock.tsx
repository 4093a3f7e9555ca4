import { now } from '../../data/clock.ts';
import { duration, utcTime } from '../../format/times.ts';

const HOUR_MS = 3_600_000;

/** What is left until an instant, large: "4:09", or "2 d 4 h". */
export function Clock({ to }: { readonly to: string }) {
  const left = Math.max(0, Date.parse(to) - now.value);
  const seconds = Math.ceil(left / 1_000);
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <time class="clock figure" dateTime={to} title={utcTime(to)}>
      {left < HOUR_MS ? text : duration(left)}
    </time>
  );
}
