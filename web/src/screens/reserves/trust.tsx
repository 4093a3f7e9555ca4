// Who holds which key, and what each holder could do.
import type { Config } from '@tote/sdk';
import { ExplorerLink } from '../../components/chain-id.tsx';
import { Notice } from '../../components/notice.tsx';
import { percent, withCurrency } from '../../format/amounts.ts';
import { duration, localTime, utcTime } from '../../format/times.ts';

interface Key {
  readonly name: string;
  readonly holder: string | null;
  readonly power: string;
  readonly without: string;
}

function listKeys({ trust, treasury, vetoSeconds }: Config): Key[] {
  const delay = trust.changeDelaySeconds;
  const effect = delay > 0 ? `${duration(delay * 1_000)} later` : 'at once';
  const veto =
    vetoSeconds > 0
      ? `The guardian has ${duration(vetoSeconds * 1_000)} to veto it.`
      : 'It is final at once.';
  return [
    {
      name: 'Upgrade authority',
      holder: trust.upgradeAuthority,
      power: 'Could replace the program, and with it every rule on this page. The greatest power.',
      without: 'Nobody can ever replace the program.',
    },
    {
      name: 'Admin',
      holder: trust.admin,
      power:
        `Could announce other fees, keys and limits for new markets. They take effect ` +
        `${effect}. Existing markets keep their terms.`,
      without: 'Nobody can change the terms of new markets.',
    },
    {
      name: 'Oracle',
      holder: trust.oracle,
      power:
        `Decides the markets that no fact on chain decides, and could decide one wrongly. ` +
        `${veto}`,
      without: 'Disabled: only facts on chain decide new markets.',
    },
    {
      name: 'Guardian',
      holder: trust.guardian,
      power:
        'Could veto an outcome of the oracle, which refunds all stakes. Could disable operator ' +
        'and oracle. Cannot take money and cannot choose a winner.',
      without: 'Nobody can veto the oracle.',
    },
    {
      name: 'Operator',
      holder: trust.operator,
      power:
        'Signs new markets, and bets where the result could be known already. Could refuse ' +
        'them. Bets for wallets that allow it, up to their allowance. Cannot withdraw.',
      without: 'Disabled: no new markets through this service.',
    },
    {
      name: 'Mint authority',
      holder: trust.mintAuthority,
      power: 'Could make more UTILITY, which makes each one worth less.',
      without: 'Nobody can make more UTILITY.',
    },
    {
      name: 'Treasury',
      holder: treasury,
      power: 'Receives the developer’s share of the fees. Has no power over stakes.',
      without: 'Nobody receives it.',
    },
  ];
}

export function Trust({ config }: { readonly config: Config }) {
  return (
    <section class="stack">
      <h2>Who controls what</h2>
      <p class="quiet">As the service reads it from the chain.</p>
      <SameKeys keys={listKeys(config)} />
      <PendingChange change={config.trust.pendingChange} />
      <dl class="answers trust">
        {listKeys(config).map(({ name, holder, power, without }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="address">
              {holder === null ? (
                'Nobody'
              ) : (
                <ExplorerLink kind="address" id={holder}>
                  {holder}
                </ExplorerLink>
              )}
            </dd>
            <dd>{holder === null ? without : power}</dd>
          </div>
        ))}
      </dl>
      <Program config={config} />
    </section>
  );
}

/** Powers that share one key deserve a warning. */
function SameKeys({ keys }: { readonly keys: readonly Key[] }) {
  const byHolder = new Map<string, string[]>();
  for (const { holder, name } of keys) {
    if (holder !== null) byHolder.set(holder, [...(byHolder.get(holder) ?? []), name]);
  }
  const shared = [...byHolder].filter(([, names]) => names.length > 1);
  return (
    <>
      {shared.map(([holder, names]) => (
        <Notice key={holder} kind="warning">
          <p>One key holds several of these: {names.join(', ')}.</p>
        </Notice>
      ))}
    </>
  );
}

const MATCHES = {
  true: '✓ It is the program that this service was built with.',
  false: '× It is not the program that this service was built with.',
  null: 'This service does not have the file to compare it with.',
};

function Program({ config: { program, trust } }: { readonly config: Config }) {
  const matches = String(trust.programMatches) as keyof typeof MATCHES;
  return (
    <div class="stack">
      <h3>The program</h3>
      <p class="address">
        <ExplorerLink kind="address" id={program}>
          {program}
        </ExplorerLink>
      </p>
      <p class={{ true: 'good', false: 'bad', null: undefined }[matches]}>{MATCHES[matches]}</p>
      <p class="quiet">
        SHA-256 of what is deployed: <code class="address">{trust.programHash}</code>
      </p>
    </div>
  );
}

function PendingChange({ change }: { readonly change: Config['trust']['pendingChange'] }) {
  if (!change) return <p>No pending changes.</p>;
  const { effectiveAt, feePercentage: fees, minimumStake } = change;
  const keys = [
    ['admin', change.admin],
    ['guardian', change.guardian],
    ['operator', change.operator],
    ['oracle', change.oracle],
    ['treasury', change.treasury],
  ] as const;
  return (
    <Notice kind="warning">
      <p>
        <strong>A change is pending.</strong> Anybody can apply it from {localTime(effectiveAt)} (
        {utcTime(effectiveAt)}) on. Existing markets keep their terms. It would set:
      </p>
      <ul>
        <li>
          fees: {percent(fees.burn, 2)} burned, {percent(fees.developer, 2)} for the developer
        </li>
        <li>
          minimum stake: {withCurrency(minimumStake.SOL, 'SOL')},{' '}
          {withCurrency(minimumStake.UTILITY, 'UTILITY')}
        </li>
        {keys.map(([name, key]) => (
          <li key={name}>
            {name}: {key ?? 'nobody'}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
