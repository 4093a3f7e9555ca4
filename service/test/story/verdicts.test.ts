// Attested questions: events, whose silence is No, and verdicts, whose silence is a refund.
import { describe, expect, test } from 'vitest';
import { replay } from '../keeper/facts/replay.ts';
import { useWorld } from '../support/use-world.ts';
import type { Answer } from '../support/world.ts';

const STATE = 'Will the sky be blue?';
const HOUR = 3_600;

const world = useWorld();

async function createMarket(fields: object = {}): Promise<string> {
  const id = await world.createMarket({ question: STATE, ...fields });
  await world.bet(id, 'alice', 'Yes', 1);
  await world.bet(id, 'bob', 'No', 1);
  return id;
}

const detail = (id: string) => world.detail(id);
const attest = (id: string, outcome: string) => world.attest(id, outcome);
const codeOf = ({ status, code }: Answer) => [status, code];

describe('a verdict', () => {
  test('says until when it can be given, and is refunded an hour later', async () => {
    const id = await createMarket();
    const { attestation, expireAt, refundAt, details } = await detail(id);
    const end = Date.parse(expireAt) + 24 * HOUR * 1_000;
    expect(attestation).toEqual({ silence: 'refund', endsAt: toIso(end) });
    expect(refundAt).toBe(toIso(end + HOUR * 1_000));
    expect(details).toContain('If it says nothing, all stakes are refunded.');
  });

  test.each(['Yes', 'No'])(
    '%s is given after the expiry, and resolves at once',
    async (outcome) => {
      const id = await createMarket();
      expect(codeOf(await attest(id, outcome))).toEqual([409, 'attestation_too_early']);
      expect(await detail(id)).toMatchObject({ status: 'open', bettingOpen: true });
      await world.advance(HOUR + 1);
      expect(await detail(id)).toMatchObject({ status: 'open', bettingOpen: false });
      const answer = await attest(id, outcome);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body).toMatchObject({ status: 'resolved', winningOutcome: outcome });
      // The same again is no error, another one is.
      expect((await attest(id, outcome)).status).toBe(200);
      const other = outcome === 'Yes' ? 'No' : 'Yes';
      expect(codeOf(await attest(id, other))).toEqual([409, 'attestation_given']);
      expect((await detail(id)).winningOutcome).toBe(outcome);
      expect(await replay(world, id)).toContain(outcome);
    },
  );

  test('cannot be made an event', async () => {
    const answer = await world.create({ question: STATE, attestation: { silence: 'no' } });
    expect(codeOf(answer)).toEqual([400, 'attestation_contradicts_question']);
    const preview = await world.create({ question: STATE }, '/markets/preview');
    expect(preview.body.attestation).toMatchObject({ silence: 'refund' });
  });
});

test('an event can be made a verdict', async () => {
  const question = 'Will it rain in Porto?';
  const id = await createMarket({ question, attestation: { silence: 'refund' } });
  expect((await detail(id)).attestation.silence).toBe('refund');
  await world.advance(HOUR + 1);
  expect((await attest(id, 'No')).body).toMatchObject({ winningOutcome: 'No' });
});

const toIso = (ms: number) => new Date(ms).toISOString().replace('.000', '');
