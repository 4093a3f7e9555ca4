import type { Pages } from '../data/pages.ts';
import { Button } from './button.tsx';
import { Failure } from './notice.tsx';

interface MoreProps {
  readonly pages: Pick<
    Pages<{ readonly nextCursor?: string }>,
    'value' | 'more' | 'isLoading' | 'moreError'
  >;
  readonly what: string;
}

export function More({ pages, what }: MoreProps) {
  if (pages.moreError.value) return <Failure error={pages.moreError.value} retry={pages.more} />;
  if (!pages.value.value?.nextCursor) return null;
  const isLoading = pages.isLoading.value;
  // Not disabled while it loads: that would take the focus away.
  return (
    <Button class="button more" aria-busy={isLoading} onClick={pages.more}>
      {isLoading ? `Loading more ${what} …` : `More ${what}`}
    </Button>
  );
}
