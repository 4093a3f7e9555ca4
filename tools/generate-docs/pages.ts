import { renderApi } from './api.ts';
import { renderConditions } from './conditions.ts';
import { renderEvents } from './events.ts';
import { renderScale } from './scale.ts';

interface Page {
  readonly path: string;
  render(): string;
}

/** One file beside this one makes each page. */
export const PAGES: readonly Page[] = [
  { path: 'docs/api.md', render: renderApi },
  { path: 'docs/conditions.md', render: renderConditions },
  { path: 'docs/events.md', render: renderEvents },
  { path: 'docs/scale.md', render: renderScale },
];

/** The pages that differ from what the sources give. */
export function findOutdated(read: (path: string) => string): string[] {
  return PAGES.filter(({ path, render }) => read(path) !== render()).map(({ path }) => path);
}
