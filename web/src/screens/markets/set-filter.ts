import { navigate, place } from '../../navigation/router.ts';
import type { FilterName } from './list-query.ts';

/** In the address, so that it lasts over a reload and can be sent to somebody. */
export function setFilter(name: FilterName, value: string): void {
  const query = new URLSearchParams(place.peek().query);
  if (value) query.set(name, value);
  else query.delete(name);
  const text = query.toString();
  navigate(text ? `/?${text}` : '/', { replace: true });
}
