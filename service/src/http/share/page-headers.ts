// What browsers may do with the page. Nothing is loaded from elsewhere, nothing is inline, and
// text can never become a script.
import type { FastifyInstance } from 'fastify';

const POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  // Visitors may name a node of their own, also one on their machine.
  'connect-src': "'self' https: wss: http://localhost:* http://127.0.0.1:*",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
};

const render = (policy: Readonly<Record<string, string>>) =>
  Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ');

export const PAGE_HEADERS = {
  'content-security-policy': render(POLICY),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  // Wallets may open windows of their own.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cache-control': 'no-cache',
} as const;

/** For the widget. A frame without an origin is not `'self'` in every browser: name ours. */
export const embedHeaders = (origin: string) => ({
  'content-security-policy': render({
    ...POLICY,
    'script-src': `'self' ${origin}`,
    'style-src': `'self' ${origin}`,
    'font-src': `'self' ${origin}`,
    'img-src': `'self' ${origin} data:`,
    'connect-src': `'self' ${origin}`,
    'frame-ancestors': '*',
  }),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-cache',
});

/** Their names contain the hash of their content. */
export const ASSET_HEADERS = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'cache-control': 'public, max-age=31536000, immutable',
} as const;

/** An SVG that is opened by itself must not run scripts. */
export const LOGO_HEADERS = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
} as const;

export const DOWNLOAD_HEADERS = {
  'content-disposition': 'attachment',
  'cache-control': 'no-cache',
} as const;

export function markAsPage(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    request.isPage = true;
    done();
  });
}
