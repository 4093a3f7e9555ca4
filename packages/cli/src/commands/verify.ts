import { UsageError } from '@tote/chain/lib/usage-error';
import type { Check, Verification } from '@tote/verify';
import { defineCommand, MARKET, text } from '../command.ts';
import { EXIT, UnreachableError } from '../failures.ts';
import { findMarket } from '../find-market.ts';
import { paint, type Text } from '../terminal/text.ts';

export const command = defineCommand({
  about: `Recomputes the outcome and every payout of a market from its receipt and the chain, and
compares them. The exit code is 0 if everything could be checked and nothing differs, otherwise 4.
It trusts the node, not the service: name one of your own with --rpc. Without it the service started
in this folder, or else the service itself, names the node.`,
  takes: [MARKET],
  options: {
    program: text('address', 'the program, if not the built-in one'),
  },
  examples: [
    'verify market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q --rpc http://127.0.0.1:8899',
  ],
  async run({ places: [id = ''], values, session }) {
    const { createNode, parseMarket, PROGRAM_ADDRESS, verifyMarket } =
      await session.installation.loadVerifier();
    const marketId = await findMarket(session.tote, id);
    const market = parseMarket(marketId);
    if (!market) throw new UsageError(`${id} is not the id of a market.`);
    const program = values.program ?? (session.env.TOTE_PROGRAM_ADDRESS || PROGRAM_ADDRESS);
    // A plain address is accepted too.
    const programAddress = parseMarket(program);
    if (!programAddress) throw new UsageError(`--program: ${program} is not an address.`);
    const rpc = await session.findNode();
    // The path of a node's URL may contain an API key, so only the origin is printed.
    const { origin } = new URL(rpc);
    const node = createNode(rpc);
    await node.call('getGenesisHash', []).catch(() => {
      throw new UnreachableError(`No node responds at ${origin}; name one with --rpc.`);
    });
    // Checks that the service and the market exist; the verifier reads the receipt itself.
    await session.tote.getMarket({ marketId });
    const chain = { node, programAddress };
    const verification = await verifyMarket({ chain, baseUrl: withVersion(session.url) }, market);
    session.show(verification, () => describe(verification, session.url, origin));
    return verification.isTrue ? EXIT.done : EXIT.differs;
  },
});

/** Adds the version, because people paste the URL with or without it. */
function withVersion(url: string): string {
  const base = url.replace(/\/+$/, '');
  return base.endsWith('/v1') ? base : `${base}/v1`;
}

function describe(
  { marketId, checks, counts, isTrue }: Verification,
  url: string,
  node: string,
): Text[][] {
  const { recomputed, oracleWord, different, unchecked } = counts;
  const sums = [
    `${recomputed} recomputed`,
    `${oracleWord} by the oracle’s word`,
    `${different} different`,
    `${unchecked} could not be checked`,
  ];
  return [
    [`${marketId}: the receipt of ${url}, the chain of ${node}`],
    ...checks.map(lineOf),
    [isTrue ? paint('green', 'Verified') : paint('red', 'NOT VERIFIED'), `: ${sums.join(', ')}.`],
  ];
}

const LABELS = {
  ok: paint('green', 'ok'),
  said: paint('yellow', 'SAID'),
  different: paint('red', 'DIFFERENT'),
  unchecked: paint('red', 'UNCHECKED'),
} as const;

function lineOf({ name, status, text }: Check): Text[] {
  const { text: word, style } = LABELS[status];
  return [paint(style, word.padEnd(LABELS.different.text.length)), `  ${name}: ${text}`];
}
