import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { NAME_ID_FORMATS } from '#protocol/saml/xml-names.ts';
import { brokerRealm, corpOf } from '../testing/mapper-input.ts';
import type { ReceivedAssertion } from './read-assertion.ts';
import { readPerson } from './read-person.ts';

const ASSERTION: ReceivedAssertion = {
  id: '_1',
  issuer: 'urn:idp',
  nameId: {
    value: 'ada@example.com',
    format: NAME_ID_FORMATS.email,
    nameQualifier: undefined,
    spNameQualifier: undefined,
  },
  confirmations: [],
  conditions: { notBefore: undefined, notOnOrAfter: undefined },
  audiences: [],
  sessionIndex: 'i-1',
  attributes: [
    { name: 'uid', friendlyName: undefined, values: ['', 'ada'] },
    { name: 'urn:oid:2.5.4.42', friendlyName: 'givenName', values: ['Ada'] },
  ],
};

const read = (config: Readonly<Record<string, string>> = {}, changes: Partial<ReceivedAssertion> = {}) =>
  readPerson({ ...corpOf(brokerRealm()), config }, { ...ASSERTION, ...changes }, '<r/>');

const nameId = (value: string, format: string) => ({
  nameId: { value, format, nameQualifier: undefined, spNameQualifier: undefined },
});

test('Keycloak SAML brokering: the NameID is id and name, and the address in the format emailAddress', () => {
  const { id, username, email, firstName, token, notes } = read();
  assert.deepEqual([id, username, email], ['ada@example.com', 'ada@example.com', 'ada@example.com']);
  // Names are read by mappers only.
  assert.equal(firstName, undefined);
  assert.equal(token, Buffer.from('<r/>').toString('base64'));
  assert.equal(notes?.['identity_provider'], 'corp');
  assert.equal(notes?.['identity_provider_identity'], 'ada@example.com');
  assert.equal(notes?.['SAML_FEDERATED_SESSION_INDEX'], 'i-1');
  assert.match(notes?.['SAML_FEDERATED_SUBJECT_NAME_ID'] ?? '', />ada@example\.com</);
});

test('Keycloak SAML brokering: a NameID in another format is no address', () =>
  assert.equal(read({}, nameId('ada@example.com', NAME_ID_FORMATS.unspecified)).email, undefined));

for (const attribute of [
  { name: 'mail', friendlyName: 'email', values: ['a@example.com'] },
  { name: 'urn:oid:1.2.840.113549.1.9.1', friendlyName: undefined, values: ['a@example.com'] },
])
  test(`Keycloak SAML brokering: the address is that of ${attribute.friendlyName ?? attribute.name}`, () =>
    assert.equal(read({}, { attributes: [attribute] }).email, 'a@example.com'));

for (const [principalType, principalAttribute, id] of [
  ['ATTRIBUTE', 'uid', 'ada'],
  ['FRIENDLY_ATTRIBUTE', 'givenName', 'Ada'],
  ['SUBJECT', 'uid', 'ada@example.com'],
  ['x', 'uid', 'ada@example.com'],
] as const)
  test(`Keycloak principalType: with ${principalType}, the person is ${id}`, () =>
    assert.equal(read({ principalType, principalAttribute }).id, id));

for (const [name, config, changes, reason] of [
  ['no NameID', {}, { nameId: undefined }, /has no NameID/],
  [
    'an attribute that is missing',
    { principalType: 'ATTRIBUTE', principalAttribute: 'x' },
    {},
    /no attribute "x".*it has uid, urn:oid/,
  ],
  [
    'the name of a friendly one',
    { principalType: 'ATTRIBUTE', principalAttribute: 'givenName' },
    {},
    /no attribute "givenName"/,
  ],
  [
    'the friendly name of a name',
    { principalType: 'FRIENDLY_ATTRIBUTE', principalAttribute: 'uid' },
    {},
    /it has givenName/,
  ],
  [
    'no principalAttribute',
    { principalType: 'ATTRIBUTE' },
    { attributes: [] },
    /no attribute "".*it has none/,
  ],
] as const)
  test(`Keycloak principalType: ${name} is refused`, () =>
    assert.throws(
      () => read(config, changes),
      (error) => error instanceof OAuthError && reason.test(error.reason),
    ));
