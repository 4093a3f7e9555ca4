import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { place } from '../../navigation/router.ts';
import { setFilter } from './set-filter.ts';

const PAUSE_MS = 300;

/** Searches when the visitor stops typing. The typed text is never overwritten. */
export function Search() {
  const asked = place.value.query.get('q') ?? '';
  const text = useSignal(asked);
  const last = useRef(asked);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  if (asked !== last.current) {
    // The query was changed elsewhere: by a link, the back button, or clearing a filter.
    last.current = asked;
    text.value = asked;
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = () => {
    clearTimeout(timer.current);
    last.current = text.value.trim();
    setFilter('q', last.current);
  };
  return (
    <label class="filters-search">
      <input
        type="search"
        aria-label="Search questions"
        placeholder="Search markets"
        value={text.value}
        onInput={({ currentTarget: { value } }) => {
          text.value = value;
          clearTimeout(timer.current);
          timer.current = setTimeout(ask, PAUSE_MS);
        }}
        onKeyDown={({ key }) => key === 'Enter' && ask()}
      />
    </label>
  );
}
