import { BETTORS, type BettorName } from '@tote/conditions/kinds/shared/scenario';
import { CURRENCIES, type Currency, otherPoolOf, poolOf } from '@tote/domain';
import { paidTo, plain, settlementOf, stakedBy, sumOf, sumUp } from './check-report.ts';
import type { Balances, DemoReport, OpenMarket, PlayedMarket } from './played.ts';

type Decimals = Readonly<Record<Currency, number>>;

export function bettors(before: Record<BettorName, Balances>, decimals: Decimals): string {
  const [first] = BETTORS;
  const funds = CURRENCIES.map((each) => `${plain(before[first][each], decimals[each])} ${each}`);
  return `Seven wallets open accounts and get ${funds.join(' and ')} each: ${BETTORS.join(', ')}.`;
}

export function opened(market: OpenMarket): string {
  const { scenario, asked, details, pools, odds, decimals } = market;
  const { type, currency } = scenario;
  const bets = scenario.bets.map(([who, outcome, amount]) => `${who} ${amount} on ${outcome}`);
  return [
    `\n[${type}] ${asked.question}`,
    `  ${details}`,
    `  bets in ${currency}: ${bets.join(', ')}`,
    `  pools: Yes ${plain(pools.yes, decimals)}, No ${plain(pools.no, decimals)}; ` +
      `odds ${odds.Yes} to ${odds.No}`,
  ].join('\n');
}

export function ended(market: PlayedMarket): string {
  const { scenario, outcome, resolvedAt, payoutRatio, payouts } = market;
  const { pools, decimals, decidingValue } = market;
  const { type, currency, evidence } = scenario;
  const inUnits = (units: bigint) => `${plain(units, decimals)} ${currency}`;
  const why = evidence
    ? `attested: "${evidence}"`
    : (decidingValue && `decided by: ${decidingValue}`) || '';
  const lines = [`\n${resolvedAt} [${type}] ${outcome ?? 'refunded'}${why && ` (${why})`}`];
  const settlement = settlementOf(market);
  if (settlement.kind === 'paid') {
    const losing = otherPoolOf(pools, settlement.outcome);
    lines.push(
      `  ${inUnits(losing)} lost = ${inUnits(market.burned)} to burn + ` +
        `${inUnits(market.developer)} to the developer + ` +
        `${inUnits(settlement.distributable)} to the winners`,
      `  winners share it by their stakes of ${inUnits(poolOf(pools, settlement.outcome))}: ` +
        `${payoutRatio[settlement.outcome]} for each 1 staked`,
    );
  }
  for (const { who, paid } of payouts) {
    lines.push(`  ${who.padEnd(5)}staked ${inUnits(stakedBy(market, who))}, got ${inUnits(paid)}`);
  }
  const { staked, paid, fees, left } = sumUp(market);
  lines.push(
    `  ${plain(paid, decimals)} paid + ${plain(fees, decimals)} fees + ` +
      `${plain(left, decimals)} dust = ${inUnits(staked)} staked`,
  );
  return lines.join('\n');
}

export function conversions({ conversions: all }: DemoReport): string {
  if (all.length === 0) return '';
  return [
    '\nThe burn shares of SOL were sold in the buyback, lot by lot; the UTILITY paid is burned.',
    'Less than a lot waits for the next market:',
    ...all.map(({ type, burned }) => `  ${type.padEnd(16)}${burned}`),
  ].join('\n');
}

export function summary(report: DemoReport, decimals: Decimals): string {
  const { markets } = report;
  const rows = markets.map((market) => {
    const { scenario, outcome, burned, developer } = market;
    const { staked, paid, left } = sumUp(market);
    const figures = [staked, paid, burned, developer, left];
    const texts = figures.map((each) => plain(each, market.decimals));
    return [scenario.type, outcome ?? 'refunded', scenario.currency, ...texts];
  });
  const totals = CURRENCIES.filter((currency) => sumOf(markets, currency).staked > 0n).map(
    (currency) => {
      const { staked, paid, fees, left } = sumOf(markets, currency);
      const [total, got, taken, dusty] = [staked, paid, fees, left].map((each) =>
        plain(each, decimals[currency]),
      );
      return `${got} paid + ${taken} fees + ${dusty} dust = ${total} ${currency} staked`;
    },
  );
  const head = ['market', 'outcome', 'currency', 'staked', 'paid', 'burn', 'developer', 'dust'];
  const lines = [...renderTable(head, rows), '', ...balanceLines(report, decimals), '', ...totals];
  return `\n${lines.join('\n')}`;
}

function balanceLines({ bettors: all, markets }: DemoReport, decimals: Decimals): string[] {
  const rows = CURRENCIES.flatMap((currency) => {
    const inIt = markets.filter(({ scenario }) => scenario.currency === currency);
    return all.map(({ who, before, after }) => {
      const staked = inIt.reduce((total, market) => total + stakedBy(market, who), 0n);
      const figures = [before[currency], staked, paidTo(inIt, who), after[currency]];
      return [who, currency, ...figures.map((each) => plain(each, decimals[currency]))];
    });
  });
  return renderTable(['bettor', 'currency', 'before', '- staked', '+ paid', '= after'], rows);
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const isNumber = head.map((_, column) => rows.every((row) => /^[\d.]+$/.test(row[column] ?? '')));
  const render = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isNumber[column] ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [render(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(render)];
}
