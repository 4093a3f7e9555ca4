// The system's Chromium, for tests in a real browser. Nothing is downloaded.
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const { TOTE_CHROMIUM } = process.env;
const PLACES = [
  ...(TOTE_CHROMIUM ? [TOTE_CHROMIUM] : []),
  ...['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
];
const found = PLACES.find((path) => existsSync(path));
let hasWarned = false;

/** Without one, tests in a browser are skipped and say so. */
export function hasChromium(): boolean {
  if (!found && !hasWarned) {
    console.warn(
      '\n*** Tests in a browser are skipped: there is no Chromium. ***\n' +
        '*** Install the package chromium, or set TOTE_CHROMIUM.   ***\n',
    );
    hasWarned = true;
  }
  return found !== undefined;
}

export function openChromium(): Promise<Browser> {
  // As root, which containers often are, Chromium starts only without its sandbox.
  const args = ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath: found, args });
}
