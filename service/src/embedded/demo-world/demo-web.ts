// Made-up web sources: three rain gauges. They are pages of this process that no network is used
// for; their names belong to nobody.
import type { WebAnswer } from '@tote/conditions/web/web-round';
import type { UnixSeconds } from '@tote/domain';
import type { LocalPages } from '../../keeper/observe/web/web-reader.ts';

const GAUGES = ['north', 'south', 'west'] as const;
const MILLIMETRES = { least: 40, most: 48 } as const;
const SECONDS = 60;

const addressOf = (gauge: string) => `https://${gauge}.rain.example/lisbon.json`;

export const DEMO_PAGES = GAUGES.map(addressOf);
export const DEMO_POINTER = '/rain/mm';

/** It rains 4.0 to 4.8 mm, but the gauge in the west is blocked and shows none. */
export function createDemoWeb(now: () => UnixSeconds): LocalPages {
  return {
    addresses: DEMO_PAGES,
    read(url) {
      const gauge = GAUGES.find((each) => addressOf(each) === url);
      return gauge && toAnswer(gauge, now());
    },
  };
}

function toAnswer(gauge: (typeof GAUGES)[number], now: UnixSeconds): WebAnswer {
  const { least, most } = MILLIMETRES;
  const tenths = gauge === 'west' ? 0 : least + (Math.floor(now / SECONDS) % (most - least + 1));
  const text = JSON.stringify({ station: gauge, rain: { mm: tenths / 10 } });
  const headers = { 'content-type': 'application/json' };
  return { status: 200, headers, body: Uint8Array.from(Buffer.from(text)), certificate: null };
}
