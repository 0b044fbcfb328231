import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brokerRealm, corpOf } from '../testing/mapper-input.ts';
import { applyMappers } from './apply-mappers.ts';
import type { ProviderAnswer } from './mapper.ts';

interface Given {
  readonly mappers?: readonly object[];
  readonly provider?: object;
  readonly realm?: object;
  readonly answer?: Partial<ProviderAnswer>;
}

function run({ mappers = [], provider, realm: members, answer }: Given) {
  const identityProviderMappers = mappers.map((each) => ({ identityProviderAlias: 'corp', ...each }));
  const realm = brokerRealm({ identityProviderMappers, ...members }, provider);
  const reports: string[] = [];
  const given = { id: '17', username: 'Ann', claims: [], ...answer };
  const identity = applyMappers(realm, corpOf(realm), given, (name, what) =>
    reports.push(`${name}: ${what}`),
  );
  return { identity, reports };
}

const hardcoded = (name: string, attribute: string, value: string, syncMode?: string) => ({
  name,
  identityProviderMapper: 'hardcoded-attribute-idp-mapper',
  config: { attribute, 'attribute.value': value, ...(syncMode === undefined ? {} : { syncMode }) },
});

test('Keycloak: without mappers the identity is what the provider has said', () => {
  const answer = { email: 'Ann@x.test', firstName: 'Ann', lastName: ' ', notes: { a: 'b' }, token: 't' };
  assert.deepEqual(run({ answer }).identity, {
    provider: 'corp',
    id: '17',
    username: 'ann',
    localUsername: 'ann',
    email: 'Ann@x.test',
    emailVerified: false,
    firstName: 'Ann',
    lastName: undefined,
    changes: [],
    notes: { a: 'b' },
  });
});

test('Keycloak: the local username is the address, the name at the provider, or alias and id', () => {
  const nameOf = (given: Given) => run(given).identity.localUsername;
  const realm = { registrationEmailAsUsername: true };
  const email = 'Ann@x.test';
  assert.equal(nameOf({ realm, answer: { email } }), 'ann@x.test');
  assert.equal(nameOf({ realm, answer: { email: ' ' } }), 'ann');
  assert.equal(nameOf({ answer: { email, username: ' Ann ' } }), 'ann');
  assert.equal(nameOf({ answer: { email, username: '' } }), 'corp.17');
  assert.equal(
    nameOf({ realm, answer: { email }, mappers: [hardcoded('u', 'username', 'Made')] }),
    'ann@x.test',
  );
  assert.equal(nameOf({ answer: { email }, mappers: [hardcoded('u', 'username', 'Made')] }), 'made');
});

test('Keycloak caseSensitiveOriginalUsername: the name at the provider is in lower case unless it is set', () => {
  const provider = { config: { caseSensitiveOriginalUsername: 'true' } };
  const { identity } = run({ provider });
  assert.deepEqual([identity.username, identity.localUsername], ['Ann', 'ann']);
});

test('Keycloak trustEmail: an address is verified if the provider is trusted and does not deny it', () => {
  const verified = (trustEmail: boolean, email: string | undefined, emailVerified?: boolean) => {
    const { identity } = run({ provider: { trustEmail }, answer: { email, emailVerified } });
    return [identity.emailVerified, identity.emailVerifiedClaim];
  };
  assert.deepEqual(verified(true, 'a@x.test'), [true, undefined]);
  assert.deepEqual(verified(true, 'a@x.test', true), [true, true]);
  assert.deepEqual(verified(true, 'a@x.test', false), [false, false]);
  assert.deepEqual(verified(false, 'a@x.test', true), [false, undefined]);
  assert.deepEqual(verified(true, undefined, true), [false, undefined]);
});

test('Keycloak storeToken: the token is kept only if the realm stores it', () => {
  assert.equal(run({ provider: { storeToken: true }, answer: { token: 't' } }).identity.token, 't');
  assert.equal('token' in run({ answer: { token: 't' } }).identity, false);
  assert.equal('token' in run({ provider: { storeToken: true } }).identity, false);
});

test('mappers are applied in their order, and each is reported', () => {
  const { identity, reports } = run({
    answer: { email: 'a@x.test' },
    mappers: [
      hardcoded('one', 'email', 'b@x.test', 'IMPORT'),
      hardcoded('two', 'email', 'c@x.test', 'FORCE'),
      hardcoded('other', 'x', 'y', 'FORCE'),
      { name: 'odd', identityProviderMapper: 'script-idp-mapper' },
      { name: 'none' },
    ],
  });
  assert.equal(identity.email, 'c@x.test');
  assert.deepEqual(
    identity.changes.map((change) => [change.kind === 'attribute' && change.values[0], change.syncMode]),
    [
      ['b@x.test', 'IMPORT'],
      ['c@x.test', 'FORCE'],
      ['y', 'FORCE'],
    ],
  );
  assert.deepEqual(reports, [
    'one: Sets email from its setting attribute.value.',
    'two: Sets email from its setting attribute.value.',
    'other: Sets x from its setting attribute.value.',
    'odd: Not applied: the type script-idp-mapper is not supported.',
    'none: Not applied: the type (missing) is not supported.',
  ]);
});

test('Keycloak: a member that the provider does not send stays as it was', () => {
  const config = { claim: 'gone', 'user.attribute': 'firstName' };
  const mapper = { name: 'm', identityProviderMapper: 'oidc-user-attribute-idp-mapper', config };
  const { identity } = run({ mappers: [mapper], answer: { firstName: 'Ann' } });
  assert.equal(identity.firstName, 'Ann');
  assert.deepEqual(identity.changes, [
    { kind: 'attribute', name: 'firstName', values: [], syncMode: 'FORCE' },
  ]);
});

test('Keycloak LEGACY: each type of mapper has its own rule', () => {
  const role = (identityProviderMapper: string) => ({
    identityProviderMapper,
    config: { role: 'admin', claim: 'x' },
  });
  const types = ['oidc-hardcoded-role-idp-mapper', 'oidc-role-idp-mapper'];
  const modes = (provider: object) =>
    run({ mappers: types.map(role), provider }).identity.changes.map(({ syncMode }) => syncMode);
  assert.deepEqual(modes({}), ['IMPORT', 'LEGACY']);
  assert.deepEqual(modes({ config: { syncMode: 'FORCE' } }), ['FORCE', 'FORCE']);
});

test('Keycloak BROKER_ID and BROKER_USERNAME: what the account is found by', () => {
  const named = (target: string, template: string) => ({
    identityProviderMapper: 'oidc-username-idp-mapper',
    config: { target, template },
  });
  const { identity } = run({ mappers: [named('BROKER_ID', 'New'), named('BROKER_USERNAME', 'Name')] });
  assert.deepEqual([identity.id, identity.username, identity.localUsername], ['New', 'name', 'name']);
});

test('Keycloak session notes: those of mappers with IMPORT belong to the first sign-in', () => {
  const note = (syncMode: string, key: string) => ({
    identityProviderMapper: 'oidc-user-session-note-idp-mapper',
    config: { syncMode, claims: JSON.stringify([{ key, value: 'v' }]) },
  });
  const fixed = {
    identityProviderMapper: 'hardcoded-user-session-attribute-idp-mapper',
    config: { syncMode: 'IMPORT', attribute: 'fixed', 'attribute.value': '1' },
  };
  const mappers = [note('IMPORT', 'once'), note('FORCE', 'each'), note('LEGACY', '__proto__'), fixed];
  const claims = [JSON.parse('{"once":"v","each":"v","__proto__":"v"}')];
  const { identity } = run({ mappers, answer: { claims } });
  assert.deepEqual(Object.entries(identity.notes), [
    ['each', 'v'],
    ['__proto__', 'v'],
    ['fixed', '1'],
  ]);
  assert.deepEqual(identity.firstNotes, { once: 'v' });
});
