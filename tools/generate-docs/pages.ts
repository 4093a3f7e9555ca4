import { renderApi } from './api.ts';
import { renderConditions } from './conditions.ts';
import { renderEvents } from './events.ts';

/** Path to text. One file beside this one makes each page. */
export const renderPages = (): ReadonlyMap<string, string> =>
  new Map([
    ['docs/api.md', renderApi()],
    ['docs/conditions.md', renderConditions()],
    ['docs/events.md', renderEvents()],
  ]);
