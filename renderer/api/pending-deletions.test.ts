import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPendingDeletions } from './pending-deletions.ts';

/** Deletions of entries by path, on a clock that the test moves. */
function deletions() {
  let time = 0;
  const timers = new Map<number, { at: number; run: () => void }>();
  const sent: string[] = [];
  const restored: string[] = [];
  const pending = createPendingDeletions({
    now: () => time,
    after: (ms, run) => {
      const key = timers.size + time * 1000;
      timers.set(key, { at: time + ms, run });
      return () => timers.delete(key);
    },
    undoMs: 10_000,
  });
  const add = (...paths: string[]): void =>
    pending.add({
      paths,
      doing: `Deleting ${paths.join()}`,
      send: async (fresh, leaving) => {
        sent.push(`${fresh.join()}${leaving ? ' leaving' : ''}`);
      },
      restore: () => restored.push(paths.join()),
    });
  const pass = async (ms: number): Promise<void> => {
    time += ms;
    for (const [key, { at, run }] of [...timers])
      if (at <= time) {
        timers.delete(key);
        run();
      }
    await new Promise(setImmediate);
  };
  const left = (): readonly number[] => pending.list().map((entry) => entry.leftMs());
  const undoFirst = (): void => pending.undo(pending.list()[0]?.id ?? 0);
  return { pending, add, sent, restored, pass, left, undoFirst };
}

test('console "Undo": a deletion is sent after ten seconds, and its entry is hidden until then', async () => {
  const { pending, add, sent, pass } = deletions();
  add('/a');
  await pass(9999);
  assert.deepEqual(sent, []);
  assert.deepEqual([...pending.paths()], ['/a']);
  await pass(1);
  assert.deepEqual(sent, ['/a']);
  assert.deepEqual([...pending.paths()], []);
});

test('console "Undo": a deletion that is undone is never sent, and its entry is restored', async () => {
  const { pending, add, sent, restored, pass, undoFirst } = deletions();
  add('/a');
  undoFirst();
  assert.deepEqual([...pending.paths()], []);
  assert.deepEqual(restored, ['/a']);
  await pass(20_000);
  await pending.send();
  pending.leave();
  assert.deepEqual(sent, []);
});

test('console "Undo": a deletion that was sent cannot be undone, and stays hidden until the server has answered', async () => {
  const { pending } = deletions();
  let finish: () => void = () => undefined;
  let restored = false;
  pending.add({
    paths: ['/a'],
    doing: 'Deleting a',
    send: () => new Promise((resolve) => (finish = resolve)),
    restore: () => {
      restored = true;
    },
  });
  const sending = pending.send();
  const [entry] = pending.list();
  pending.undo(entry?.id ?? 0);
  assert.equal(restored, false);
  assert.equal(entry?.leftMs(), 0);
  assert.deepEqual([...pending.paths()], ['/a']);
  finish();
  await sending;
  assert.deepEqual([...pending.paths()], []);
});

test('console "Undo": an entry is shown again after a deletion that failed', async () => {
  const { pending } = deletions();
  pending.add({
    paths: ['/a'],
    doing: 'Deleting a',
    send: () => Promise.reject(new Error('403')),
    restore: () => undefined,
  });
  await pending.send();
  assert.deepEqual([...pending.paths()], []);
});

test('console "Undo": closing the window sends every pending deletion, once', async () => {
  const { pending, add, sent, pass } = deletions();
  add('/a');
  add('/a');
  add('/b');
  pending.leave();
  pending.leave();
  await pass(10_000);
  assert.deepEqual(sent, ['/a leaving', '/b leaving']);
});

test('console "Undo": only matching deletions are sent early, and a deletion that is being sent is awaited', async () => {
  const { pending, add, sent } = deletions();
  add('/clients/1');
  add('/users/1', '/users/2');
  await pending.send((path) => path === '/users/2');
  assert.deepEqual(sent, ['/users/1,/users/2']);
  assert.deepEqual([...pending.paths()], ['/clients/1']);
  await pending.send((path) => path.startsWith('/nothing'));
  assert.equal(pending.list().length, 1);
});

test('console "Undo": entries of a bulk deletion are undone together, and none is deleted twice', async () => {
  const { pending, add, sent, undoFirst } = deletions();
  add('/a');
  add('/a', '/b', '/c');
  assert.deepEqual(
    pending.list().map(({ deletion }) => deletion.paths),
    [['/a'], ['/b', '/c']],
  );
  undoFirst();
  assert.deepEqual([...pending.paths()], ['/b', '/c']);
  await pending.send();
  assert.deepEqual(sent, ['/b,/c']);
});

test('console "Undo": the time stands still while it is held, also for later deletions', async () => {
  const { pending, add, sent, pass, left } = deletions();
  add('/a');
  await pass(4000);
  pending.hold(true);
  add('/b');
  await pass(60_000);
  assert.deepEqual(left(), [6000, 10_000]);
  assert.deepEqual(sent, []);
  pending.hold(false);
  await pass(6000);
  assert.deepEqual(sent, ['/a']);
  assert.deepEqual(left(), [4000]);
});

test('console "Undo": a hold ends with the last deletion, whose message has disappeared with the pointer on it', async () => {
  const { pending, add, sent, pass, undoFirst } = deletions();
  pending.hold(true);
  assert.equal(pending.isHeld(), false);
  add('/a');
  pending.hold(true);
  undoFirst();
  assert.equal(pending.isHeld(), false);
  add('/b');
  await pass(10_000);
  assert.deepEqual(sent, ['/b']);
});

test('console "Undo": listeners hear of every change, and the list stays the same object in between', () => {
  const { pending, add, undoFirst } = deletions();
  let changes = 0;
  const unsubscribe = pending.subscribe(() => {
    changes += 1;
  });
  add('/a');
  assert.equal(pending.list(), pending.list());
  assert.equal(pending.paths(), pending.paths());
  undoFirst();
  undoFirst();
  assert.equal(changes, 2);
  unsubscribe();
  add('/b');
  assert.equal(changes, 2);
});
