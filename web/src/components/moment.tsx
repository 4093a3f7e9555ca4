import { localTime, utcBeside } from '../format/times.ts';

export function Moment({ at }: { readonly at: string }) {
  return (
    <time class="moment" dateTime={at}>
      {localTime(at)} <span class="quiet">({utcBeside(at)})</span>
    </time>
  );
}
