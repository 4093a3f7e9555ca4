import type { Market } from '@tote/sdk';
import type { ComponentChildren } from 'preact';
import { ChainId, WalletId } from '../../components/chain-id.tsx';
import { Moment } from '../../components/countdown.tsx';
import { Fact } from '../../components/figures.tsx';
import { RuleText } from '../../components/rule-text.tsx';
import { config } from '../../data/tote.ts';
import { DECIDED_BY } from '../../format/words.ts';
import { Warnings } from './cautions.tsx';

export function Rule({ market, children }: { market: Market; children?: ComponentChildren }) {
  const { sign, name, sentence } = DECIDED_BY[market.decidedBy];
  return (
    <section class="market-rule sheet" aria-labelledby="rule">
      <h2 id="rule">The rule</h2>
      <RuleText details={market.details}>
        <dl class="rule-facts">
          <Fact name="When">
            {WHEN[market.timing ?? 'at_expiry']} <Moment at={market.expireAt} />
          </Fact>
          <Fact name="If data is missing">
            <IfMissing market={market} />
          </Fact>
        </dl>
        <OnChain market={market} />
      </RuleText>
      <p>
        <strong>
          <span aria-hidden="true">{sign}</span> {name}.
        </strong>{' '}
        {sentence}
      </p>
      {children}
      <Warnings market={market} />
    </section>
  );
}

const WHEN = {
  at_expiry: 'At',
  any_time_before: 'As soon as it happens, until',
  never_before: 'No as soon as it happens, until',
} as const;

function IfMissing({ market: { attestation, refundAt } }: { readonly market: Market }) {
  return (
    <>
      {attestation && (
        <>
          If the oracle hasn’t answered by <Moment at={attestation.endsAt} />,{' '}
          {attestation.silence === 'no' ? 'the outcome is No' : 'all stakes are refunded'}.{' '}
        </>
      )}
      If there is no outcome by <Moment at={refundAt} />, all stakes are refunded in full. Anyone
      can trigger the refund.
    </>
  );
}

function OnChain({ market }: { readonly market: Market }) {
  const { id, tokenAddress, creator, decidedBy, condition } = market;
  const { program, oracle } = config.value ?? {};
  const account = condition && 'account' in condition ? condition.account : undefined;
  const receiver = condition && 'feedId' in condition ? condition.receiver : undefined;
  const addresses = [
    ['Market', id.replace(/^market_/, '')],
    ['Program', program],
    ['Token', tokenAddress],
    ['Account read', account],
    ['Price program', receiver],
    ['Oracle', decidedBy === 'fact' ? undefined : oracle],
  ] as const;
  return (
    <dl class="row">
      {addresses.map(
        ([name, address]) =>
          address && (
            <Fact name={name}>
              <ChainId kind="address" id={address} />
            </Fact>
          ),
      )}
      <Fact name="Created by">
        <WalletId wallet={creator} />
      </Fact>
    </dl>
  );
}
