import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../testing/context.ts';
import {
  groupMembership,
  hardcodedAttribute,
  organizationMembership,
  sessionNote,
  userAttribute,
  userProperty,
} from './attributes.ts';
import type { SamlMapperType } from './mapper.ts';

function list(type: SamlMapperType, config: Record<string, string>, context = createTestContext()) {
  return (type.listAttributes?.(config, context) ?? []).map(({ name, values }) => [name, ...values]);
}

test('SAML Core §2.7.3: a user attribute has all its values; its own name is the default', () => {
  assert.deepEqual(list(userAttribute, { 'user.attribute': 'colour' }), [['colour', 'red', 'green']]);
  assert.deepEqual(list(userAttribute, { 'user.attribute': 'colour', 'attribute.name': 'c' }), [
    ['c', 'red', 'green'],
  ]);
});

test('SAML Core §2.7.3: an attribute the user lacks comes from the nearest group; without a value it is omitted', () => {
  assert.deepEqual(list(userAttribute, { 'user.attribute': 'floor' }), [['floor', '3']]);
  assert.deepEqual(list(userAttribute, { 'user.attribute': 'none' }), []);
  assert.deepEqual(list(userAttribute, { 'user.attribute': '__proto__' }), []);
});

test('SAML Core §2.7.3: a property is a member of the user; without a value it is omitted', () => {
  assert.deepEqual(list(userProperty, { 'user.attribute': 'email' }), [['email', 'alice@example.test']]);
  assert.deepEqual(list(userProperty, { 'user.attribute': 'lastName' }), []);
});

test('SAML Core §2.7.3: a hardcoded attribute is in every assertion', () => {
  assert.deepEqual(list(hardcodedAttribute, { 'attribute.name': 'a', 'attribute.value': 'b' }), [['a', 'b']]);
});

test('SAML Core §2.7.3: existing session notes are written', () => {
  assert.deepEqual(list(sessionNote, { note: 'AUTH_TIME' }), [['AUTH_TIME', '5']]);
  assert.deepEqual(list(sessionNote, { note: 'clientAddress', 'attribute.name': 'ip' }), [
    ['ip', '127.0.0.1'],
  ]);
  assert.deepEqual(list(sessionNote, { note: 'toString' }), []);
});

test('SAML Core §2.7.3: groups by path or name, in one or several attributes', () => {
  const context = createTestContext({ groups: ['/staff/it', '/guests'] });
  assert.deepEqual(list(groupMembership, {}, context), [['member', '/staff/it', '/guests']]);
  assert.deepEqual(list(groupMembership, { single: 'false', 'full.path': 'false' }, context), [
    ['member', 'it'],
    ['member', 'guests'],
  ]);
  assert.deepEqual(list(groupMembership, {}, createTestContext({ groups: [] })), []);
});

test('Keycloak organizations: the aliases of the enabled organizations of the user are one attribute', () => {
  const context = createTestContext();
  const members = [{ username: 'alice' }];
  const organizations = [
    { name: 'Acme', alias: 'acme', members },
    { name: 'Shut', enabled: false, members },
    { name: 'bolt', members },
    { name: 'other' },
  ];
  const stored = { ...context.realm.stored, organizationsEnabled: true, organizations };
  const withOrganizations = { ...context, realm: { ...context.realm, stored } };
  assert.deepEqual(list(organizationMembership, {}, withOrganizations), [['organization', 'acme', 'bolt']]);
  assert.deepEqual(list(organizationMembership, {}, context), []);
});
