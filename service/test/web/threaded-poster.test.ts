// Posts from a thread to a real server.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FetchFailure } from '../../src/web/checked-address.ts';
import { createThreadedPoster, type Poster } from '../../src/web/threaded-poster.ts';
import { answers, hangs, Receiver } from '../webhooks/support/receiver.ts';

const { signal } = new AbortController();
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

test('each message gets its own answer, however many there are', async () => {
  let count = 0;
  receiver.behave = (response, received) => {
    count += 1;
    answers(200 + (count % 3))(response, received);
  };
  const bodies = Array.from({ length: 60 }, (_, index) => JSON.stringify({ index }));
  const statuses = await Promise.all(bodies.map((body) => poster.post(message(body), signal)));
  expect(receiver.received.map(({ body }) => body).sort()).toEqual([...bodies].sort());
  const times = (status: number) => statuses.filter((each) => each === status).length;
  expect([times(200), times(201), times(202)]).toEqual([20, 20, 20]);
});

test('failures say why, as in the main thread', async () => {
  const elsewhere = poster.post(message('{}', 'http://10.0.0.1/'), signal);
  await expect(elsewhere).rejects.toThrow('its address is not public');
  await expect(elsewhere).rejects.toBeInstanceOf(FetchFailure);
  await expect(poster.check('http://10.0.0.1/')).rejects.toBeInstanceOf(FetchFailure);
  await poster.check(receiver.url);
  expect(receiver.received).toEqual([]);
});

test('a message that is stopped ends its request', async () => {
  receiver.behave = hangs;
  const stopping = new AbortController();
  const posted = poster.post(message(), stopping.signal);
  await vi.waitUntil(() => receiver.received.length === 1);
  stopping.abort(new Error('enough'));
  await expect(posted).rejects.toThrow('enough');
  await vi.waitUntil(() => receiver.openConnections === 0);
  await expect(poster.post(message(), stopping.signal)).rejects.toThrow('enough');
  receiver.behave = answers(204);
  expect(await poster.post(message(), signal)).toBe(204);
});

test('when the thread ends, what it had fails, and the next message starts another', async () => {
  receiver.behave = hangs;
  const posted = poster.post(message(), signal);
  await vi.waitUntil(() => receiver.received.length === 1);
  const failure = expect(posted).rejects.toThrow('the thread that sends has ended');
  await poster.close();
  await failure;
  receiver.behave = answers(200);
  expect(await poster.post(message(), signal)).toBe(200);
});
