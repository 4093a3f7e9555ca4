import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { place } from '../../navigation/router.ts';
import { setFilter } from './set-filter.ts';

const PAUSE_MS = 300;

/** Asks when the typing pauses. What is being typed is never replaced by what was asked. */
export function Search() {
  const asked = place.value.query.get('q') ?? '';
  const text = useSignal(asked);
  const last = useRef(asked);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  if (asked !== last.current) {
    // Somebody else has changed it: a link, the back button, a filter that was cleared.
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
      <span>Search</span>
      <input
        type="search"
        aria-label="Search questions"
        placeholder="Any words"
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
