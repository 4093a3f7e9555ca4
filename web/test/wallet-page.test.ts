import { expect, test } from 'vitest';
import { describePage } from './support/open-page.ts';

const UNKNOWN = '11111111111111111111111111111112';

describePage('wallet', (site) => {
  test('shows positions as they come, and how they ended', async () => {
    const { world, visit } = site();
    const { address } = world.wallet('bob');
    const { page } = await visit(`w/${address}`);
    await page.getByText('No bets by this wallet').waitFor();
    await page.getByText('Live').waitFor();
    const id = await world.createMarket({ question: 'Will it hail in Bergen?' });
    await world.bet(id, 'alice', 'Yes', 1);
    await world.bet(id, 'bob', 'No', '2.000000001');
    const open = page.getByRole('region', { name: 'Results in SOL' });
    await open.waitFor();
    const position = page.getByRole('listitem').filter({ hasText: 'Bergen' });
    expect(await position.textContent()).toContain('No 2.000000001 SOL');
    expect(await position.textContent()).toContain('If Yes0 SOL');
    expect(await position.textContent()).toContain('If No2.900000001 SOL');
    await world.advance(3_601);
    await position.getByText('Won').waitFor();
    expect(await position.textContent()).toContain('2.900000001 SOL credited');
    await open.getByText('+0.9', { exact: true }).waitFor();
    expect(await open.textContent()).toMatch(/won1lost0refunded0/);
  });

  test('says that an address is unknown, or none', async () => {
    const { page } = await site().visit(`w/${UNKNOWN}`);
    await page.getByText('No bets by this wallet').waitFor();
    await page.goto(`${site().url}w/nonsense`);
    await page.getByRole('heading', { name: 'Not an address' }).waitFor();
  });
});
