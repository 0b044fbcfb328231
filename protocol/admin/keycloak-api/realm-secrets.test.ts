// biome-ignore-all lint/suspicious/noTemplateCurlyInString: Keycloak's placeholders have this form
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { SERVER_ATTRIBUTES } from '#protocol/contract/server-attributes.ts';
import { MART_DEVICE_KEY, MART_SECRETS, startMartServer } from '../testing/mart.ts';
import { keepSecrets, MASK, maskSecrets, withoutDeviceKey } from './realm-secrets.ts';

const server = await startMartServer();
after(() => server.stop());

const google = { alias: 'google', config: { clientId: 'c', clientSecret: 'hidden' } };
const saml = { alias: 'saml', config: { entityId: 'e' } };

test('realm-admin A7: the secrets of identity providers are masked, everything else is shown', () => {
  assert.deepEqual(maskSecrets([google, saml]), [
    { alias: 'google', config: { clientId: 'c', clientSecret: MASK } },
    saml,
  ]);
  assert.equal(google.config.clientSecret, 'hidden');
});

test('0169: secrets are masked at any depth, also in lists; values that are not texts stay', () => {
  const stored = {
    smtpServer: { host: 'mail', password: 'hidden', authTokenClientSecret: 'hidden' },
    userFederationProviders: [{ config: { bindCredential: 'hidden', bindDn: 'cn=admin' } }],
    federatedUsers: [{ id: 'f', credentials: [{ type: 'password', secretData: 'hidden' }] }],
    authenticatorConfig: [{ alias: 'robots', config: { 'secret.key': 'hidden', 'site.key': 'public' } }],
    components: { keys: [{ config: { privateKey: ['hidden', 'hidden'], priority: ['100'] } }] },
    privateKey: 'hidden',
    password: null,
    passwordPolicy: 'length(8)',
  };
  const shown = maskSecrets(stored);
  assert.doesNotMatch(JSON.stringify(shown), /hidden/);
  assert.deepEqual(shown, {
    smtpServer: { host: 'mail', password: MASK, authTokenClientSecret: MASK },
    userFederationProviders: [{ config: { bindCredential: MASK, bindDn: 'cn=admin' } }],
    federatedUsers: [{ id: 'f', credentials: [{ type: 'password', secretData: MASK }] }],
    authenticatorConfig: [{ alias: 'robots', config: { 'secret.key': MASK, 'site.key': 'public' } }],
    components: { keys: [{ config: { privateKey: [MASK, MASK], priority: ['100'] } }] },
    privateKey: MASK,
    password: null,
    passwordPolicy: 'length(8)',
  });
});

test('realm-admin A7: a mask that is sent back keeps the secret of the provider with that alias', () => {
  const masked = maskSecrets([google, saml]);
  assert.deepEqual(keepSecrets([google, saml], masked), [google, saml]);
  assert.deepEqual(keepSecrets([saml, google], masked), [google, saml]);
  const changed = [{ alias: 'google', config: { clientSecret: 'other' } }];
  assert.deepEqual(keepSecrets([google], changed), changed);
});

test('realm-admin A7: the masked list of a component keeps its secrets, a list with another text replaces them', () => {
  const stored = { id: 'd', config: { bindCredential: ['hidden'], priority: ['0'] } };
  assert.deepEqual(keepSecrets(stored, maskSecrets(stored)), stored);
  const changed = { id: 'd', config: { bindCredential: ['other'] } };
  assert.deepEqual(keepSecrets(stored, changed), changed);
  assert.deepEqual(keepSecrets(stored, { config: { bindCredential: [] } }), {
    config: { bindCredential: [] },
  });
  assert.deepEqual(keepSecrets({}, maskSecrets(stored)), { id: 'd', config: { priority: ['0'] } });
});

test('realm-admin A7: a mask for a provider without a secret is dropped', () => {
  const given = [{ alias: 'new', config: { clientId: 'c', clientSecret: MASK } }];
  for (const stored of [undefined, 'x', [google], [{ alias: 'new' }], [null]])
    assert.deepEqual(keepSecrets(stored, given), [{ alias: 'new', config: { clientId: 'c' } }]);
});

test('0169: items without an identifier keep no secret, so that none moves to another provider', () => {
  const stored = [{ config: { url: 'ldap://ours', bindCredential: 'hidden' } }];
  const given = [{ config: { url: 'ldap://theirs', bindCredential: MASK } }];
  assert.deepEqual(keepSecrets(stored, given), [{ config: { url: 'ldap://theirs' } }]);
});

test('realm files: values of an unexpected shape stay unchanged', () => {
  for (const odd of [undefined, null, 'x', 5, {}, [null, 5, 'x', {}, { config: null }, { config: 'x' }]]) {
    assert.deepEqual(maskSecrets(odd), odd);
    assert.deepEqual(keepSecrets([google], odd), odd);
  }
});

test('0169: the key that answers prompts is omitted, not masked: a mask would be a well-known key', () => {
  assert.deepEqual(withoutDeviceKey({ 'understudy.device.key': 'k', other: 'x' }), { other: 'x' });
  assert.deepEqual(withoutDeviceKey(undefined), {});
});

const SHOWING = ['/admin/realms', '/admin/realms/mart', '/admin/realms/mart/components'];

for (const caller of ['only-view-realm', 'only-manage-realm', 'only-realm-admin', 'only-view-clients']) {
  test(`0169: ${caller} sees neither the secrets of the realm nor the key that answers its prompts`, async () => {
    const token = await server.tokenOf('mart', caller);
    const calls = [
      ...SHOWING.map((path) => ['GET', path] as const),
      ['POST', '/admin/realms/mart/partial-export?exportClients=true&exportGroupsAndRoles=true'] as const,
    ];
    for (const [method, path] of calls) {
      const { body } = await server.call(method, path, { token });
      for (const secret of [...Object.values(MART_SECRETS), MART_DEVICE_KEY])
        assert.ok(!JSON.stringify(body).includes(secret), `${caller} sees ${secret} at ${method} ${path}`);
    }
  });
}

test('0169: administrators of the server see the key that answers prompts, and no other secret', async () => {
  for (const path of SHOWING.slice(0, 2)) {
    const text = JSON.stringify((await server.call('GET', path)).body);
    assert.ok(text.includes(MART_DEVICE_KEY), path);
    for (const secret of Object.values(MART_SECRETS)) assert.ok(!text.includes(secret), path);
  }
});

test('0169: manage-realm can send back what it read without losing anything', async () => {
  const token = await server.tokenOf('mart', 'only-manage-realm');
  const before = await server.state();
  const { body } = await server.call<Record<string, unknown>>('GET', '/admin/realms/mart', { token });
  assert.equal((await server.call('PUT', '/admin/realms/mart', { token, body })).status, 204);
  assert.deepEqual(await server.state(), before);
});

for (const value of ['known-to-the-attacker', '', null, MASK]) {
  test(`0169: manage-realm neither sets nor erases the key that answers prompts: ${JSON.stringify(value)}`, async () => {
    const token = await server.tokenOf('mart', 'only-manage-realm');
    const body = { displayName: 'x', attributes: { 'understudy.device.key': value } };
    assert.equal((await server.call('PUT', '/admin/realms/mart', { token, body })).status, 403);
    const { realm } = await server.state();
    assert.equal(realm.attributes?.['understudy.device.key'], MART_DEVICE_KEY);
    assert.notEqual(realm.displayName, 'x');
  });
}

test('0169: administrators of the server set and erase it', async () => {
  const set = (value: string) =>
    server.call('PUT', '/admin/realms/mart', { body: { attributes: { 'understudy.device.key': value } } });
  assert.equal((await set('')).status, 204);
  assert.equal((await server.state()).realm.attributes?.['understudy.device.key'], undefined);
  assert.equal((await set('another')).status, 204);
  assert.equal((await server.state()).realm.attributes?.['understudy.device.key'], 'another');
});

test('0169: create-realm cannot import attributes that only administrators of the server set', async () => {
  const users = '/admin/realms/master/users';
  const { createdId } = await server.call('POST', users, { body: { username: 'maker' } });
  const role = await server.call('GET', '/admin/realms/master/roles/create-realm');
  await server.call('POST', `${users}/${createdId}/role-mappings/realm`, { body: [role.body] });
  const token = await server.tokenOf('master', 'maker');
  const create = (attributes: Record<string, string>) =>
    server.call('POST', '/admin/realms', { token, body: { realm: 'made', attributes } });
  for (const name of SERVER_ATTRIBUTES) assert.equal((await create({ [name]: 'known' })).status, 403, name);
  assert.equal((await create({})).status, 201);
});

test('Keycloak: names of secrets in its vault are shown, and what only contains one is not', () => {
  const shown = { clientSecret: '${vault.idp}', bindCredential: ['${vault.ldap}'] };
  assert.deepEqual(maskSecrets(shown), shown);
  assert.deepEqual(maskSecrets({ clientSecret: 'x${vault.idp}', password: '${vault.}' }), {
    clientSecret: MASK,
    password: MASK,
  });
});
