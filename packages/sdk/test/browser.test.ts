// The SDK in an environment that has nothing of Node, against the real service.
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { World } from '../../../service/test/support/world.ts';
import type * as sdk from '../src/index.ts';

const ENTRY = fileURLToPath(new URL('../src/index.ts', import.meta.url));

/** What browsers have, too. */
const WEB = {
  ...{ fetch, crypto, URL, URLSearchParams, AbortController, AbortSignal, performance },
  ...{ TextEncoder, TextDecoder, atob, btoa, setTimeout, clearTimeout },
};

async function load(): Promise<typeof sdk> {
  const { outputFiles, warnings } = await build({
    ...{ entryPoints: [ENTRY], bundle: true, write: false, minify: true, target: 'es2022' },
    ...{ platform: 'browser', format: 'iife', globalName: 'library' },
  });
  expect(warnings).toEqual([]);
  const context = createContext({ ...WEB });
  new Script(outputFiles[0]?.text ?? '').runInContext(context);
  return context.library;
}

test('reads, signs, bets and listens', async () => {
  const { createTote, decimal, signerFromKeyPair } = await load();
  const world = await World.start();
  try {
    const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
    const signer = await signerFromKeyPair(pair as never);
    const tote = createTote({ url: world.service.baseUrl, credential: { signer } });
    await tote.openAccount();
    await tote.useFaucet({ currency: 'SOL', amount: decimal('2') });
    const marketId = await world.createMarket();
    const bet = { marketId, outcome: 'Yes', amount: decimal('0.5') } as const;
    await tote.placeBet({ ...bet, signedBy: 'wallet', wait: 'confirmed' });
    for await (const { type } of tote.feed({ marketId, lastEventId: '0' })) {
      if (type === 'bet.confirmed') break;
    }
    expect((await tote.quote(bet)).payout).toBe('0.5');
  } finally {
    await world.close();
  }
});
