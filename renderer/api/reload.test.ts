import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { reload } from './reload.ts';

interface Asked {
  readonly answer: (text: string) => void;
}

/** A watched query whose requests are answered by the test, in the order in which they were sent. */
function watch(): {
  queries: QueryClient;
  asked: Asked[];
  shown: () => string | undefined;
  stop: () => void;
} {
  const queries = new QueryClient();
  const asked: Asked[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['list'],
    queryFn: ({ signal }) =>
      new Promise<string>((answer, cancelled) => {
        asked.push({ answer });
        signal.addEventListener('abort', () => cancelled(new Error('cancelled')));
      }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => undefined);
  return { queries, asked, shown: () => queries.getQueryData(['list']), stop };
}

test('console "Activity": the list is loaded after its stream is open, even if its first request is under way', async () => {
  const { queries, asked, shown, stop } = watch();
  assert.equal(asked.length, 1);
  const reloaded = reload(queries, ['list']);
  asked[0]?.answer('before the stream');
  await new Promise(setImmediate);
  assert.equal(asked.length, 2);
  asked[1]?.answer('after the stream');
  await reloaded;
  assert.equal(shown(), 'after the stream');
  stop();
});

test('console "Activity": a list that is there already is loaded again, and shown until then', async () => {
  const { queries, asked, shown, stop } = watch();
  asked[0]?.answer('earlier');
  await new Promise(setImmediate);
  const reloaded = reload(queries, ['list']);
  await new Promise(setImmediate);
  assert.equal(shown(), 'earlier');
  asked[1]?.answer('again');
  await reloaded;
  assert.equal(shown(), 'again');
  stop();
});

test('console: queries below other keys are not loaded again', async () => {
  const { queries, asked, stop } = watch();
  asked[0]?.answer('earlier');
  await new Promise(setImmediate);
  await reload(queries, ['others']);
  assert.equal(asked.length, 1);
  stop();
});
