import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRegistryServer } from './test-server.ts';

test('RFC 7617 §2: a password with colons is taken whole', async () => {
  const server = await startRegistryServer();
  assert.equal((await server.request('service=registry', 'alice:alice:password')).status, 200);
  await server.stop();
});

const REASONS: readonly (readonly [what: string, login: string, reason: RegExp, remedy: RegExp])[] = [
  ['an unknown user', 'nobody:x', /no user "nobody"/, /Create the user/],
  ['a wrong password', 'bob:wrong', /not that of user bob/, /Set the password/],
  ['a disabled user', 'dora:dora-password', /dora is disabled/, /enabled of user dora/],
  ['an unfinished account', 'eve:eve-password', /must do UPDATE_PASSWORD/, /requiredActions/],
];

test('what the caller is not told stands in Activity: why, and what would help', async () => {
  const server = await startRegistryServer();
  for (const [what, login, reason, remedy] of REASONS) {
    const { refusal, text } = await server.request('service=registry', login);
    assert.match(refusal?.reason ?? '', reason, what);
    assert.match(refusal?.remedy ?? '', remedy, what);
    assert.doesNotMatch(text, reason, what);
  }
  await server.stop();
});
