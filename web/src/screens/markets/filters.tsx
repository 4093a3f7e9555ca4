import { navigate, place } from '../../navigation/router.ts';
import { FILTERS } from './list-query.ts';

const LABELS = {
  status: 'State',
  currency: 'Currency',
  decidedBy: 'Decided by',
  sort: 'Order',
} as const;

const SEARCH_MS = 300;

let timer: ReturnType<typeof setTimeout> | undefined;

function set(name: string, value: string): void {
  const query = new URLSearchParams(place.peek().query);
  if (value) query.set(name, value);
  else query.delete(name);
  const text = query.toString();
  navigate(text ? `/?${text}` : '/', { replace: true });
}

export function Filters() {
  const { query } = place.value;
  return (
    <search class="filters">
      <label class="filters-search">
        <span class="visually-hidden">Search questions</span>
        <input
          type="search"
          placeholder="Search questions"
          value={query.get('q') ?? ''}
          onInput={({ currentTarget: { value } }) => {
            clearTimeout(timer);
            timer = setTimeout(() => set('q', value.trim()), SEARCH_MS);
          }}
        />
      </label>
      {(Object.keys(LABELS) as (keyof typeof LABELS)[]).map((name) => (
        <label>
          <span>{LABELS[name]}</span>
          <select
            value={query.get(name) ?? ''}
            onChange={({ currentTarget: { value } }) => set(name, value)}
          >
            {name !== 'sort' && <option value="">Any</option>}
            {Object.entries(FILTERS[name]).map(([value, words]) => (
              <option value={name === 'sort' && value === 'newest' ? '' : value}>{words}</option>
            ))}
          </select>
        </label>
      ))}
      <label class="filters-token">
        <span>Token</span>
        <input
          type="text"
          placeholder="Address of its mint"
          spellcheck={false}
          value={query.get('tokenAddress') ?? ''}
          onChange={({ currentTarget: { value } }) => set('tokenAddress', value.trim())}
        />
      </label>
    </search>
  );
}
