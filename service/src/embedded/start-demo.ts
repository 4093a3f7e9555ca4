// Prepares the demo wallets of the embedded chain and returns the text that `npm start` prints.
import { join } from 'node:path';
import { SCOPES, type Scope } from '@tote/domain';
import type { Authenticator, Caller } from '../auth/caller.ts';
import type { Settings } from '../settings/read-settings.ts';
import type { DemoData } from '../settings/service-config.ts';
import { prepareDemo } from './demo.ts';
import type { Platform } from './platform.ts';
import { renderStartHint } from './start-hint.ts';

interface StartDemoOptions {
  readonly config: Pick<Settings, 'dataDir'>;
  readonly platform: Platform;
  readonly commands: {
    createApiKey(
      caller: Caller,
      input: { name: string; scopes: readonly Scope[]; expiresAt: null },
    ): Promise<{ key: string }>;
  };
  readonly authenticator: Authenticator;
  readonly baseUrl: string;
  readonly data?: DemoData;
  readonly pageUrl?: string;
  /** Applies everything that is on chain. */
  catchUp(): Promise<void>;
}

export async function startDemo(options: StartDemoOptions): Promise<string> {
  const { platform, commands, authenticator, baseUrl } = options;
  const { chain, embeddedKeys: keys, keysFolder, localnet } = platform;
  if (!keys) throw new RangeError('demo wallets exist only on the embedded chain');
  const demoFile = join(options.config.dataDir, 'demo.json');
  const demo = await prepareDemo({
    ...{ chain, keys, baseUrl, file: demoFile, folder: keysFolder },
    rpcUrl: localnet?.url ?? '',
    async issueApiKey(wallet, name, scopes) {
      const caller = { wallet, scopes: new Set(SCOPES) };
      return (await commands.createApiKey(caller, { name, scopes, expiresAt: null })).key;
    },
    async isApiKeyValid(key) {
      const headers = { authorization: `Bearer ${key}` };
      const request = { method: 'GET', url: '/', headers, rawBody: new Uint8Array() };
      return authenticator.authenticate(request).then(
        (caller) => caller !== null,
        () => false,
      );
    },
  });
  // Whoever reads the hint may ask for a statement at once.
  await options.catchUp();
  const { data, pageUrl } = options;
  return renderStartHint({ demo, now: chain.clock.now(), demoFile, data, pageUrl });
}
