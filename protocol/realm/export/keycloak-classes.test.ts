import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REALM_SETTINGS } from '#protocol/contract/settings/realm.ts';
import type { ValueType } from '#protocol/contract/settings/value-type.ts';
import { findSince, type KeycloakType, membersOf } from './keycloak-classes.ts';

test('every class that a member names exists', () => {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const type of membersOf(name).values()) visitType(type);
  };
  const visitType = (type: KeycloakType): void => {
    if (type.kind === 'object') visit(type.name);
    if (type.kind === 'list' || type.kind === 'map') visitType(type.of);
  };
  visit('Realm');
  assert.ok(seen.size > 25);
  assert.throws(() => membersOf('Shop'), TypeError);
});

/** Understudy's settings are Keycloak's: each has a member of the same type. */
function compare(path: string, type: ValueType, known: KeycloakType | undefined): void {
  // Such a member is only named, as part of something that is kept whole.
  if (type.kind === 'any') return;
  assert.ok(known !== undefined, `${path} is not a member in Keycloak`);
  switch (type.kind) {
    case 'list':
    case 'map': {
      assert.equal(known.kind, type.kind, path);
      if (known.kind === 'list' || known.kind === 'map') compare(`${path}[]`, type.of, known.of);
      return;
    }
    case 'object': {
      assert.ok(known.kind === 'object', path);
      if (path.split('.').length > 5) return;
      for (const [name, row] of Object.entries(type.rows()))
        compare(`${path}.${name}`, row.type, membersOf(known.name).get(name));
      return;
    }
    case 'number':
      assert.match(known.kind, /^(number|long)$/, path);
      return;
    default:
      assert.ok(known.kind === type.kind || known.kind === 'choice', path);
  }
}

test('every setting of a realm file has a member of its type in Keycloak', () => {
  for (const [name, row] of Object.entries(REALM_SETTINGS))
    compare(name, row.type, membersOf('Realm').get(name));
});

test('members that came with a later release of Keycloak 26 are known by it', () => {
  assert.equal(findSince('Group', 'description'), '26.3');
  assert.equal(findSince('Realm', 'realm'), undefined);
  assert.equal(findSince('Client', 'clientId'), undefined);
  assert.equal(findSince('Realm', 'toString'), undefined);
});
