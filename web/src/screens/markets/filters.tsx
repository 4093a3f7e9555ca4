import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../components/forms.tsx';
import { shortAddress } from '../../format/words.ts';
import { navigate, place } from '../../navigation/router.ts';
import { FILTERS, type FilterName, LABELS, readListQuery } from './list-query.ts';
import { setFilter } from './set-filter.ts';

type SelectName = keyof typeof FILTERS;

const SELECTS = Object.keys(FILTERS) as SelectName[];

/** Folded, so that the markets come first. */
export function Filters() {
  return (
    <search class="filters">
      <Search />
      <details class="filters-more">
        <summary>Filters</summary>
        <div class="filters-fields">
          {SELECTS.map((name) => (
            <Select key={name} name={name} />
          ))}
          <TokenField />
        </div>
      </details>
      <Chips />
    </search>
  );
}

function Select({ name }: { readonly name: SelectName }) {
  return (
    <label>
      <span>{LABELS[name]}</span>
      <select
        value={place.value.query.get(name) ?? ''}
        onChange={({ currentTarget: { value } }) => setFilter(name, value)}
      >
        {name !== 'sort' && <option value="">Any</option>}
        {Object.entries(FILTERS[name]).map(([value, words]) => (
          <option key={value} value={name === 'sort' && value === 'newest' ? '' : value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

function TokenField() {
  return (
    <label class="filters-token">
      <span>Token</span>
      <input
        type="text"
        placeholder="Mint address"
        autocomplete="off"
        spellcheck={false}
        value={place.value.query.get('tokenAddress') ?? ''}
        onChange={({ currentTarget: { value } }) => setFilter('tokenAddress', value.trim())}
      />
    </label>
  );
}

function Chips() {
  const set = Object.entries(readListQuery(place.value.query)) as [FilterName, string][];
  if (set.length === 0) return null;
  return (
    <ul class="pills" aria-label="Active filters">
      {set.map(([name, value]) => (
        <li key={name}>
          <Button class="pill" onClick={() => setFilter(name, '')}>
            <span class="visually-hidden">Remove </span>
            {LABELS[name]}: <span dir="auto">{wordsOf(name, value)}</span>
            <span aria-hidden="true"> ×</span>
          </Button>
        </li>
      ))}
      <li>
        <Button class="pill chip-clear" onClick={() => navigate('/', { replace: true })}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}

function wordsOf(name: FilterName, value: string): string {
  if (name === 'tokenAddress' || name === 'creator') return shortAddress(value);
  const words: Record<string, string> = name in FILTERS ? Object(FILTERS)[name] : {};
  return Object.hasOwn(words, value) ? (words[value] ?? value) : value;
}

const PAUSE_MS = 300;

/** Searches when the visitor stops typing. The typed text is never overwritten. */
function Search() {
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
