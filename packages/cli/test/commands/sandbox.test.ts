import { expect, onTestFinished, test } from 'vitest';
import { useWorld } from '../../../../service/test/support/use-world.ts';
import { World } from '../../../../service/test/support/world.ts';
import { hasRounds } from '../../../../tools/test-setup/stage.ts';
import { SCENARIOS } from '../../src/demo/demo-command.ts';
import { refused, useHome } from '../support/home.ts';

const home = useHome();
const world = useWorld();
const TYPES = SCENARIOS.map(({ type }) => type);
/** All of them in one service, whose tokens are gone and others born meanwhile. */
const PLAYED = hasRounds ? TYPES : ['attested', 'migrated', 'token-ratio'];

const here = (...args: string[]) => home.here(['sandbox', ...args], { TOTE_DATA_DIR: world.dir });

test('lists the types, and refuses others', async () => {
  const { out } = await home.tote(['sandbox']);
  expect(out.trim().split('\n')).toEqual(TYPES);
  expect((await here('--json')).json).toEqual(TYPES);
  await refused(here('weather'), 2, 'no type weather');
  await refused(here('attested', '--url', 'http://127.0.0.1:1'), 2, 'the oracle');
  expect((await here('supply', '--url', 'http://127.0.0.1:1')).code).toBe(3);
  expect((await world.get('/markets')).body).toEqual([]);
});

test('needs a sandbox', async () => {
  const other = await World.start({ TOTE_SANDBOX: '0' });
  onTestFinished(() => other.close());
  await refused(here('supply', '--url', other.service.baseUrl), 1, 'TOTE_SANDBOX=1');
  expect((await other.get('/markets')).body).toEqual([]);
});

test.each(PLAYED)('plays %s to its payout', async (type) => {
  // SPROUT has migrated by then.
  await world.advance(3_600);
  const played = await here(type, '--json');
  const outcome = SCENARIOS.find((scenario) => scenario.type === type)?.outcome;
  expect(played, played.err).toMatchObject({ code: 0, json: { problems: [], played: [{ type }] } });
  const [{ id }] = played.json.played;
  const { body } = await world.get(`/markets/${id}`);
  expect(body).toMatchObject({ status: 'resolved', winningOutcome: outcome, settled: true });
  expect(body.question).not.toContain('SPROUT');
  expect(played.err).toContain(`[${type}] ${outcome}`);
});
