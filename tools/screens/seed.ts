// Markets of several kinds with bets, through the API, as people would make them.
import type { World } from '../../service/test/support/world.ts';

interface Seeded {
  /** With bets, and a price that moves. */
  readonly open: string;
  /** Decided and paid. */
  readonly resolved: string;
}

/** `hours` until the expiry, then what each of the demo wallets stakes in turn. */
type Row = readonly [
  question: string,
  hours: number,
  token: 'OAK' | 'SPROUT' | null,
  bets: readonly (readonly [outcome: 'Yes' | 'No', amount: string])[],
];

const ROWS: readonly Row[] = [
  [
    'Will it rain in Lisbon tomorrow?',
    30,
    null,
    [
      ['Yes', '0.8'],
      ['No', '1.25'],
    ],
  ],
  [
    'Will $SPROUT complete its curve?',
    6,
    'SPROUT',
    [
      ['Yes', '2.1'],
      ['No', '0.4'],
    ],
  ],
  [
    'Will $OAK have more than 500 holders?',
    12,
    'OAK',
    [
      ['No', '0.75'],
      ['Yes', '0.6'],
    ],
  ],
  [
    'Will BTC stay above $50,000?',
    100,
    null,
    [
      ['Yes', '3'],
      ['No', '0.2'],
    ],
  ],
  [
    'Will $OAK reach $1M market cap?',
    48,
    'OAK',
    [
      ['Yes', '1.5'],
      ['No', '2.25'],
      ['Yes', '0.9'],
    ],
  ],
];

const SOL_QUESTION = 'Will SOL be above $150 at expiry?';

export async function seed(world: World): Promise<Seeded> {
  const { body: config } = await world.get('/config');
  const mints = new Map(
    config.demo.tokens.map(({ symbol, mint }: { symbol: string; mint: string }) => [symbol, mint]),
  );
  const create = async ([question, hours, token, bets]: Row) => {
    const now = Date.parse((await world.get('/config')).body.now);
    const expireAt = new Date(now + hours * 3_600_000).toISOString();
    const id = await world.createMarket({
      ...{ question, expireAt },
      ...(token && { tokenAddress: mints.get(token) }),
    });
    for (const [index, [outcome, amount]] of bets.entries()) {
      const answer = await world.bet(id, index % 2 ? 'bob' : 'alice', outcome, Number(amount));
      if (answer.status >= 300) throw new Error(answer.text);
    }
    return id;
  };
  const ended = [
    ['Yes', '2.5'],
    ['No', '1.1'],
    ['Yes', '0.7'],
    ['No', '3'],
  ] as const;
  const resolved = await create([SOL_QUESTION, 0.05, null, ended]);
  await world.advance(200);
  while (!(await world.get(`/markets/${resolved}`)).body.settled) {
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  for (const row of ROWS) await create(row);
  const bets = [
    ['Yes', '1.4'],
    ['No', '0.6'],
    ['Yes', '0.9'],
    ['No', '2.2'],
    ['Yes', '1'],
  ] as const;
  const open = await create(['Will SOL be above $200 at expiry?', 24, null, bets]);
  return { open, resolved };
}
