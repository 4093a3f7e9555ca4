import type { Market } from '@tote/sdk';
import { lightUp } from '../components/light-up.ts';
import { percent, shortly } from '../format/amounts.ts';
import { duration } from '../format/times.ts';
import { plainText } from '../format/words.ts';
import { branding, root } from '../navigation/env.ts';
import type { Shown } from './follow-market.ts';

/** A live, read-only market for other pages. Bets are placed on the service's own page. */
export function createWidget(url: string) {
  const brand = linkTo(url, 'brand');
  if (branding.logo) {
    const src = new URL(branding.logo, root).href;
    brand.append(Object.assign(make('img'), { src, alt: '', width: 20, height: 20 }));
  }
  brand.append(branding.name);
  const live = make('span', 'quiet');
  const question = make('h1');
  question.dir = 'auto';
  const sides = { Yes: createSide('Yes'), No: createSide('No') };
  const bar = make('div', 'odds-bar', sides.Yes.bar, sides.No.bar);
  bar.ariaHidden = 'true';
  const state = make('span');
  const bet = linkTo(url, 'button');
  const board = [
    question,
    make('div', 'widget-sides', sides.Yes.element, sides.No.element),
    bar,
    make('footer', '', state, bet),
  ];
  const element = make('main', 'widget', make('header', '', brand, live), ...board);
  live.role = 'status';

  function showMarket(market: Market, now: number | undefined): void {
    setText(question, plainText(market.question));
    for (const { name, odds, totalStake } of market.outcomes) {
      sides[name].show(odds, `${shortly(totalStake)} ${market.currency}`);
    }
    setText(state, describe(market, now));
    bet.classList.toggle('button-main', market.bettingOpen);
    setText(bet, market.bettingOpen ? `Bet on ${branding.name}` : `See it on ${branding.name}`);
  }

  function show({ market, error, isLive, now }: Shown): void {
    for (const each of board) each.hidden = !market || market.hidden !== undefined;
    if (market?.hidden) {
      setText(live, `Hidden by the operator: ${plainText(market.hidden.reason)}`);
    } else if (market) {
      showMarket(market, now);
      setText(live, isLive ? '● Live' : '○ Offline: figures may be out of date');
    } else {
      setText(live, error ? explain(error.code) : 'Loading …');
    }
  }
  show({ isLive: false });
  return { element, show };
}

function createSide(name: 'Yes' | 'No') {
  const figure = make('span', 'figure');
  const stake = make('span', 'quiet');
  const kind = name.toLowerCase();
  const bar = make('span', `odds-bar-${kind}`);
  return {
    element: make('p', `side side-${kind}`, name, figure, stake),
    bar,
    /** A final market has no odds. */
    show(odds: number | undefined, staked: string): void {
      const before = figure.textContent;
      setText(figure, odds === undefined ? '' : percent(odds));
      if (before !== '' && before !== figure.textContent) lightUp(figure);
      setText(stake, staked);
      bar.hidden = odds === undefined;
      bar.style.flexGrow = String(Math.max(odds ?? 0, 0.02));
    },
  };
}

function describe(market: Market, now: number | undefined): string {
  const { status, bettingOpen, bettingClosesAt, winningOutcome, refunded, closedReason } = market;
  if (status === 'resolved') return refunded ? 'Refunded' : `Resolved: ${winningOutcome}`;
  if (closedReason) return 'Betting closed, refunds pending';
  if (!bettingOpen) return 'Betting closed, outcome pending';
  if (now === undefined) return 'Betting is open';
  const left = Date.parse(bettingClosesAt) - now;
  return left > 0 ? `Betting closes in ${duration(left)}` : 'Betting closes now';
}

const explain = (code: string) =>
  code === 'market_not_found' ? 'There is no such market.' : 'The market could not be loaded.';

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = '',
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** Opens a new tab, because wallets do not work in the frame. */
function linkTo(url: string, className: string): HTMLAnchorElement {
  const link = make('a', className);
  Object.assign(link, { href: url, target: '_blank', rel: 'noopener', title: 'Opens a new tab' });
  return link;
}

/** Writes only changed text, so that screen readers announce a change once. */
function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
