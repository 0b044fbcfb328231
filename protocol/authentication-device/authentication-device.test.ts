import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { REALM_ID, startTestDevice } from './testing/device.ts';

const peer = await startTestDevice();
after(() => peer.stop());
const { control, prompts } = peer.device;

test('contract "Device": the desktop is notified of a prompt’s arrival and end, and of the pending count', async () => {
  const states: string[] = [];
  const unsubscribe = prompts.subscribe(({ state }) => states.push(state));
  const id = await peer.prompt();
  assert.equal(prompts.pendingCount(), 1);
  await control.answer(REALM_ID, id, 'approve', 'person');
  unsubscribe();
  assert.deepEqual([states, prompts.pendingCount()], [['pending', 'approved'], 0]);
});

test('contract "Device": a prompt is found by the client’s auth_req_id', async () => {
  assert.equal(await control.findByRequest(REALM_ID, 'of-j1', 0), 'j1');
  assert.equal(await control.findByRequest(REALM_ID, 'unknown', 0), undefined);
});

test('contract "Device": clearing removes answered prompts and keeps pending ones', async () => {
  const id = await peer.prompt();
  await control.clearAnswered(REALM_ID);
  const { pending, answered } = await control.list(REALM_ID);
  assert.deepEqual([pending.map((prompt) => prompt.id), answered], [[id], []]);
  await control.answer(REALM_ID, id, 'cancel', 'person');
});

test('contract "Device": invalid rules are reported, and nothing is announced', async () => {
  const changes: string[] = [];
  const unsubscribe = prompts.subscribe(({ id }) => changes.push(id));
  assert.deepEqual(await control.keepRules({ id: REALM_ID, name: 'demo' }, {}), {
    problem: 'the rules must be a JSON array',
  });
  unsubscribe();
  assert.deepEqual([changes, control.listRules('demo')], [[], []]);
});

test('the device does not record a delegation, because the sender’s call is recorded', async () => {
  await peer.activity.clear();
  await peer.prompt();
  assert.deepEqual(peer.activity.list().records, []);
});

test('after close, an answer fails immediately instead of hanging', async () => {
  const closing = await startTestDevice();
  const id = await closing.prompt();
  closing.device.close();
  const result = await closing.device.control.answer(REALM_ID, id, 'approve', 'person');
  assert.equal(result?.prompt.state, 'failed');
  await closing.stop();
});
