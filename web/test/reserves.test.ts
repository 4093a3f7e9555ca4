import { expect, test } from 'vitest';
import { describePage } from './support/open-page.ts';

describePage('reserves', (site) => {
  test('the browser reads the same from the chain as the service says', async () => {
    const { world, visit } = site();
    const id = await world.createMarket();
    await world.bet(id, 'alice', 'Yes', '1.25');
    const { page } = await visit('reserves');
    const vault = page.getByRole('region', { name: 'Vault of SOL' });
    await vault.getByText('The service says the same').waitFor();
    await vault.getByText('Fully backed').waitFor();
    const said = (await world.get('/reserves')).body.SOL;
    const board = vault.locator('.board', { hasText: 'Read by your browser' });
    const inEnglish = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 9 });
    expect(await board.textContent()).toContain(`Owes${inEnglish.format(said.owed)}`);
    const { program } = (await world.get('/config')).body;
    expect(await page.locator('main').textContent()).toContain(program);
    await page.getByText('Could replace the program').waitFor();
  });

  test('a service that says something else is caught, in words', async () => {
    const { page } = await site().visit('about', { mayFail: true });
    await page.route('**/v1/reserves', async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: text.replace(/"owed":[\d.]+/, '"owed":0.5') });
    });
    await page.locator('main').getByRole('link', { name: 'Reserves' }).click();
    const alert = page.getByRole('region', { name: 'Vault of SOL' }).getByRole('alert');
    await alert.waitFor();
    expect(await alert.textContent()).toMatch(/the vault owes [\d.,]+ SOL less than the chain has/);
    expect(await page.getByText('The service says the same').count()).toBe(1);
  });

  test('asks the node that the visitor names, and says when it cannot', async () => {
    const { page } = await site().visit('reserves', { mayFail: true });
    await page.getByText('The service says the same').first().waitFor();
    const node = page.getByLabel('Node that your browser asks');
    const ours = await node.inputValue();
    await node.fill('not an address');
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByText('Not a node address').waitFor();
    await node.fill('http://127.0.0.1:9');
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByText('The node at http://127.0.0.1:9 could not be read').waitFor();
    await page.reload();
    expect(await node.inputValue()).toBe('http://127.0.0.1:9');
    await node.fill(ours);
    await page.getByRole('button', { name: 'Read again' }).click();
    await page.getByText('The service says the same').first().waitFor();
  });
});
