// Concurrent requests with one key or for one balance. On SQLite; replicas/ has PostgreSQL.
import { beforeAll, expect, test } from 'vitest';
import { count } from '../../../tools/test-setup/stage.ts';
import { openNewWallet } from '../support/new-wallet.ts';
import { useWorld } from '../support/use-world.ts';
import { Api } from './support/api.ts';

const world = useWorld();
let api: Api;
let marketId: string;

beforeAll(async () => {
  api = new Api(world.service.baseUrl);
  marketId = await world.createMarket();
});

const ROUNDS = Array.from({ length: count(1, 50, 2) }, (_, round) => round);

test.each(ROUNDS)(
  '50 different requests with one Idempotency-Key are one bet, round %i',
  async () => {
    const bettor = await openNewWallet(api.baseUrl, { SOL: '60' });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        api.betUntilDecided(bettor, { marketId, key: 'the same', amount: index % 2 === 0 ? 1 : 2 }),
      ),
    );
    const placed = answers.filter(({ status }) => status === 201);
    expect(new Set(placed.map(({ text }) => text)).size).toBe(1);
    expect(placed).toHaveLength(25);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const { code } of refused) expect(code).toBe('idempotency_key_reused');
    const { body } = await api.get('/account', bettor);
    expect(body.staked.SOL).toBe(placed[0]?.body.amountStaked);
  },
);
