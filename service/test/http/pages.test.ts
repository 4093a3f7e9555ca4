// How the page is served: its paths, its headers, and what the API answers as before.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { useFolder } from '../support/new-folder.ts';
import { useWorld } from '../support/use-world.ts';
import { MANIFEST } from './support/page-dir.ts';

const HTML = `<!doctype html><head>
<title>Tote</title><meta name="tote-root" content="./" />
<script src="./assets/app-1.js"></script></head>`;
const EXIT = '<!doctype html><title>Withdraw without Tote</title>';
const SCRIPT = 'console.log("the page");';

const dir = useFolder();
mkdirSync(join(dir, 'assets'));
writeFileSync(join(dir, 'index.html'), HTML);
writeFileSync(join(dir, 'assets', 'app-1.js'), SCRIPT);
writeFileSync(join(dir, 'assets', 'app-1.js.br'), brotliCompressSync(SCRIPT));
writeFileSync(join(dir, 'tote-exit.html'), EXIT);
writeFileSync(join(dir, 'manifest.json'), MANIFEST);
writeFileSync(join(dir, 'assets', 'secret.txt'), 'no type of a page');

const world = useWorld({}, undefined, { pageDir: dir });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.origin + path, { headers });

describe('the page', () => {
  test.each([
    ['/', './'],
    ['/new', './'],
    ['/w/wallet', '../'],
    ['/me?tab=keys', './'],
  ])('%s is the page, with addresses relative to it', async (path, root) => {
    const response = await get(path, { accept: 'text/html,*/*;q=0.8' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const text = await response.text();
    expect(text).toContain(`name="tote-root" content="${root}"`);
    expect(text).toContain(`src="${root}assets/app-1.js"`);
    const preload = `<link rel="modulepreload" crossorigin href="${root}assets/screen-1.js" />`;
    expect(text.split(preload)).toHaveLength(2);
  });

  test('has a strict policy, and none of the headers of the API', async () => {
    const { headers } = await get('/');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test.each([
    ['/nothing', './'],
    ['/m', './'],
    ['/m/a/b?c=/d/e', '../../'],
    ['/%22%3E%3Cscript%3E/x', '../'],
  ])('%s is no page: a browser is shown that, and 404', async (path, root) => {
    const response = await get(path, { accept: 'text/html,*/*;q=0.8' });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    const text = await response.text();
    expect(text).toContain(`name="tote-root" content="${root}"`);
    expect(text).toContain('<title>Not found · Tote</title>');
    expect(text).not.toContain('<script>');
  });

  test('to programs, and for paths of the API and assets, the API answers', async () => {
    for (const [path, accept] of [
      ['/', 'application/json'],
      ['/nothing', 'application/json'],
      ['/nothing', '*/*'],
      ['/assets', 'text/html'],
      ['/v1/nothing', 'text/html'],
      ['/v1', 'text/html'],
    ] as const) {
      const response = await get(path, { accept });
      expect(response.status, path).toBe(404);
      expect(response.headers.get('x-error-code')).toBe('route_not_found');
    }
    expect((await fetch(`${world.origin}/new`, { method: 'POST' })).status).toBe(405);
  });
});

describe('assets', () => {
  test('never change, and are compressed for clients that accept it', async () => {
    const response = await get('/assets/app-1.js', { 'accept-encoding': 'gzip, br' });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(await response.text()).toBe(SCRIPT);
    for (const accepted of ['identity', 'br;q=0', 'gzip;q=0, br;q=0.0', 'broken']) {
      const plain = await get('/assets/app-1.js', { 'accept-encoding': accepted });
      expect(plain.headers.get('content-encoding'), accepted).toBeNull();
      expect(await plain.text()).toBe(SCRIPT);
    }
  });

  test.each([
    '/assets/none.js',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2findex.html',
    '/assets/%00',
    '/assets/secret.txt',
    '/assets/app-1.js.br',
  ])('%s is not there', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('json');
  });
});

test('the file that works without the service is downloaded, and always the newest', async () => {
  const response = await get('/tote-exit.html');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toBe('attachment');
  expect(response.headers.get('cache-control')).toBe('no-cache');
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await response.text()).toBe(EXIT);
});
