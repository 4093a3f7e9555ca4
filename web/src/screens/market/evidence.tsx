import type { Receipt } from '@tote/sdk';
import { ChainId, WalletId } from '../../components/chain-id.tsx';
import { Moment } from '../../components/countdown.tsx';
import { Fact } from '../../components/figures.tsx';
import { plainNumber } from '../../format/amounts.ts';
import { plainText } from '../../format/words.ts';
import { apiUrl } from '../../navigation/env.ts';

export function Evidence({ receipt }: { readonly receipt: Receipt }) {
  const { evidence, observations, fetches, evidenceHashOnChain, marketId } = receipt;
  return (
    <section class="sheet stack" aria-labelledby="evidence">
      <h2 id="evidence">The evidence</h2>
      {!evidence && <p>There is none, because there was no outcome.</p>}
      {evidence?.attestation && <Attestation attestation={evidence.attestation} />}
      {observations.map((observation) => (
        <Observation key={observation.slot} observation={observation} />
      ))}
      {fetches.length > 0 && <Fetches fetches={fetches} />}
      {evidence?.sampleHashes && (
        <p>
          It was measured {plainNumber(evidence.sampleHashes.count)} times while the market ran, at
          most {evidence.sampleHashes.longestGapSeconds} s apart.
        </p>
      )}
      {evidence && evidenceHashOnChain && (
        <p>
          Evidence hash on chain: <code class="id">{evidenceHashOnChain}</code>
        </p>
      )}
      {evidence && <EvidenceText text={evidence.text} />}
      <Transactions transactions={receipt.transactions} />
      <p>
        <a
          href={`${apiUrl.replace(/\/+$/, '')}/v1/markets/${marketId}/resolution`}
          target="_blank"
          rel="noopener"
        >
          Full receipt (API)
        </a>
      </p>
    </section>
  );
}

type Attested = NonNullable<NonNullable<Receipt['evidence']>['attestation']>;

function Attestation({ attestation }: { readonly attestation: Attested }) {
  const { outcome, evidence, wallet, at } = attestation;
  return (
    <figure class="attestation">
      <blockquote dir="auto">{plainText(evidence)}</blockquote>
      <figcaption>
        {outcome}, says the oracle <WalletId wallet={wallet} /> on <Moment at={at} />.
      </figcaption>
    </figure>
  );
}

function Observation({ observation }: { observation: Receipt['observations'][number] }) {
  const { slot, observedAt, accounts, holders, launches } = observation;
  return (
    <div>
      <p>
        Read at slot {slot}, <Moment at={observedAt} />:
      </p>
      <ul class="observed">
        {accounts.map(({ address, owner }) => (
          <li key={address}>
            account <ChainId kind="address" id={address} />
            {owner && (
              <>
                {' '}
                of program <ChainId kind="address" id={owner} />
              </>
            )}
          </li>
        ))}
        {holders && (
          <li>
            {plainNumber(holders.count)} holders of <ChainId kind="address" id={holders.mint} />
          </li>
        )}
        {holders?.leftOut?.largest.map(({ owner, name }) => (
          <li key={owner}>
            not counted: <ChainId kind="address" id={owner} />, a vault of {name}
          </li>
        ))}
        {launches && (
          <li>
            {plainNumber(launches.count)} tokens {launches.event}, from{' '}
            <Moment at={launches.from} /> until <Moment at={launches.to} />
          </li>
        )}
      </ul>
    </div>
  );
}

function Fetches({ fetches }: Pick<Receipt, 'fetches'>) {
  return (
    <ul class="observed">
      {fetches.map(({ url, value, failure }) => (
        <li key={url} dir="auto">
          {plainText(url)}: {plainText(value ?? failure ?? 'nothing')}
        </li>
      ))}
    </ul>
  );
}

const CHARACTERS = 5_000;

function EvidenceText({ text }: { readonly text: string }) {
  return (
    <details>
      <summary>The evidence as text</summary>
      <pre class="evidence-text" dir="auto">
        {plainText(text.slice(0, CHARACTERS))}
        {text.length > CHARACTERS && ' …'}
      </pre>
    </details>
  );
}

const DEEDS = {
  created: 'Created',
  resolved: 'Outcome set',
  vetoed: 'Vetoed',
  refunded: 'Refund started',
  settled: 'Paid',
  closed: 'Account closed',
  collected: 'Fees collected',
  bought_back: 'Bought back and burned',
} as const;

/** The transactions of payouts are in their own table. */
function Transactions({ transactions }: Pick<Receipt, 'transactions'>) {
  const shown = transactions.filter(({ kind }) => kind !== 'settled');
  return (
    <dl class="row">
      {shown.map(({ kind, transactionId }) => (
        <Fact key={transactionId + kind} name={DEEDS[kind]}>
          <ChainId kind="tx" id={transactionId} />
        </Fact>
      ))}
    </dl>
  );
}
