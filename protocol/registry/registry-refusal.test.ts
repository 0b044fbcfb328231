import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { normalizeRealm } from '#protocol/realm/file/normalize-realm.ts';
import { viewRealm } from '#protocol/realm/view/view-realm.ts';
import { refusalReply } from './registry-refusal.ts';

const realm = viewRealm(normalizeRealm({ realm: 'größe "a"' }, { now: () => 0 }).realm);
const pull = { type: 'repository', name: 'app', actions: ['pull'] };

function bodyOf({ body }: Reply): unknown {
  return JSON.parse(String(body));
}

test('distribution specification §Errors: a 401 lists the requested access and the required scheme', () => {
  const error = new OAuthError('access_denied', { status: 401, description: 'No.' });
  const reply = refusalReply(error, realm, [pull]);
  assert.deepEqual(bodyOf(reply), { errors: [{ code: 'UNAUTHORIZED', message: 'No.', detail: [pull] }] });
  assert.equal(reply.headers?.['www-authenticate'], 'Basic realm="gr??e \\"a\\""');
  assert.deepEqual(bodyOf(refusalReply(error, realm)), {
    errors: [{ code: 'UNAUTHORIZED', message: 'No.', detail: {} }],
  });
});

const CODES: readonly (readonly [status: number, code: string])[] = [
  [400, 'UNSUPPORTED'],
  [403, 'DENIED'],
  [404, 'UNSUPPORTED'],
];

for (const [status, code] of CODES) {
  test(`distribution specification §Errors: a ${status} has code ${code}, and Keycloak’s members besides the list`, () => {
    const reply = refusalReply(new OAuthError('invalid_request', { status, description: 'No.' }), realm);
    assert.equal(reply.status, status);
    assert.deepEqual(bodyOf(reply), {
      errors: [{ code, message: 'No.' }],
      error: 'invalid_request',
      error_description: 'No.',
    });
    assert.equal(reply.headers?.['www-authenticate'], undefined);
  });
}
