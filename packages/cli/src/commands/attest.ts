import { UsageError } from '@tote/chain/lib/usage-error';
import {
  ASKING_OPTIONS,
  defineCommand,
  MARKET,
  OUTCOME,
  text,
  WALLET_OPTIONS,
} from '../command.ts';
import { findMarket } from '../find-market.ts';
import { outcomeOf, time } from '../format.ts';
import type { Session } from '../session.ts';
import { paint, renderTable, type Text } from '../terminal/text.ts';

export const command = defineCommand({
  about: `Attests, as the oracle of a market, that the event happened or how an expired market
ended. Without a market it lists those that wait for an attestation.`,
  takes: [
    { ...MARKET, isOptional: true },
    { ...OUTCOME, isOptional: true },
  ],
  options: {
    ...WALLET_OPTIONS,
    ...ASKING_OPTIONS,
    evidence: text('text', 'the proof, stored with the outcome'),
  },
  examples: [
    'attest --wallet oracle',
    'attest market_6zEV6FdU93Wpq7VXWf8MMwtZstDQJ8evL58zdwdif88Q yes --evidence "IPMA: 3 mm"',
  ],
  async run({ places: [id, side], values, session }) {
    if (id === undefined) return list(session);
    if (side === undefined || values.evidence === undefined) {
      throw new UsageError('The outcome and --evidence are missing. See tote attest --help.');
    }
    const [marketId, outcome] = [await findMarket(session.tote, id), outcomeOf(side)];
    const { question } = await session.tote.getMarket({ marketId });
    session.tell(paint('bold', question));
    await session.confirm(`Attest ${outcome}? This cannot be undone.`, values.yes);
    const tote = await session.connect();
    const market = await tote.attest({ marketId, outcome, evidence: values.evidence });
    session.show(market, () => [[paint('green', 'Attested: '), `${outcome}, for ${marketId}`]]);
  },
});

async function list(session: Session): Promise<undefined> {
  const waiting = await (await session.connect()).listAttestations();
  session.show(waiting, () => {
    if (waiting.length === 0) return [['No market waits for an attestation.']];
    const rows = waiting.map((each): Text[] => [each.marketId, time(each.endsAt), each.question]);
    return renderTable(['Market', 'Until', 'Question'], rows, session.screen?.columns);
  });
}
