import { expect, test } from 'vitest';
import { describePage, type Site } from './support/open-page.ts';

async function endMarket({ world }: Site): Promise<string> {
  const id = await world.createMarket({ question: 'Will SOL be above $100 at expiry?' });
  await world.bet(id, 'alice', 'Yes', '3');
  await world.bet(id, 'bob', 'No', '1.000000001');
  await world.advance(3_601);
  const isSettled = async () => (await world.get(`/markets/${id}`)).body.settled;
  await expect.poll(isSettled).toBe(true);
  return id;
}

describePage('verify in the browser', (site) => {
  let ended: Promise<string> | undefined;
  const market = () => {
    ended ??= endMarket(site());
    return ended;
  };

  test('everything that the chain says is computed again, and is the same', async () => {
    const { world, visit } = site();
    const { page } = await visit(`m/${await market()}`);
    const loaded: string[] = [];
    page.on('response', (response) => loaded.push(response.url()));
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    const verdict = page.getByText(/Checked by your browser against/);
    await verdict.waitFor();
    const text = await verdict.textContent();
    expect(text).toContain('✓ Verified: ');
    expect(text).toContain(new URL(world.demo.rpcUrl).origin);
    const count = await page.locator('.check').count();
    expect(count).toBeGreaterThan(30);
    expect(await page.locator('.check-ok').count()).toBe(count);
    expect(text).toContain(`${count} recomputed`);
    // The verifier comes only now.
    expect(loaded.some((url) => /\/assets\/.*\.js$/.test(url))).toBe(true);
  });

  test('a receipt that was changed on the way is red', async () => {
    const { page } = await site().visit(`m/${await market()}`, { mayFail: true });
    await page.route('**/v1/markets/*/resolution*', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/"developer":0\.05\d*/, '"developer":0.04');
      await route.fulfill({ response: answer, body });
    });
    await page.getByRole('button', { name: 'Verify in this browser' }).click();
    await page.getByText('× Not verified').waitFor();
    const red = page.locator('.check-different');
    expect(await red.count()).toBe(1);
    expect(await red.textContent()).toContain('developer share');
    expect(await red.textContent()).toContain('receipt 0.04 SOL');
  });

  test('a node that cannot be used says why, and another one can be named', async () => {
    const { world, visit } = site();
    const { page } = await visit(`m/${await market()}`, { mayFail: true });
    const address = page.getByLabel('Solana node');
    const verify = page.getByRole('button', { name: 'Verify in this browser' });
    expect(await address.inputValue()).toBe(world.demo.rpcUrl);
    await address.fill('http://node.example');
    await verify.click();
    await page.getByText('The address must begin with https://').waitFor();
    await address.fill('http://127.0.0.1:1');
    await verify.click();
    await page.getByText('No node responds at http://127.0.0.1:1.').waitFor();
    await address.fill(world.demo.rpcUrl.replace('127.0.0.1', 'localhost'));
    await verify.click();
    await page.getByText(/Verified: .* against http:\/\/localhost/).waitFor();
  });
});
