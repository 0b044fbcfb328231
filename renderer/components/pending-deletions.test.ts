import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPendingDeletions } from './pending-deletions.ts';

const LONG_MS = 3_600_000;

function deletions() {
  const sent: string[] = [];
  const pending = createPendingDeletions();
  const add = (path: string): void => {
    pending.add(
      path,
      async () => {
        sent.push(path);
      },
      LONG_MS,
    );
  };
  return { pending, add, sent };
}

test('console "Clients": a deletion that is undone is never sent', () => {
  const { pending, add, sent } = deletions();
  add('/a');
  assert.deepEqual([...pending.paths()], ['/a']);
  pending.undo('/a');
  pending.flush();
  assert.deepEqual(sent, []);
  assert.deepEqual([...pending.paths()], []);
});

test('console "Clients": closing the window sends pending deletions, once', async () => {
  const { pending, add, sent } = deletions();
  add('/a');
  add('/a');
  pending.flush();
  pending.flush();
  assert.deepEqual(sent, ['/a']);
  await Promise.resolve();
});

test('console "Clients": an entry stays hidden until the server has deleted it', async () => {
  const pending = createPendingDeletions();
  let finish: () => void = () => undefined;
  pending.add('/a', () => new Promise((resolve) => (finish = resolve)), LONG_MS);
  pending.flush();
  pending.undo('/a');
  assert.deepEqual([...pending.paths()], ['/a']);
  const shown = new Promise<void>((resolve) => pending.subscribe(resolve));
  finish();
  await shown;
  assert.deepEqual([...pending.paths()], []);
});
