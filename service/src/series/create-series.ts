// Starts a series. The keeper opens its rounds from then on.
import { decidedByWord } from '@tote/conditions/decided-by-word';
import {
  addSeconds,
  cadenceSeconds,
  DomainError,
  roundStart,
  type UnixSeconds,
} from '@tote/domain';
import type { Caller } from '../auth/caller.ts';
import { checkQuestionLength } from '../markets/check-question-length.ts';
import type { CreateMarketInput, MarketContext } from '../markets/context.ts';
import { draftMarket } from '../markets/draft.ts';
import {
  createSeriesId,
  findSeries,
  insertSeries,
  listRunningSeries,
  type Series,
  type SeriesTemplate,
} from '../store/journal/series.ts';
import type { Db } from '../store/store.ts';
import { claimKey, type Idempotency } from '../submissions/idempotency.ts';
import { firstOpen, roundAt, toMarketInput } from './round.ts';
import type { SeriesBook } from './series-book.ts';

interface CreateSeriesInput
  extends Pick<CreateMarketInput, 'question' | 'tokenAddress' | 'currency' | 'initialStakes'>,
    Pick<SeriesTemplate, 'cadence' | 'condition'>,
    Partial<Pick<SeriesTemplate, 'opensBeforeStart' | 'closesAfterStart'>> {}

export interface SeriesContext extends MarketContext {
  readonly book: SeriesBook;
  readonly demo?: RestingSeries | undefined;
}

/** Series whose rounds are opened only at times, so that none of them counts as missed. */
export interface RestingSeries {
  has(series: Pick<Series, 'wallet'>): boolean;
  isAsleep(series: Pick<Series, 'wallet'>): boolean;
}

const RUNNING_MAX = 100;
/** Each of them is a market whose rent the relayer has paid. */
const AHEAD_MAX = 100;
/** A round that closes sooner would hardly be opened in time. */
const MARGIN_SECONDS = 10;

export async function createSeries(
  context: SeriesContext,
  caller: Caller,
  input: CreateSeriesInput,
  idempotency?: Idempotency,
): Promise<Series> {
  const { store, chain, wallMs, book } = context;
  const { wallet } = caller;
  const now = chain.clock.now();
  const newId = createSeriesId();
  const template = await findFirst(context, caller, checkTimes(input), now);
  const series = await store.write(async (db) => {
    const claim = { wallet, request: idempotency, reference: newId, wallMs: wallMs() };
    const id = await claimKey(db, claim);
    if (id === newId) {
      await checkPlace(db, id);
      const reached = roundStart(template.cadence, template.firstStart, -1);
      await insertSeries(db, { id, wallet, template, createdAt: now, reached });
    }
    const stored = await findSeries(db, id);
    if (!stored) throw new DomainError('idempotency_key_reused');
    return stored;
  });
  book.add(series.id, series.wallet);
  await store.notify('series', series.id);
  return series;
}

type Checked = Omit<SeriesTemplate, 'decidedBy' | 'firstStart'>;

/**
 * The first round is one that can be opened now. If its condition needs more time than is left, it
 * is the first one that is opened as early as all others. Refused as that market would be, also if
 * the owner's account has not enough for the stakes.
 */
async function findFirst(
  context: SeriesContext,
  caller: Caller,
  template: Checked,
  now: UnixSeconds,
): Promise<SeriesTemplate> {
  const draft = async (firstStart: UnixSeconds) => {
    const planned = { ...template, firstStart, decidedBy: '' };
    const round = roundAt(planned, firstStart);
    const input = toMarketInput({ id: ANY_ID, template: planned }, round);
    checkQuestionLength(input.question);
    const { view } = await draftMarket(context, caller, input);
    return { ...planned, decidedBy: decidedByWord(view) };
  };
  const soon = firstOpen(template, addSeconds(now, MARGIN_SECONDS));
  const whole = roundStart(template.cadence, addSeconds(now, template.opensBeforeStart), 1);
  return draft(soon).catch((error) => {
    if (whole <= soon || !(error instanceof DomainError)) throw error;
    return draft(whole);
  });
}

/** Only to see what its markets would be like. */
const ANY_ID = 'series_8000000';

async function checkPlace(db: Db, id: string): Promise<void> {
  const running = await listRunningSeries(db);
  if (running.length >= RUNNING_MAX) throw new DomainError('series_too_many', { max: RUNNING_MAX });
  // One in 134 million: the same request with another key makes another id.
  if (await findSeries(db, id)) throw new DomainError('idempotency_key_busy');
}

/** A round opens no later than the one before it closes, so that there is always one to bet in. */
function checkTimes(input: CreateSeriesInput): Checked {
  const { question, tokenAddress, currency, condition, cadence, closesAfterStart = 0 } = input;
  const length = cadenceSeconds(cadence);
  if (closesAfterStart > length) throw invalid('closesAfterStart', `at most ${length} seconds`);
  const [least, most] = [length - closesAfterStart, AHEAD_MAX * length];
  const { opensBeforeStart = least } = input;
  if (opensBeforeStart < least || opensBeforeStart > most) {
    const why = 'so that the next round opens before the last one closes';
    throw invalid('opensBeforeStart', `${least} to ${most} seconds, ${why}`);
  }
  return {
    ...{ question, tokenAddress, currency, cadence, opensBeforeStart, closesAfterStart },
    ...(condition !== undefined && { condition: withPlainNumbers(condition) }),
    ...(input.initialStakes && { initialStakes: input.initialStakes }),
  };
}

/** Numbers that a double does not hold are refused with the condition. */
const withPlainNumbers = (condition: unknown): unknown =>
  JSON.parse(JSON.stringify(condition), (_, value) =>
    value?.isJsonNumber === true ? Number(value.text) : value,
  );

const invalid = (field: string, expected: string) =>
  new DomainError('field_invalid', { field, expected });
