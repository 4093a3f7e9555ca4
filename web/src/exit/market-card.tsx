import { useSignal } from '@preact/signals';
import { isFinal, type Outcome, type UnixSeconds } from '@tote/domain';
import { MarketSource } from '@tote/program-client';
import { Fact } from '../components/figures.tsx';
import { Button, submitting, typedInto } from '../components/forms.tsx';
import { closeMarket, collect, money, refund, resolve, settleOthers, veto } from './actions.ts';
import { type Deployment, readAddress } from './chain/deployment.ts';
import type { Holdings, Position } from './chain/holdings.ts';
import { type ChainMarket, listPositions } from './chain/markets.ts';
import { ask } from './confirm.tsx';
import { describePhase, nextStep, payoutIf, payoutOf, phaseOf } from './market-state.ts';
import { Question } from './question.tsx';
import { run, signer } from './state.ts';

interface Props {
  readonly deployment: Deployment;
  readonly holdings: Holdings | undefined;
  readonly market: ChainMarket;
  readonly now: UnixSeconds;
}

export function MarketCard(props: Props) {
  const { deployment, holdings, market, now } = props;
  const { pools } = market.account;
  const position = holdings?.positions.find((each) => each.market === market.address);
  const [yes = 0n, no = 0n] = pools;
  return (
    <article class="sheet stack exit-market">
      <Question {...{ deployment, market }} />
      <p>{describePhase(market, phaseOf(market, now))}</p>
      <dl class="exit-facts columns">
        <Amounts title="Pools" {...{ yes, no, market, deployment }} />
        {position && (
          <>
            <Amounts
              title="Your stake"
              {...{ market, deployment, yes: position.stakeYes, no: position.stakeNo }}
            />
            <Worth {...{ market, position, now, deployment }} />
          </>
        )}
      </dl>
      <Steps {...props} position={position} />
      <p class="quiet exit-address">
        Market <code>{market.address}</code>
      </p>
    </article>
  );
}

interface AmountsProps extends Pick<Props, 'market' | 'deployment'> {
  readonly title: string;
  readonly yes: bigint;
  readonly no: bigint;
}

function Amounts({ title, yes, no, market: { currency }, deployment }: AmountsProps) {
  return (
    <Fact name={title}>
      <span class="side side-yes">Yes {money(yes, currency, deployment)}</span>{' '}
      <span class="side side-no">No {money(no, currency, deployment)}</span>
    </Fact>
  );
}

interface WorthProps extends Omit<Props, 'holdings'> {
  readonly position: Position;
}

function Worth({ market, position, now, deployment }: WorthProps) {
  const show = (units: bigint) => money(units, market.currency, deployment);
  const phase = phaseOf(market, now);
  const ifSide = (side: Outcome) => `${show(payoutIf(market, position, side))} if ${side}`;
  const words = () => {
    if (isFinal(phase)) return show(payoutOf(market, position));
    if (phase.state === 'refund_due') return show(payoutIf(market, position, 'refund'));
    if (phase.state === 'proposed') return `${ifSide(market.outcome ?? 'Yes')}, without a veto`;
    return `${ifSide('Yes')}, ${ifSide('No')}, at current pools`;
  };
  return <Fact name="You get">{words()}</Fact>;
}

function Steps(props: Props & { readonly position: Position | undefined }) {
  const { deployment, holdings, market, now, position } = props;
  const step = nextStep(market, now);
  if (!step) return null;
  if (!signer.value || !holdings) {
    return <p class="quiet">Choose a wallet that can sign to do what is due here.</p>;
  }
  if (step === 'resolve') return <Resolve {...{ deployment, market }} />;
  if (step === 'veto') {
    const onClick = () => ask(veto(deployment, holdings, market));
    return <Button onClick={onClick}>Veto the outcome</Button>;
  }
  const isRefundDue = step === 'refund';
  return (
    <div class="exit-row">
      {position && (
        <Button onClick={() => ask(collect(deployment, holdings, [{ market, isRefundDue }]))}>
          {isRefundDue ? 'Get your refund' : 'Settle your position'}
        </Button>
      )}
      {isRefundDue && !position && (
        <Button onClick={() => ask(refund(deployment, market))}>Refund the market</Button>
      )}
      {step === 'settle' && (
        <Button
          onClick={() =>
            run(async () => {
              const positions = await listPositions(deployment, market.address);
              ask(settleOthers(deployment, market, positions));
            })
          }
        >
          Settle everybody’s positions
        </Button>
      )}
      {step === 'close' && (
        <Button onClick={() => ask(closeMarket(deployment, market))}>Close the market</Button>
      )}
    </div>
  );
}

/** A state fact names its account; the account of a timed fact must be entered. */
function Resolve({ deployment, market }: Pick<Props, 'deployment' | 'market'>) {
  const { source, subject, factOwner } = market.account;
  const isState = source === MarketSource.StateFact;
  const text = useSignal<string>(isState ? subject : '');
  return (
    <form
      class="ask"
      onSubmit={submitting(() =>
        run(async () => {
          ask(resolve(deployment, market, readAddress(text.value, 'The account')));
        }),
      )}
    >
      {!isState && (
        <label class="wide">
          <span>Account of the program {factOwner} with the value published at expiry</span>
          <input type="text" spellcheck={false} autocomplete="off" {...typedInto(text)} />
        </label>
      )}
      <button type="submit" class="button">
        Have the program decide
      </button>
    </form>
  );
}
