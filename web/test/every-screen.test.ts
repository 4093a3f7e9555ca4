// What holds for every screen: a new one gets a line in SCREENS.
import { printable } from '@tote/domain';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../../service/test/support/world.ts';
import { until } from '../../tools/test-setup/until.ts';
import {
  describePage,
  expectAccessible,
  expectFits,
  openPlayWallet,
  type Site,
} from './support/open-page.ts';

interface Screen {
  readonly path: string | ((world: World) => string);
  /** Text that is there when the screen has what it shows. */
  readonly ready: string;
  /** Whether it shows what others have written. */
  readonly hasQuestions?: boolean;
}

/** Two markets of each service. */
const marketIds = new WeakMap<World, { readonly open: string; readonly ended: string }>();

const SCREENS: Readonly<Record<string, Screen>> = {
  markets: { path: '', ready: 'Ends in', hasQuestions: true },
  'markets, filtered': { path: '?q=nowhere&sort=volume', ready: 'No markets match' },
  market: {
    path: (world) => `m/${marketIds.get(world)?.open}`,
    ready: 'Amount in SOL',
    hasQuestions: true,
  },
  create: { path: 'new', ready: 'Question' },
  portfolio: { path: 'me', ready: 'Portfolio' },
  leaderboard: { path: 'top', ready: '+0.9' },
  wallet: {
    path: (world) => `w/${world.wallet('bob').address}`,
    ready: 'Open positions',
    hasQuestions: true,
  },
  'unknown wallet': { path: 'w/nonsense', ready: 'Not an address' },
  reserves: { path: 'reserves', ready: 'The service says the same' },
  hidden: { path: 'hidden', ready: 'No market has been hidden' },
  series: { path: 'series', ready: 'No series yet' },
  about: { path: 'about', ready: 'You get' },
  docs: { path: 'docs', ready: '/v1/markets/{marketId}/bets' },
  exit: { path: 'exit', ready: 'RPC address of a Solana node' },
};

const click = (page: Page, name: string) => page.getByRole('button', { name }).first().click();

/** What opens in a screen: dialogs, menus and parts that need a wallet or an answer. */
const OPENED: Readonly<Record<string, Pick<Screen, 'path'> & { open(page: Page): Promise<void> }>> =
  {
    'the choice of a wallet': {
      path: '',
      open: (page) => click(page, 'Connect a wallet'),
    },
    'the menu of a wallet': {
      path: 'about',
      async open(page) {
        await openPlayWallet(page);
        await click(page, 'Your wallet');
      },
    },
    'a demo that fails': {
      path: 'about',
      async open(page) {
        await page.route('**/v1/**', (route) =>
          route.request().method() === 'POST' ? route.abort() : route.continue(),
        );
        await click(page, 'Get a play wallet');
        await page.getByRole('alert').waitFor();
      },
    },
    'a portfolio with its keys': {
      path: 'me',
      async open(page) {
        await openPlayWallet(page);
        await page.getByText('Allow one-click betting').or(page.getByText('Change it')).click();
        await click(page, 'Show my API keys');
        await page.getByText('Create a key').click();
      },
    },
    'a ticket with its quote': {
      path: (world) => `m/${marketIds.get(world)?.open}?side=No`,
      async open(page) {
        await openPlayWallet(page);
        await page.getByText('Break-even probability').waitFor();
      },
    },
    'a question that is understood': {
      path: 'new',
      async open(page) {
        await page.getByLabel('The question').fill('Will SOL be above $1 at expiry?');
        await page.getByText('Currently true').waitFor();
      },
    },
    'a decided market that is verified': {
      path: (world) => `m/${marketIds.get(world)?.ended}`,
      async open(page) {
        await click(page, 'Verify in this browser');
        await page.getByText('✓ Verified').waitFor();
      },
    },
  };

/** The API refuses some of these; a market that was made on chain may have all of them. */
const HOSTILE = {
  script: '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">',
  'right to left': '\u202Egnp.exe\u202C مرحبا بالعالم ؟',
  'long word': 'A'.repeat(300),
  emoji: '🏇👩‍👩‍👧‍👦🇵🇹'.repeat(30),
};
const MARK = 'Hostile';

async function fill(world: World): Promise<void> {
  const ended = await world.createMarket({ question: 'Will it hail in Bergen?' });
  await world.bet(ended, 'alice', 'Yes', 1);
  await world.bet(ended, 'bob', 'No', 4);
  await world.advance(3_601);
  const open = await world.createMarket({ question: `Will ${MARK} rain in Lisbon?` });
  marketIds.set(world, { open, ended });
  await world.bet(open, 'alice', 'Yes', '1.25');
  await world.bet(open, 'bob', 'No', '0.5');
  const countResults = async () => (await world.get('/leaderboard')).body.length;
  await until(async () => expect(await countResults()).toBe(2));
}

async function open(site: Site, screen: Screen, options: object = {}) {
  const path = addressOf(site, screen).slice(site.url.length);
  const visitor = await site.visit(path, { mayFail: true, ...options });
  await visitor.page.getByText(screen.ready).first().waitFor();
  return visitor;
}

const addressOf = ({ url, world }: Site, { path }: Screen) =>
  url + (typeof path === 'string' ? path : path(world));

describePage('every screen', (site) => {
  beforeAll(() => fill(site().world));

  describe.each(Object.entries(SCREENS))('%s', (_, screen) => {
    test('has no fault of accessibility in either theme', async () => {
      const { page } = await open(site(), screen, { bypassCSP: true });
      await expectAccessible(page);
    });

    test('fits every width, by keyboard alone, without motion if it is unwanted', async () => {
      const { page, problems } = await open(site(), screen);
      const fold = (isOpen: boolean) =>
        page.evaluate((open) => {
          for (const each of document.querySelectorAll('details')) each.open = open;
        }, isOpen);
      await fold(true);
      await expectFits(page, [320, 390, 768, 1280]);
      await fold(false);
      const { reached, hidden } = await tabThrough(page);
      expect(reached).toEqual(await listControls(page));
      expect(hidden).toEqual([]);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await listMoving(page)).toEqual([]);
      expect(problems).toEqual([]);
    });
  });

  test.each(Object.entries(OPENED))('%s is accessible, and fits', async (_, opened) => {
    const { page } = await open(site(), { ...opened, ready: '' }, { bypassCSP: true });
    await opened.open(page);
    await expectAccessible(page);
    await expectFits(page);
  });

  test.each(Object.entries(SCREENS).filter(([, { hasQuestions }]) => hasQuestions))(
    '%s shows hostile text as text, within its width',
    async (_, screen) => {
      const { page } = await site().visit('about', { mayFail: true });
      await page.setViewportSize({ width: 320, height: 800 });
      for (const [name, text] of Object.entries(HOSTILE)) {
        await page.unrouteAll({ behavior: 'wait' });
        await page.route('**/v1/**', async (route) => {
          if (route.request().url().includes('/events')) return route.continue();
          const response = await route.fetch();
          const inside = JSON.stringify(text).slice(1, -1);
          const body = (await response.text()).replaceAll(MARK, inside);
          return route.fulfill({ response, body });
        });
        await page.goto(addressOf(site(), screen));
        // On this width the ticket is in a closed sheet.
        await page.getByText(screen.ready).first().waitFor({ state: 'attached' });
        const shown = await page.locator('main').textContent();
        // Without the characters that change how other text looks.
        expect(shown, name).toContain(printable(text, ''));
        expect(printable(shown ?? '', '')).toBe(shown);
        expect(await page.evaluate(() => 'hacked' in globalThis)).toBe(false);
        expect(await page.locator('main').locator('script, img').count()).toBe(0);
        await expectFits(page, [320]);
      }
    },
  );

  test('numbers are written as the reader’s language has them', async () => {
    const german = { locale: 'de-DE' };
    const about = await open(site(), SCREENS.about as Screen, german);
    expect(await about.page.locator('main').textContent()).toContain('29,2857 SOL');
    const list = await open(site(), SCREENS.markets as Screen, german);
    expect(await list.page.getByRole('article').filter({ hasText: MARK }).textContent()).toContain(
      '1,75 SOL',
    );
  });

  test('a figure lights up when it changes, but not if motion is unwanted', async () => {
    const { world } = site();
    const { body } = await world.get('/markets?status=open');
    for (const [reducedMotion, isLit] of [
      ['no-preference', true],
      ['reduce', false],
    ] as const) {
      const { page } = await open(site(), SCREENS.markets as Screen, { reducedMotion });
      await page.evaluate(() => {
        const { animate } = Element.prototype;
        Element.prototype.animate = function (...given) {
          document.body.dataset.lit = 'true';
          return animate.apply(this, given);
        };
      });
      await page.getByText('Live').waitFor();
      const pool = page
        .getByRole('article')
        .filter({ hasText: MARK })
        .locator('dd .figure')
        .first();
      const before = await pool.textContent();
      await world.bet(body[0].id, 'bob', 'Yes', 1);
      await expect.poll(() => pool.textContent()).not.toBe(before);
      expect(await page.locator('body').getAttribute('data-lit')).toBe(isLit ? 'true' : null);
    }
  });
});

const listMoving = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { animationName, transitionDuration } = getComputedStyle(element);
        return animationName !== 'none' || !/^0s(, 0s)*$/.test(transitionDuration);
      })
      .map(({ className }) => String(className)),
  );

/** What a keyboard must reach, by its words; of a group of radio buttons one. */
function listControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input, select, textarea, summary',
    );
    return [...all]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
        const group = [...document.getElementsByName(element.name)] as HTMLInputElement[];
        return element === (group.find(({ checked }) => checked) ?? group[0]);
      })
      .map(({ tagName, textContent }) => `${tagName} ${textContent}`.trim());
  });
}

/** Tab by Tab until the first one is there again. */
async function tabThrough(page: Page): Promise<{ reached: string[]; hidden: string[] }> {
  const reached: string[] = [];
  const hidden: string[] = [];
  for (let count = 0; count < 200; count += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const { activeElement: element } = document;
      if (!element || element === document.body) return undefined;
      // The parts of a date are one control.
      const seen = globalThis as { lastFocused?: Element };
      const isSame = seen.lastFocused === element;
      seen.lastFocused = element;
      // A link that is as large as its card has the outline around that.
      const isShown = [undefined, '::after'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== 'none' && outlineWidth !== '0px';
      });
      return { name: `${element.tagName} ${element.textContent}`.trim(), isShown, isSame };
    });
    if (!found) break;
    if (!found.isSame) reached.push(found.name);
    if (!found.isShown && !found.isSame) hidden.push(found.name);
  }
  return { reached, hidden };
}
