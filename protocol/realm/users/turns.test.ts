import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './turns.ts';

/** Work that ends when the test says so, and what has started so far. */
function createWork() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => (hasWaited: boolean) =>
    new Promise<string>((resolve, reject) => {
      begun.push(hasWaited ? `${name} after a wait` : name);
      ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
    });
  return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

test('work with the same key runs one after another, in order of arrival', async () => {
  const takeTurn = createTurns();
  const { begun, work, end } = createWork();
  const [a, b, c] = ['a', 'b', 'c'].map((name) => takeTurn('alice', work(name)));
  assert.deepEqual(begun, ['a']);
  end('a');
  assert.equal(await a, 'a');
  assert.deepEqual(begun, ['a', 'b after a wait']);
  end('b');
  await b;
  end('c');
  assert.equal(await c, 'c');
  assert.deepEqual(begun, ['a', 'b after a wait', 'c after a wait']);
});

test('work with another key does not wait', () => {
  const takeTurn = createTurns();
  const { begun, work } = createWork();
  void takeTurn('alice', work('a'));
  void takeTurn('bob', work('b'));
  assert.deepEqual(begun, ['a', 'b']);
});

test('a failure is reported to its caller and does not stop later work', async () => {
  const takeTurn = createTurns();
  const { work, end } = createWork();
  const failing = takeTurn('alice', work('a'));
  const next = takeTurn('alice', work('b'));
  end('a', new Error('no disk'));
  await assert.rejects(failing, /no disk/);
  end('b');
  assert.equal(await next, 'b');
});

test('work that arrives after everything else has ended does not wait', async () => {
  const takeTurn = createTurns();
  const { begun, work, end } = createWork();
  const first = takeTurn('alice', work('a'));
  end('a');
  await first;
  void takeTurn('alice', work('b'));
  assert.deepEqual(begun, ['a', 'b']);
});
