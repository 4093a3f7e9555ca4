import { localTime, utcBeside } from '../format/times.ts';

/** An instant in the visitor's time, with UTC beside it. */
export function Moment({ at }: { readonly at: string }) {
  return (
    <time class="moment" dateTime={at}>
      {localTime(at)} <span class="quiet">({utcBeside(at)})</span>
    </time>
  );
}
