import type { Currency } from '@tote/domain';
import { type Config, type Decimal, fromBaseUnits, type Reserves } from '@tote/sdk';
import { ExplorerLink } from '../../components/chain-id.tsx';
import { Fact, Figure } from '../../components/figures.tsx';
import { exactly, withCurrency } from '../../format/amounts.ts';
import { type Difference, findDifferences } from './read-both.ts';
import type { Reading } from './read-vaults.ts';

interface VaultSectionProps {
  readonly currency: Currency;
  readonly said: Reserves[Currency] | undefined;
  readonly read: Reading | undefined;
  readonly config: Config;
}

export function VaultSection({ currency, said, read, config }: VaultSectionProps) {
  const decimals = config.decimals[currency];
  const vault = read?.vaults[currency];
  const differences = said && vault ? findDifferences(said, vault, decimals) : [];
  const show = (units: bigint) => fromBaseUnits(units, decimals);
  return (
    <section class="stack vault" aria-label={`Vault of ${currency}`}>
      <h2>{currency}</h2>
      {vault && <Verdict vault={vault} currency={currency} show={show} />}
      {differences.length > 0 && (
        <Differences
          differences={differences}
          currency={currency}
          slots={[said?.slot, read?.slot]}
        />
      )}
      {said && vault && differences.length === 0 && (
        <p class="good">✓ The service says the same.</p>
      )}
      <div class="vault-boards columns">
        {read && vault && (
          <Amounts
            title="Read by your browser"
            currency={currency}
            amounts={{
              Holds: show(vault.holds),
              Owes: show(vault.owes),
              Surplus: show(vault.holds - vault.owes),
            }}
            slot={String(read.slot)}
          />
        )}
        {said && (
          <Amounts
            title="Reported by the service"
            currency={currency}
            amounts={{ Holds: said.vault, Owes: said.owed, Surplus: said.surplus }}
            slot={String(said.slot)}
          />
        )}
      </div>
      {said && (
        <p class="quiet">
          Owed, according to the service: {withCurrency(said.balances, currency)} in balances,{' '}
          {withCurrency(said.pools, currency)} in markets, {withCurrency(said.fees, currency)} in
          fees.
        </p>
      )}
      {read && (
        <p class="quiet address">
          Vault:{' '}
          <ExplorerLink kind="address" id={read.accounts[currency]}>
            {read.accounts[currency]}
          </ExplorerLink>
        </p>
      )}
    </section>
  );
}

function Verdict(props: {
  vault: Reading['vaults'][Currency];
  currency: Currency;
  show(units: bigint): Decimal;
}) {
  const { vault, currency, show } = props;
  if (vault.holds >= vault.owes) return <p class="good">✓ Fully backed.</p>;
  const missing = withCurrency(show(vault.owes - vault.holds), currency);
  return <p class="bad">× The vault holds {missing} less than it owes.</p>;
}

function Differences(props: {
  differences: readonly Difference[];
  currency: Currency;
  slots: readonly unknown[];
}) {
  const { differences, currency, slots } = props;
  return (
    <div class="stack">
      <div class="bad" role="alert">
        {differences.map(({ of, amount, isMore }) => (
          <p key={of}>
            × The service says that the vault {of} {withCurrency(amount, currency)}{' '}
            {isMore ? 'more' : 'less'} than the chain has.
          </p>
        ))}
      </div>
      <p>
        Bets between the two readings can explain it (slots {slots.join(' and ')}), so it is read
        again every few seconds. If it persists, do not trust the service’s figures.
      </p>
    </div>
  );
}

function Amounts(props: {
  title: string;
  currency: Currency;
  amounts: Readonly<Record<string, Decimal>>;
  slot: string;
}) {
  return (
    <div class="board">
      <h3>{props.title}</h3>
      <dl class="pairs">
        {Object.entries(props.amounts).map(([name, amount]) => (
          <Fact key={name} name={name}>
            <Figure text={exactly(amount, props.currency)} /> {props.currency}
          </Fact>
        ))}
      </dl>
      <p class="quiet">at slot {props.slot}</p>
    </div>
  );
}
