import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovableClock } from '#protocol/clock.ts';
import type { PromptWire } from '#protocol/contract/device.ts';
import { createCollectingLogger } from '#protocol/log/testing/collecting-logger.ts';
import { createAutomaticAnswers } from './automatic-answers.ts';
import { REALM_ID, startTestDevice } from './testing/device.ts';

test('contract "Device": a rule answers once its delay has passed on the realm’s clock, even if the clock was moved', async () => {
  const peer = await startTestDevice({ rules: [{ answer: 'deny', afterSeconds: 30 }] });
  const id = await peer.prompt();
  const [waiting] = (await peer.device.control.list(REALM_ID)).pending;
  assert.deepEqual(waiting?.automatic, { answer: 'deny', at: peer.clock.now() + 30_000 });
  const denied = peer.until(({ state }) => state === 'denied');
  peer.clock.setOffsetMs(30_000);
  const { id: answered, answeredBy, automatic } = await denied;
  assert.deepEqual([answered, answeredBy, automatic], [id, 'rule', undefined]);
  assert.deepEqual(
    peer.callbacks.map(({ status }) => status),
    ['UNAUTHORIZED'],
  );
  await peer.stop();
});

test('contract "Device": new rules apply to pending prompts, and never leaves them to the user', async () => {
  const peer = await startTestDevice({ rules: [{ answer: 'never', afterSeconds: 0 }] });
  await peer.prompt();
  assert.equal((await peer.device.control.list(REALM_ID)).pending[0]?.automatic, undefined);
  const approved = peer.until(({ state }) => state === 'approved');
  const rules = [{ username: 'alice', answer: 'approve', afterSeconds: 0 }];
  await peer.device.control.keepRules({ id: REALM_ID, name: 'demo' }, rules);
  assert.equal((await approved).answeredBy, 'rule');
  await peer.stop();
});

/** Automatic answers for prompts set by the test, and the IDs of those answered. */
function setUp(facts: readonly Pick<PromptWire, 'id' | 'receivedAt'>[]) {
  const clock = createMovableClock({ now: () => 1000 });
  const answered: string[] = [];
  const log = createCollectingLogger();
  const automatic = createAutomaticAnswers({
    log,
    clocks: () => clock,
    inbox: {
      waiting: () =>
        facts
          .filter(({ id }) => !answered.includes(id))
          .map((fact) => ({ realmId: 'r', isOwn: fact.id !== 'foreign', prompt: fact as PromptWire })),
    },
    rules: {
      planFor: ({ id, receivedAt }) => (id === 'manual' ? undefined : { answer: 'deny', at: receivedAt }),
    },
    answers: {
      async answer(_realmId, id) {
        answered.push(id);
        if (id === 'broken') throw new TypeError('broken');
        return undefined;
      },
    },
  });
  return { clock, answered, automatic, log };
}

test('nothing is answered a millisecond too early or without a rule', () => {
  const { automatic, answered, clock } = setUp([
    { id: 'late', receivedAt: 5000 },
    { id: 'due', receivedAt: 1000 },
    { id: 'manual', receivedAt: 0 },
  ]);
  automatic.schedule();
  assert.deepEqual(answered, ['due']);
  clock.setOffsetMs(3999);
  automatic.schedule();
  assert.deepEqual(answered, ['due']);
  clock.setOffsetMs(4000);
  automatic.schedule();
  assert.deepEqual(answered, ['due', 'late']);
  automatic.close();
});

test('several servers: a prompt of another server is answered two seconds later, in case that one has ended', () => {
  const { automatic, answered, clock } = setUp([{ id: 'foreign', receivedAt: 1000 }]);
  clock.setOffsetMs(1999);
  automatic.schedule();
  assert.deepEqual(answered, []);
  clock.setOffsetMs(2000);
  automatic.schedule();
  assert.deepEqual(answered, ['foreign']);
  automatic.close();
});

test('after close nothing is answered', () => {
  const { automatic, answered } = setUp([{ id: 'due', receivedAt: 0 }]);
  automatic.close();
  automatic.schedule();
  assert.deepEqual(answered, []);
});

test('an unexpected error in one answer is logged and does not block the others', async () => {
  const { automatic, answered, log } = setUp([
    { id: 'broken', receivedAt: 0 },
    { id: 'due', receivedAt: 0 },
  ]);
  automatic.schedule();
  await Promise.resolve();
  assert.deepEqual(answered, ['broken', 'due']);
  assert.deepEqual(
    log.records.map(({ level, parameters }) => [level, parameters['prompt']]),
    [['ERROR', 'broken']],
  );
  automatic.close();
});
