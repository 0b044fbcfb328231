import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readObject } from '../members.ts';
import { CLIENT, CLIENT_SCOPE, GROUP, REALM, USER } from './representations.ts';

for (const [rules, json, expected] of [
  [USER, { attributes: { a: 'b' } }, /attributes\.a must be a JSON array/],
  [USER, { credentials: [{ value: 1 }] }, /credentials\[0\]\.value must be/],
  [USER, { clientConsents: [{}] }, /clientConsents\[0\]\.clientId is missing/],
  [CLIENT, { attributes: { a: 1 } }, /attributes\.a must be a string/],
  [CLIENT, { protocolMappers: [{ name: 'x' }] }, /protocolMappers\[0\]\.protocolMapper is missing/],
  [CLIENT, { id: '../x' }, /id must be a string of 1 to 64 letters/],
  [CLIENT_SCOPE, { attributes: [] }, /attributes must be a JSON object/],
  [GROUP, { subGroups: [{ name: 'a', subGroups: [{}] }] }, /subGroups\[0\]\.subGroups\[0\]\.name is missing/],
  [REALM, { roles: { client: { a: {} } } }, /roles\.client\.a must be a JSON array/],
  [
    REALM,
    { components: { k: [{ providerId: 'rsa', config: { a: 'b' } }] } },
    /components\.k\[0\]\.config\.a must be a JSON array/,
  ],
  [REALM, { ssoSessionIdleTimeout: -2 }, /ssoSessionIdleTimeout must be a whole number of seconds from -1/],
] as const) {
  test(`realm-admin A: ${JSON.stringify(json)} is refused with its path`, () => {
    assert.throws(() => readObject(json, rules), expected);
  });
}

test("realm-admin A: every member of the representations' types that is a text, a number or a switch has its rule", () => {
  const source = readFileSync(new URL('../../contract/realm-representation.ts', import.meta.url), 'utf8');
  const typed = {
    RealmRepresentation: REALM,
    ClientRepresentation: CLIENT,
    UserRepresentation: USER,
    GroupRepresentation: GROUP,
  };
  for (const [name, rules] of Object.entries(typed)) {
    const body = new RegExp(`interface ${name} [^{]*{([^}]*)}`).exec(source)?.[1] ?? '';
    for (const [, member = ''] of body.matchAll(/^ {2}(\w+)\??: (?:string|number|boolean);$/gm)) {
      assert.ok(Object.hasOwn(rules, member), `${name}.${member}`);
    }
  }
});
