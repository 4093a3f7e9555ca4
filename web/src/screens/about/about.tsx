import { config } from '../../data/tote.ts';
import { percent } from '../../format/amounts.ts';
import { duration } from '../../format/times.ts';
import { DECIDED_BY } from '../../format/words.ts';
import { branding } from '../../navigation/env.ts';
import { href } from '../../navigation/router.ts';
import { STORED, WHAT_IF } from './texts.ts';
import { WorkedExample } from './worked-example.tsx';

/** Shown until the service's rates are known. */
const FEES = { burn: 0.05, developer: 0.05 };

export function About() {
  const fees = config.value?.feePercentage ?? FEES;
  return (
    <article class="narrow stack">
      <h1>How it works</h1>
      <p class="lead">
        You bet on the answer to a question. All bets go into one pool. Those who were right share
        what the others staked.
      </p>
      <Steps />
      <WorkedExample fees={fees} />
      <Fees fees={fees} />
      <WhoDecides />
      <section class="stack">
        <h2>What happens if …</h2>
        <dl class="answers">
          {WHAT_IF.map(([question, answer]) => (
            <div key={question}>
              <dt>… {question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section class="stack">
        <h2>What this page keeps in your browser</h2>
        <p>No cookies, no analytics, nothing from other servers.</p>
        <ul class="bullets">
          {STORED.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      <section class="stack">
        <h2>Verify it yourself</h2>
        <p>
          <a href={href('/reserves')}>Reserves</a> shows what the chain holds and owes, read by your
          browser, and who holds which key. <a href={href('/hidden')}>Hidden markets</a> lists what
          the operator took out of the lists.{' '}
          <a href={href('/exit')}>Withdraw without {branding.name}</a> works even if this service is
          gone. <a href={href('/docs')}>The API</a> is for your own apps.
        </p>
      </section>
    </article>
  );
}

function Steps() {
  return (
    <ol class="how columns">
      <li class="sheet">
        <strong>Bet.</strong> Pick Yes or No and an amount. Your stake goes into the pool of that
        side, in a vault of a program on Solana. Until the market ends nobody can take it out,
        neither you nor us.
      </li>
      <li class="sheet">
        <strong>Wait.</strong> The odds are each side’s share of the pool. They move with every bet
        until betting closes. What you get depends on the odds at the close, not on those when you
        bet.
      </li>
      <li class="sheet">
        <strong>Get paid.</strong> When the answer is known, winners get their stake back and a
        share of the other side, in proportion to their stakes. It is credited automatically; there
        is nothing to claim.
      </li>
    </ol>
  );
}

function Fees({ fees }: { readonly fees: typeof FEES }) {
  return (
    <section class="stack">
      <h2>Fees</h2>
      <p>
        Fees are taken from the losing side only: {percent(fees.burn, 2)} of it is burned and{' '}
        {percent(fees.developer, 2)} goes to the developer. Refunds cost nothing. A market keeps the
        rates that it was created with.
      </p>
    </section>
  );
}

function WhoDecides() {
  const { vetoSeconds = 0 } = config.value ?? {};
  return (
    <section class="stack">
      <h2>Who decides</h2>
      <p>Each market says which of these it is, and its rule says exactly what counts and when.</p>
      <dl class="answers">
        {Object.entries(DECIDED_BY).map(([key, { sign, name, sentence }]) => (
          <div key={key}>
            <dt>
              <span aria-hidden="true">{sign}</span> {name}
            </dt>
            <dd>{sentence}</dd>
          </div>
        ))}
      </dl>
      {vetoSeconds > 0 && (
        <p>
          What the oracle says is not final at once: a guardian can veto it for{' '}
          {duration(vetoSeconds * 1_000)}, which refunds everybody.
        </p>
      )}
    </section>
  );
}
