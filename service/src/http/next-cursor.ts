export const NEXT_CURSOR_HEADER = {
  'X-Next-Cursor': 'The `cursor` of the next page; absent on the last page.',
};

export function nextCursorHeaders(cursor: string | null): Record<string, string> {
  return cursor === null ? {} : { 'x-next-cursor': cursor };
}
