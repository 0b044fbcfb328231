import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestFault } from './request-fault.ts';

test('RFC 9110 §15.5: a fault carries status, code and a description that is safe to send', () => {
  const fault = new RequestFault(415, 'invalid_request', 'The body must be a form.', {
    headers: { accept: 'x' },
  });
  assert.equal(fault.status, 415);
  assert.equal(fault.message, '415 invalid_request: The body must be a form.');
  assert.deepEqual(fault.headers, { accept: 'x' });
});

test('a fault without details has no headers and no remedy', () => {
  const fault = new RequestFault(400, 'invalid_request', 'No.');
  assert.deepEqual(fault.headers, {});
  assert.equal(fault.remedy, undefined);
  assert.equal(fault.section, undefined);
});
