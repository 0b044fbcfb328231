import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KeycloakType, membersOf } from '../export/keycloak-classes.ts';
import { REALM_REFERENCES, USER_REFERENCES } from './reference-rows.ts';

/** Members that Keycloak 26 converts to others before it reads them. */
const CONVERTED = /^(applications|oauthClients)\[/;

const REALM: KeycloakType = { kind: 'object', name: 'Realm' };
const TEXT: KeycloakType = { kind: 'text' };

function itemOf(type: KeycloakType, at: string): KeycloakType {
  assert.ok(type.kind === 'list' || type.kind === 'map', at);
  return type.of;
}

/** The type at a place of Keycloak's realm representation. */
function typeAt(at: string): KeycloakType | undefined {
  let type: KeycloakType | undefined = REALM;
  for (const [step, name] of at.matchAll(/\.?([A-Za-z]+)|\[\*?\*?\]!?|\{(?:key)?\}|<json>/g)) {
    if (step === '<json>') return TEXT;
    if (step === '{key}') type = TEXT;
    else if (name === undefined) type = itemOf(type, at);
    else if (type.kind === 'map') type = type.of;
    else {
      assert.ok(type.kind === 'object', at);
      type = membersOf(type.name).get(name);
    }
    if (type === undefined) return undefined;
  }
  return type;
}

for (const { at } of [...REALM_REFERENCES, ...USER_REFERENCES])
  test(`${at} is a text in Keycloak's representations`, () => {
    if (!CONVERTED.test(at)) assert.equal(typeAt(at)?.kind, 'text');
  });

test('no place is listed twice', () => {
  const places = [...REALM_REFERENCES, ...USER_REFERENCES].map(({ at }) => at);
  assert.equal(new Set(places).size, places.length);
});
