import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPrompt } from '#protocol/contract/testing/prompt.ts';
import { describeDeviceEntry, describePrompts, describeTray, deviceHash } from './describe-prompts.ts';

test('console "Device": a notification shows client, user and binding message', () => {
  assert.deepEqual(describePrompts([testPrompt('a', { bindingMessage: 'W4SCT' })]), [
    { ids: ['a'], title: 'Till asks Alice Example to sign in', body: 'W4SCT', hash: '#/device?realm=demo' },
  ]);
});

test('console "Device": without a binding message the notification says what to do', () => {
  assert.equal(describePrompts([testPrompt('a')])[0]?.body, 'Approve or deny it on Device, realm demo.');
});

test('console "Device": a few prompts have a notification each, many share one', () => {
  const few = ['a', 'b', 'c'].map((id) => testPrompt(id));
  assert.equal(describePrompts(few).length, 3);
  const [one, ...rest] = describePrompts([...few, testPrompt('d', { realm: 'other' })]);
  assert.equal(one?.title, '4 pending prompts on the device');
  assert.deepEqual(one?.ids, ['a', 'b', 'c', 'd']);
  assert.equal(one?.hash, '#/device?realm=other');
  assert.deepEqual(rest, []);
});

test('console "Device": no prompt, no notification', () => {
  assert.deepEqual(describePrompts([]), []);
});

test('console "Device": the realm is encoded in the URL', () => {
  assert.equal(deviceHash('a&b="c'), '#/device?realm=a%26b%3D%22c');
  assert.equal(deviceHash(), '#/device');
});

test('console "Device": the tray shows how many prompts are pending', () => {
  assert.equal(describeTray(0), 'Understudy');
  assert.equal(describeTray(1), 'Understudy: 1 pending prompt');
  assert.equal(describeTray(12), 'Understudy: 12 pending prompts');
  assert.equal(describeDeviceEntry(0), 'Device');
  assert.equal(describeDeviceEntry(2), 'Device (2 pending)');
});
