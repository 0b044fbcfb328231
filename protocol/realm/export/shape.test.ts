import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFindings } from './findings.ts';
import { shapeAs } from './shape.ts';

function shape(value: object, name = 'Realm') {
  const { report, list } = createFindings();
  return { shaped: shapeAs(value, name, report), findings: list() };
}

test('Keycloak import: members that a class lacks are left out at every depth, each with its path', () => {
  const { shaped, findings } = shape({
    realm: 'shop',
    colour: 'red',
    clients: [{ clientId: 'a' }, { clientId: 'b', shape: { round: true } }],
    groups: [{ name: 'g', subGroups: [{ name: 'h', size: 1 }] }],
  });
  assert.deepEqual(shaped, {
    realm: 'shop',
    clients: [{ clientId: 'a' }, { clientId: 'b' }],
    groups: [{ name: 'g', subGroups: [{ name: 'h' }] }],
  });
  assert.deepEqual(
    findings.map(({ path }) => path),
    ['colour', 'clients[1].shape', 'groups[0].subGroups[0].size'],
  );
});

test('Keycloak import: values are converted where its JSON reader converts them', () => {
  const { shaped, findings } = shape({
    displayName: 7,
    accessTokenLifespan: '300',
    enabled: 'true',
    ssoSessionIdleTimeout: 1.9,
    rememberMe: '',
    supportedLocales: 'en',
    eventsExpiration: 3_000_000_000,
    smtpServer: { port: 25, ssl: false, from: null },
    clientPolicies: { policies: [{ any: 'thing' }] },
  });
  assert.deepEqual(shaped, {
    displayName: '7',
    accessTokenLifespan: 300,
    enabled: true,
    ssoSessionIdleTimeout: 1,
    supportedLocales: ['en'],
    eventsExpiration: 3_000_000_000,
    smtpServer: { port: '25', ssl: 'false' },
    clientPolicies: { policies: [{ any: 'thing' }] },
  });
  assert.deepEqual(findings, []);
});

for (const [member, value, expected] of [
  ['displayName', { en: 'Shop' }, 'a text'],
  ['enabled', 'yes', 'true or false'],
  ['accessTokenLifespan', 'long', 'a whole number'],
  ['accessTokenLifespan', 3_000_000_000, 'at most 2147483647'],
  ['bruteForceStrategy', 'linear', 'one of LINEAR, MULTIPLE'],
  ['clients', { shop: {} }, 'a list'],
  ['clients', 'shop', 'a list'],
  ['attributes', ['a'], 'an object'],
  ['roles', 'admin', 'an object'],
] as const)
  test(`bad input: ${member} ${JSON.stringify(value)} is left out, because Keycloak requires ${expected}`, () => {
    const { shaped, findings } = shape({ realm: 'r', [member]: value });
    assert.deepEqual(shaped, { realm: 'r' });
    assert.equal(findings[0]?.path, member);
    assert.ok(findings[0]?.message.includes(expected));
  });

test('bad input: items and map values of another type are left out, the rest stays', () => {
  const { shaped, findings } = shape({
    clients: [null, 'shop', { clientId: 'a' }],
    attributes: { a: 'x', b: ['y'], c: null },
    localizationTexts: { en: { a: 'x' }, de: 'x' },
  });
  assert.deepEqual(shaped, {
    clients: [{ clientId: 'a' }],
    attributes: { a: 'x' },
    localizationTexts: { en: { a: 'x' } },
  });
  assert.deepEqual(
    findings.map(({ path }) => path),
    ['clients[1]', 'attributes.b', 'localizationTexts.de'],
  );
});

test('Keycloak 26.0: members of later releases are written only if they say something, with a report', () => {
  const { shaped, findings } = shape({
    adminPermissionsEnabled: false,
    verifiableCredentialsEnabled: true,
    maxSecondaryAuthFailures: 0,
    scimApiEnabled: false,
    groups: [{ name: 'g', description: '' }],
  });
  assert.deepEqual(shaped, { verifiableCredentialsEnabled: true, groups: [{ name: 'g' }] });
  assert.deepEqual(findings, [
    {
      path: 'verifiableCredentialsEnabled',
      message: 'Keycloak before 26.2 does not know this member and refuses the file.',
    },
  ]);
});

test('Keycloak 26.6: second factors have a limit of failures of their own, and providers have types', () => {
  const file = {
    maxSecondaryAuthFailures: 3,
    scimApiEnabled: true,
    identityProviders: [{ alias: 'corp', types: ['USER_AUTHENTICATION'] }],
  };
  const { shaped, findings } = shape(file);
  assert.deepEqual(shaped, file);
  assert.deepEqual(
    findings.map(({ path, message }) => [path, message.includes('before 26.6')]),
    [
      ['maxSecondaryAuthFailures', true],
      ['scimApiEnabled', true],
      ['identityProviders[0].types', true],
    ],
  );
});

test('Keycloak 26.7: members of later releases are written on request even if they say nothing', () => {
  const { report, list } = createFindings();
  const file = { realm: 'r', adminPermissionsEnabled: false, maxSecondaryAuthFailures: 0 };
  assert.deepEqual(shapeAs(file, 'Realm', report, 'written'), file);
  assert.deepEqual(list(), []);
});

test('Keycloak import: scopes and owners of resources may be written as texts', () => {
  const resources = [{ name: 'r', owner: 'ann', scopes: ['read', { name: 'write' }] }];
  assert.deepEqual(shape({ resources }, 'ResourceServer').shaped, { resources });
});

test('bad input: a member called __proto__ is a member like any other', () => {
  const value = JSON.parse('{"attributes":{"__proto__":"x"},"__proto__":{"realm":"x"}}') as object;
  const { shaped, findings } = shape(value);
  assert.deepEqual(Object.keys(shaped), ['attributes']);
  assert.deepEqual(Object.keys(shaped['attributes'] as object), ['__proto__']);
  assert.equal(findings.length, 1);
});
