import { expect, test } from 'vitest';
import { World } from '../../service/test/support/world.ts';
import { ensurePage } from '../../tools/build/ensure-compiled.mjs';
import { findPort } from '../../tools/test-setup/find-port.ts';
import { describePage, openTab } from './support/open-page.ts';

const PORTS = { TOTE_PORT: String(await findPort()), TOTE_RPC_PORT: String(await findPort()) };

describePage(
  'without the service',
  (site) => {
    test('the page says so and has the way out, until the service is back', async () => {
      const { world, browser, url } = site();
      const page = await openTab(browser);
      // Loaded while there is somebody to load it from.
      const wayOut = page.waitForResponse(/assets\/exit-[^/]*\.js$/);
      await page.goto(url);
      await page.getByText('● Live').waitFor();
      await wayOut;
      expect(await page.getByText('is not responding').count()).toBe(0);

      await world.service.close();
      await page.getByText('The service is not responding. Your money is on the chain.').waitFor();
      await page.getByRole('link', { name: 'Continue without the service' }).click();
      await page.getByText('The service is not responding. This is the chain.').waitFor();
      await page.getByRole('heading', { name: 'Withdraw without Tote' }).waitFor();
      expect(await page.getByLabel('RPC address').inputValue()).toBe(world.demo.rpcUrl);

      const again = await World.start(PORTS, world.dir, { pageDir: ensurePage() });
      await page.getByText('The service is not responding').waitFor({ state: 'detached' });
      await again.service.close();
      await page.context().close();
    }, 60_000);
  },
  PORTS,
);
