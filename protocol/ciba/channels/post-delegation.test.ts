import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { delegationOf, recordingCalls } from '../testing/delegation.ts';
import { postDelegation } from './post-delegation.ts';

const ADDRESS = { url: 'http://entity.test/take', setting: 'option --x' };

test('service description §4.2: 201 acknowledges the delegation', async () => {
  const { calls, made } = recordingCalls(201);
  await postDelegation(calls, ADDRESS, delegationOf());
  assert.equal(await made[0]?.body(), '{"login_hint":"alice","scope":"openid","is_consent_required":false}');
  assert.deepEqual(made[0]?.accepted, [201]);
});

for (const [status, description] of [
  [200, 'Unexpected response from authentication device'],
  [204, 'Unexpected response from authentication device'],
  [302, 'Unexpected response from authentication device'],
  [500, 'Unexpected response from authentication device'],
  [0, 'Failed to send authentication request'],
] as const) {
  test(`service description §4.2: ${status === 0 ? 'no answer' : status} is 503 server_error "${description}", with a remedy`, async () => {
    await assert.rejects(postDelegation(recordingCalls(status).calls, ADDRESS, delegationOf()), (error) => {
      assert.ok(error instanceof OAuthError);
      assert.deepEqual([error.code, error.status, error.description], ['server_error', 503, description]);
      assert.match(error.reason, /entity at http:\/\/entity\.test\/take/);
      return (error.remedy ?? '') !== '';
    });
  });
}
