// The page of the API: every endpoint can be read and tried.
import { expect, test } from 'vitest';
import { describePage, expectAccessible, expectFits } from './support/open-page.ts';

describePage('the API', (site) => {
  test('an endpoint is tried with a path, a body and a key', async () => {
    const { world, visit } = site();
    const id = await world.createMarket();
    const { page } = await visit('docs', { bypassCSP: true, mayFail: true });
    await page.getByLabel('API key').fill(world.wallet('bob').apiKey);
    const endpoint = page
      .locator('details')
      .filter({ hasText: /POST \/v1\/markets\/\{marketId\}\/bets Place/ });
    await endpoint.locator('summary').first().click();
    await endpoint.getByLabel('marketId').fill(id);
    await endpoint.getByLabel('Body', { exact: true }).fill('{"outcome": "No", "amount": 0.25}');
    await endpoint.getByRole('button', { name: 'Send' }).click();
    await endpoint.getByRole('status').getByText(/^201/).waitFor();
    const { outcomes } = (await world.get(`/markets/${id}`)).body;
    expect(outcomes[1]).toMatchObject({ name: 'No', totalStake: 0.25 });
    await endpoint.getByLabel('marketId').fill('market_none');
    await endpoint.getByRole('button', { name: 'Send' }).click();
    await endpoint.getByText(/404 market_not_found/).waitFor();
    for (const folded of await endpoint.locator('details').all()) {
      await folded.locator('summary').first().click();
    }
    await expectAccessible(page);
    await expectFits(page);
  });

  test('has every endpoint of the document, and streams are not tried', async () => {
    const { world, visit } = site();
    const { paths } = (await world.get('/openapi.json')).body as { paths: object };
    const count = Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
    const { page } = await visit('docs');
    await page.getByText('GET /v1/events').first().waitFor();
    expect(await page.locator('.docs > section > details').count()).toBe(count);
    const stream = page.locator('details').filter({ hasText: /GET \/v1\/events [A-Z]/ });
    await stream.locator('summary').first().click();
    await stream.getByText('lastEventId').first().waitFor();
    expect(await stream.getByRole('button').count()).toBe(0);
  });
});
