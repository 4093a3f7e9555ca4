// GET /oembed: how others show a market within their pages (https://oembed.com).
import { DomainError } from '@tote/domain';
import type { MarketView } from '../../store/projection/market-view.ts';
import { CARD_HEIGHT, CARD_WIDTH } from './card-data.ts';
import { escapeMarkup, type Headline } from './headline.ts';

const WIDTH = 480;
const HEIGHT = 300;
const CACHE_SECONDS = 300;

/** The widget needs scripts. The page it opens must not inherit the limits of the frame. */
const SANDBOX = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';

export interface OembedQuery {
  readonly url?: string | readonly string[];
  readonly format?: string | readonly string[];
  readonly maxwidth?: string | readonly string[];
  readonly maxheight?: string | readonly string[];
}

export function readMarketUrl(text: unknown, origin: string): string {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  const [, id] = /^\/(?:embed\/)?m\/(market_\w+)$/.exec(url?.pathname ?? '') ?? [];
  if (url?.origin !== origin || id === undefined) throw new DomainError('oembed_url_unknown');
  return id;
}

export function requireJson({ format = 'json' }: OembedQuery): void {
  if (format !== 'json') throw new DomainError('oembed_format_unsupported');
}

export function presentOembed(
  { id }: MarketView,
  { question }: Headline,
  { origin, version, query }: { origin: string; version: string; query: OembedQuery },
): object {
  const width = Math.min(WIDTH, readLimit(query.maxwidth));
  const height = Math.min(HEIGHT, readLimit(query.maxheight));
  const source = escapeMarkup(`${origin}/embed/m/${id}`);
  const title = escapeMarkup(question);
  // The specification wants no image that is larger than what was asked for.
  const hasRoom =
    readLimit(query.maxwidth) >= CARD_WIDTH && readLimit(query.maxheight) >= CARD_HEIGHT;
  return {
    version: '1.0',
    type: 'rich',
    title: question,
    provider_name: 'Tote',
    provider_url: `${origin}/`,
    cache_age: CACHE_SECONDS,
    html:
      `<iframe src="${source}" title="${title}" width="${width}" height="${height}" ` +
      `sandbox="${SANDBOX}" loading="lazy" style="border:0;max-width:100%"></iframe>`,
    width,
    height,
    ...(hasRoom && {
      thumbnail_url: `${origin}/m/${id}/card.png?v=${encodeURIComponent(version)}`,
      thumbnail_width: CARD_WIDTH,
      thumbnail_height: CARD_HEIGHT,
    }),
  };
}

function readLimit(text: unknown): number {
  const isNumber = typeof text === 'string' && /^[1-9]\d{0,5}$/.test(text);
  return isNumber ? Number(text) : Number.POSITIVE_INFINITY;
}
