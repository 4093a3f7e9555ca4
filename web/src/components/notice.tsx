import type { ToteError } from '@tote/sdk';
import type { ComponentChildren } from 'preact';
import type { Pages } from '../data/pages.ts';
import { Button } from './forms.tsx';

interface NoticeProps {
  readonly kind?: 'info' | 'warning' | 'error';
  readonly children: ComponentChildren;
}

export function Notice({ kind = 'info', children }: NoticeProps) {
  return (
    <div class={`notice notice-${kind}`} role={kind === 'error' ? 'alert' : undefined}>
      <span class="notice-sign" aria-hidden="true">
        {{ info: 'i', warning: '!', error: '×' }[kind]}
      </span>
      <div>{children}</div>
    </div>
  );
}

export function Failure({ error, retry }: { error: ToteError; retry(): void }) {
  const isAway = error.code === 'network_failed' || error.code === 'timed_out';
  return (
    <Notice kind="error">
      <p>
        {isAway ? 'The service is not responding. Your money is safe on the chain.' : error.message}
      </p>
      <Button onClick={retry}>Try again</Button>
    </Notice>
  );
}

export function Problem({ text }: { readonly text: string | undefined }) {
  if (!text) return null;
  return (
    <Notice kind="error">
      <p>{text}</p>
    </Notice>
  );
}

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
