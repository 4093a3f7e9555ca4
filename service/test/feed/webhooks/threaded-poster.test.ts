// Posts from a thread to a real server.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FetchFailure } from '../../../../packages/chain/src/lib/checked-address.ts';
import { createThreadedPoster, type Poster } from '../../../src/feed/webhooks/threaded-poster.ts';
import { answers, hangs, Receiver } from './support/receiver.ts';

/** Another one for each list, as each webhook has its own. */
const neverStopped = () => new AbortController().signal;
let receiver: Receiver;
let poster: Poster;

beforeEach(async () => {
  receiver = await Receiver.start();
  poster = createThreadedPoster(['127.0.0.0/8']);
});
afterEach(async () => {
  await poster.close();
  await receiver.close();
});

const message = (body = '{}', url = receiver.url) => ({ url, headers: { 'x-test': 'yes' }, body });

async function post(one = message()): Promise<number | string | undefined> {
  const [posted] = await poster.postAll([one], neverStopped());
  return posted && (posted.status ?? posted.failure ?? undefined);
}

test('each message gets its own answer, however many there are', async () => {
  let count = 0;
  receiver.behave = (response, received) => {
    count += 1;
    answers(200 + (count % 3))(response, received);
  };
  const bodies = Array.from({ length: 60 }, (_, index) => JSON.stringify({ index }));
  const statuses = await Promise.all(bodies.map((body) => post(message(body))));
  expect(receiver.received.map(({ body }) => body).sort()).toEqual([...bodies].sort());
  const times = (status: number) => statuses.filter((each) => each === status).length;
  expect([times(200), times(201), times(202)]).toEqual([20, 20, 20]);
});

test('a list is posted in order, up to the first that is not taken', async () => {
  const list = ['1', '2', '3', '4'].map((body) => message(body));
  receiver.behave = (response, received) => {
    answers(received.body === '3' ? 500 : 200)(response, received);
  };
  const posted = await poster.postAll(list, neverStopped());
  expect(posted.map(({ status }) => status)).toEqual([200, 200, 500]);
  expect(receiver.received.map(({ body }) => body)).toEqual(['1', '2', '3']);
});

test('if a list takes long, the rest of it is left', async () => {
  receiver.behave = (response, received) => {
    setTimeout(() => answers(200)(response, received), 1_100);
  };
  const posted = await poster.postAll(
    ['1', '2', '3'].map((body) => message(body)),
    neverStopped(),
  );
  expect(posted.map(({ status }) => status)).toEqual([200]);
  expect(receiver.received.map(({ body }) => body)).toEqual(['1']);
});

test('failures say why, as in the main thread', async () => {
  expect(await post(message('{}', 'http://10.0.0.1/'))).toBe('its address is not public');
  await expect(poster.check('http://10.0.0.1/')).rejects.toBeInstanceOf(FetchFailure);
  await poster.check(receiver.url);
  expect(receiver.received).toEqual([]);
});

test('a list that is stopped ends its request, and says what was taken before', async () => {
  receiver.behave = (response, received) => {
    if (received.body === '1') answers(200)(response, received);
    else hangs(response, received);
  };
  const stopping = new AbortController();
  const posting = poster.postAll(
    ['1', '2', '3'].map((body) => message(body)),
    stopping.signal,
  );
  await expect.poll(() => receiver.received.length).toBe(2);
  stopping.abort(new Error('enough'));
  expect((await posting).map(({ status }) => status)).toEqual([200]);
  await expect.poll(() => receiver.openConnections).toBe(0);
  expect(await poster.postAll([message()], stopping.signal)).toEqual([]);
  receiver.behave = answers(204);
  expect(await post()).toBe(204);
  expect(receiver.received).toHaveLength(3);
});

test('when the thread ends, what it had fails, and the next message starts another', async () => {
  receiver.behave = hangs;
  const posting = post();
  await expect.poll(() => receiver.received.length).toBe(1);
  await poster.close();
  expect(await posting).toMatch('the thread that sends has ended');
  receiver.behave = answers(200);
  expect(await post()).toBe(200);
});
