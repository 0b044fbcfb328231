import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { WEB } from '../testing/realm.ts';
import { startOAuthServer } from '../testing/server.ts';

const server = await startOAuthServer();
after(() => server.stop());
const CIBA = 'urn:openid:params:grant-type:ciba';

test('each grant has a file of its name and a test', () => {
  for (const { type } of server.grants) {
    const name = type.replace(/^.*:/, '').replaceAll('_', '-');
    const file = type === CIBA ? '../../ciba/ciba-grant' : name;
    for (const ending of ['ts', 'test.ts'])
      assert.ok(existsSync(new URL(`${file}.${ending}`, import.meta.url)), `${file}.${ending}`);
  }
});

for (const type of ['implicit', 'Password', 'constructor', '__proto__']) {
  test(`RFC 6749 §5.2: grant_type ${type} is refused with a list of the supported ones`, async () => {
    const { status, body, refusal } = await server.post('token', { ...WEB, grant_type: type });
    assert.deepEqual([status, body['error']], [400, 'unsupported_grant_type']);
    for (const grant of server.grants) assert.ok(refusal?.remedy?.includes(grant.type), grant.type);
  });
}

test('discovery lists exactly the grants and the implicit flow, sorted', async () => {
  const { body } = await server.send('/realms/demo/.well-known/openid-configuration');
  const types = server.grants.map(({ type }) => type);
  assert.ok(types.includes(CIBA));
  assert.deepEqual(body['grant_types_supported'], ['implicit', ...types].sort());
});
