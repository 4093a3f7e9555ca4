export const NEXT_CURSOR_HEADER = {
  'X-Next-Cursor': 'The `cursor` of the next page; absent on the last page.',
};

/** Scripts of other origins may read it. */
export function nextCursorHeaders(cursor: string | null): Record<string, string> {
  if (cursor === null) return {};
  return { 'access-control-expose-headers': 'X-Next-Cursor', 'x-next-cursor': cursor };
}
