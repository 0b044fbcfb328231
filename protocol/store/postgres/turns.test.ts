import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Turns } from './turns.ts';

test('work of one name follows each other in the order of the calls, also after a failure', async () => {
  const turns = new Turns();
  const done: string[] = [];
  const work = (name: string, pauses: number) =>
    turns.take('a', async () => {
      for (let pause = 0; pause < pauses; pause += 1) await Promise.resolve();
      done.push(name);
      if (name === 'first') throw new RangeError('no');
      return name;
    });
  const results = await Promise.allSettled([work('first', 9), work('second', 5), work('third', 0)]);
  assert.deepEqual(done, ['first', 'second', 'third']);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
});

test('work of another name does not wait', async () => {
  const turns = new Turns();
  let end: () => void = () => undefined;
  const first = turns.take('a', () => new Promise<void>((done) => (end = done)));
  assert.equal(await turns.take('b', async () => 'b'), 'b');
  end();
  await first;
});
