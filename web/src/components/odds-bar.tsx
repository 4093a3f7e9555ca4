import { writeOdds } from '../format/odds.ts';

/** Yes is solid and No is hatched, so that the sides differ without colours too. */
export function OddsBar({ odds }: { readonly odds: { Yes: number; No: number } }) {
  const words = writeOdds(odds.Yes);
  return (
    <div class="odds-bar">
      <span class="odds-bar-yes" style={{ flexGrow: Math.max(odds.Yes, 0.02) }} />
      <span class="odds-bar-no" style={{ flexGrow: Math.max(odds.No, 0.02) }} />
      <span class="visually-hidden">
        Yes {words.Yes}, No {words.No}
      </span>
    </div>
  );
}
