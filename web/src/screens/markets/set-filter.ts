import { navigate, place } from '../../navigation/router.ts';
import type { FilterName } from './list-query.ts';

/** Kept in the address, so that it survives a reload and can be shared. */
export function setFilter(name: FilterName, value: string): void {
  const query = new URLSearchParams(place.peek().query);
  if (value) query.set(name, value);
  else query.delete(name);
  const text = query.toString();
  navigate(text ? `/?${text}` : '/', { replace: true });
}
