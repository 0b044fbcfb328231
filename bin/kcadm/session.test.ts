import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JsonObject, parseJson, writeCompact } from './json.ts';
import { readSession, readText, writeSession } from './session.ts';

const read = (json: string) => readSession(parseJson(json) as JsonObject, 'http://a', 'r');

for (const json of [
  '{}',
  '{"endpoints": null}',
  '{"endpoints": []}',
  '{"endpoints": {"http://a": "x"}}',
  '{"endpoints": {"http://a": {"other": {}}}}',
  '{"endpoints": {"http://a/": {"r": {}}}}',
]) {
  test(`bad input: there is no login in ${json}`, () => {
    assert.equal(read(json), undefined);
  });
}

test('bad input: members of another type count as missing', () => {
  const session = read(
    '{"endpoints":{"http://a":{"r":{"token":7,"refreshToken":null,"expiresAt":"x","secret":""}}}}',
  );
  assert.deepEqual(
    [session?.token, session?.refreshToken, session?.expiresAt, session?.secret, session?.clientId],
    [undefined, undefined, undefined, undefined, 'admin-cli'],
  );
  assert.equal(readText(undefined, 'a'), undefined);
});

test("Keycloak: a login has the members of its tool's file, and other logins stay", () => {
  const config = parseJson('{"endpoints":{"http://a":{"other":{"token":"o"}}},"realm":"r"}') as JsonObject;
  const session = {
    clientId: 'c',
    secret: undefined,
    token: 't',
    refreshToken: 'f',
    grantType: 'password',
    expiresAt: 1737461325000,
    refreshExpiresAt: undefined,
  };
  writeSession(config, 'http://a', 'r', session);
  assert.equal(
    writeCompact(config),
    '{"endpoints":{"http://a":{"other":{"token":"o"},"r":{"clientId":"c","token":"t","refreshToken":"f","grantTypeForAuthentication":"password","expiresAt":1737461325000}}},"realm":"r"}',
  );
  assert.deepEqual(readSession(config, 'http://a', 'r'), session);
});

test('a server or realm may be called like an inherited property', () => {
  const config: JsonObject = new Map();
  writeSession(config, '__proto__', 'constructor', { clientId: 'c', token: 't' });
  assert.equal(readSession(config, '__proto__', 'constructor')?.token, 't');
});
