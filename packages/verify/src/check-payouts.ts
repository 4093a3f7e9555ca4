// Checks every payout: recomputed from the stakes on chain, credited, and in the receipt.
import { type Address, address, isAddress } from '@solana/kit';
import {
  type Amount,
  addAmounts,
  amount,
  type Position,
  payout,
  type Settlement,
  ZERO,
} from '@tote/domain';
import { deriveBettor } from './addresses.ts';
import { money, readServed, servedMoney } from './check-money.ts';
import type { SourceValue, Verifying } from './checks.ts';
import { type Json, pick, textAt } from './json.ts';
import type { Payment } from './read-history.ts';

export async function checkPayouts(verifying: Verifying, settlement: Settlement): Promise<void> {
  const { history, payouts, checks } = verifying;
  const served = new Map(payouts.map((each) => [textAt(each, 'bettor'), each]));
  const expected = [...history.positions].map(
    ([bettor, position]) => [bettor, payout(settlement, position), position] as const,
  );
  checks.compare(
    'positions',
    ['chain', String(expected.length)],
    ['receipt', String(payouts.length)],
  );
  checkOnce(verifying);
  const paid = new Map(history.payments.map((payment) => [payment.bettor, payment]));
  checks.compareAll(
    'payout',
    expected.map(([bettor, due]) => {
      const said = describe(verifying, due, paid.get(bettor), served.get(bettor));
      return [nameOf(bettor, served.get(bettor)), ...said] as const;
    }),
  );
  const stakes = expected.filter(
    ([bettor, , position]) => !areServed(verifying, position, served.get(bettor)),
  );
  checks.compare('other stakes', ['chain', '0'], ['receipt', String(stakes.length)]);
  checkSum(verifying, settlement, expected);
  await checkWallets(verifying);
}

function areServed(verifying: Verifying, position: Position, served: Json | undefined): boolean {
  const shown = (name: string) => servedMoney(verifying, pick(served, 'stakes', name));
  const { stakeYes, stakeNo } = position;
  return shown('Yes') === money(verifying, stakeYes) && shown('No') === money(verifying, stakeNo);
}

/** No bettor is paid twice, and none without a stake. */
function checkOnce({ history, checks }: Verifying): void {
  const { payments, positions } = history;
  const bettors = new Set(payments.map(({ bettor }) => bettor));
  const strangers = [...bettors].filter((bettor) => !positions.has(bettor)).length;
  const twice = payments.length - bettors.size;
  const found = `${twice} twice, ${strangers} to strangers`;
  checks.compare('payments', ['expected', '0 twice, 0 to strangers'], ['chain', found]);
}

/** The receipt may be older than what we read from the chain, but not ahead of it. */
function describe(
  verifying: Verifying,
  due: Amount,
  payment: Payment | undefined,
  served: Json | undefined,
): SourceValue[] {
  const state = textAt(served, 'state');
  const shown = servedMoney(verifying, pick(served, 'payout'));
  const id = textAt(served, 'transactionId');
  const paidBy = id === 'null' ? 'pending' : 'credited';
  const isPaid = id === 'null' || payment?.signature === id;
  const isTrue = isPaid && state === (due === ZERO ? 'lost' : paidBy);
  const remark = isTrue ? '' : `, ${state} by ${id}`;
  return [
    ['recomputed', money(verifying, due)],
    ...(payment ? [['chain', money(verifying, payment.amount)] as const] : []),
    ['receipt', `${shown}${remark}`],
  ];
}

/** The wallet, if known, because people know wallets and not Bettor accounts. */
function nameOf(bettor: Address, served: Json | undefined): string {
  const wallet = pick(served, 'wallet');
  return `of ${typeof wallet === 'string' ? wallet : bettor}`;
}

/** Once all are paid, the sums must match exactly. */
function checkSum(
  verifying: Verifying,
  settlement: Settlement,
  expected: readonly (readonly [Address, Amount, Position])[],
): void {
  const { history, receipt, checks } = verifying;
  const sum = (amounts: Iterable<Amount>) => [...amounts].reduce(addAmounts, ZERO);
  const paid = sum(history.payments.map((payment) => payment.amount));
  checkSettlement(verifying, paid);
  const open = history.positions.size - new Set(history.payments.map(({ bettor }) => bettor)).size;
  if (open > 0) {
    checks.compare('still to be credited', ['chain', `${open} of ${history.positions.size}`]);
    return;
  }
  const due = sum(expected.map(([, each]) => each));
  const pending = textAt(receipt, 'settlement', 'pending');
  const served = pick(receipt, 'settlement', 'paid');
  checks.compare(
    'sum of the payouts',
    ['recomputed', money(verifying, due)],
    ['chain', money(verifying, paid)],
    ...(pending === '0' ? [['receipt', servedMoney(verifying, served)] as const] : []),
  );
  const fees = settlement.kind === 'paid' ? settlement.burn + settlement.developer : 0n;
  const [moved] = history.closed;
  if (!moved) return;
  const all = amount(paid + fees + moved.event.dust);
  const { yes, no } = history.pools;
  checks.compare(
    'payouts, fees and dust',
    ['sum', money(verifying, all)],
    ['pools', money(verifying, addAmounts(yes, no))],
  );
}

/** As with each payout, the receipt may be older, but not ahead of the chain. */
function checkSettlement(verifying: Verifying, paid: Amount): void {
  const { history, receipt, checks } = verifying;
  const served = pick(receipt, 'settlement');
  const [positions, credited, pending] = ['positions', 'credited', 'pending'].map((name) =>
    Number(textAt(served, name)),
  ) as [number, number, number];
  const sum = readServed(verifying, pick(served, 'paid'));
  const isPossible =
    positions === history.positions.size &&
    credited + pending === positions &&
    credited <= history.payments.length &&
    sum !== undefined &&
    sum <= paid;
  const onChain = `${history.positions.size} positions, ${money(verifying, paid)} paid`;
  const shown = `${positions} positions, ${credited} credited, ${pending} pending`;
  const all = `${shown}, ${servedMoney(verifying, pick(served, 'paid'))} paid`;
  checks.compare('settlement', ['chain', onChain], ['receipt', isPossible ? onChain : all]);
}

async function checkWallets({ chain, payouts, checks }: Verifying): Promise<void> {
  const { programAddress } = chain;
  let strangers = 0;
  for (const served of payouts) {
    const wallet = pick(served, 'wallet');
    if (wallet === null) continue;
    const isWallet = typeof wallet === 'string' && isAddress(wallet);
    const own = isWallet && (await deriveBettor(programAddress, address(wallet)));
    if (own !== pick(served, 'bettor')) strangers += 1;
  }
  checks.compare('accounts of other wallets', ['expected', '0'], ['receipt', String(strangers)]);
}
