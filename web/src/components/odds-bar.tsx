import { percent } from '../format/amounts.ts';

interface Odds {
  readonly Yes: number;
  readonly No: number;
}

/** Yes is solid and No is hatched, so that the sides differ without colours too. */
export function OddsBar({ odds }: { readonly odds: Odds }) {
  return (
    <div class="odds-bar">
      <span class="odds-bar-yes" style={{ flexGrow: Math.max(odds.Yes, 0.02) }} />
      <span class="odds-bar-no" style={{ flexGrow: Math.max(odds.No, 0.02) }} />
      <span class="visually-hidden">
        Yes {percent(odds.Yes, 1)}, No {percent(odds.No, 1)}
      </span>
    </div>
  );
}
