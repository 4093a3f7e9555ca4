// A client that reads everything that can be read, in no order.
import { Chance } from '../chance.ts';
import { ask, type LoadContext, pause } from './clients.ts';

const THINK_MS = 200;

export async function runReader(context: LoadContext, name: string): Promise<void> {
  const { seed, markets, record, stopping } = context;
  for (let step = 1; !stopping.aborted; step += 1) {
    const chance = new Chance(seed, `${name} ${step}`);
    await pause(chance.between(0, THINK_MS), stopping);
    const market = `/markets/${chance.pick([markets.hot, ...markets.many, ...markets.short])}`;
    const offset = chance.between(0, 200);
    const path = chance.pick([
      ...['/config', '/reserves', `/markets?limit=50&offset=${offset}`, '/markets?status=resolved'],
      ...[
        '/markets?sort=volume&limit=100',
        '/markets?sort=endingSoon&q=will',
        '/markets?q=rain+day',
      ],
      ...[market, `${market}/bets?limit=100&offset=${offset}`, `${market}/history?limit=100`],
      ...[`${market}/payouts`, `${market}/resolution`, `/bets/${record.lastBetId}`],
    ]);
    const answer = await ask(context, chance, 'GET', path);
    if (path.startsWith('/bets/') && path !== '/bets/none' && answer?.status === 404) {
      record.unseen += 1;
      record.addExample(`GET ${path}: 404, after it was acknowledged`);
    }
  }
}
