import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ClientRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import { startAdminServer } from '../testing/server.ts';

const server = await startAdminServer();
after(() => server.stop());
const CLIENTS = '/admin/realms/shop/clients';
const till = `${CLIENTS}/${server.clientUuid('till')}`;
const post = (body: unknown) => server.call('POST', CLIENTS, { body });

for (const [body, status, expected] of [
  [{}, 400, /clientId is missing/],
  [{ clientId: '' }, 400, /clientId is missing/],
  [{ clientId: 'till' }, 409, /Client till already exists/],
  [{ clientId: 'x', redirectUris: 'http://a' }, 400, /redirectUris must be a JSON array/],
  [{ clientId: 'x', redirectUris: ['http://a/#b'] }, 400, /redirectUris must not contain a fragment/],
  [{ clientId: 'x', redirectUris: ['javascript:alert(1)'] }, 400, /redirectUris must not use the scheme/],
  [{ clientId: 'x', rootUrl: 'not a url' }, 400, /rootUrl must be an http or https URL/],
  [{ clientId: 'x', protocol: 'ws-fed' }, 400, /protocol must be one of/],
  [
    { clientId: 'x', attributes: { 'ciba.backchannel.token.delivery.mode': 'ping' } },
    400,
    /attributes\.ciba\.backchannel\.token\.delivery\.mode must be poll/,
  ],
  [{ clientId: 'x', attributes: { 'ciba.expires.in': '0' } }, 400, /attributes\.ciba\.expires\.in must be/],
  [
    { clientId: 'x', attributes: { 'saml.signature.algorithm': 'DSA_SHA1' } },
    400,
    /attributes\.saml\.signature\.algorithm must be one of RSA_SHA256.*realm keys are RSA keys/,
  ],
  [
    { clientId: 'x', attributes: { 'saml.signing.certificate': 'none' } },
    400,
    /attributes\.saml\.signing\.certificate must be an X\.509 certificate/,
  ],
  [{ clientId: 'x', defaultClientScopes: ['none'] }, 400, /no client scope \\"none\\"/],
] as const) {
  test(`realm-admin C4: ${JSON.stringify(body)} is rejected with ${status}`, async () => {
    const refused = await post(body);
    assert.equal(refused.status, status);
    assert.match(JSON.stringify(refused.body), expected);
  });
}

test('realm-admin C4: an unknown client is 404, and its clientId is not its id', async () => {
  for (const id of ['none', 'till', 'constructor']) {
    const { status, body } = await server.call('GET', `${CLIENTS}/${id}`);
    assert.deepEqual([status, body], [404, { error: 'Could not find client' }]);
  }
});

test('Keycloak create: without a protocol, as scripts leave it out, a client is confidential; with one it is public', async () => {
  for (const [clientId, protocol, isPublic] of [
    ['by-script', undefined, false],
    ['by-console', 'openid-connect', true],
  ] as const) {
    const made = await post({ clientId, serviceAccountsEnabled: !isPublic, ...(protocol && { protocol }) });
    const { body } = await server.call<ClientRepresentation>('GET', `${CLIENTS}/${made.createdId}`);
    assert.deepEqual(
      [body.publicClient, body.directAccessGrantsEnabled, body.protocol],
      [isPublic, isPublic, 'openid-connect'],
    );
    assert.equal(body.secret !== undefined, !isPublic);
  }
});

test('realm-admin C4: a client is created with defaults, changed by merging, and removed', async () => {
  const made = await post({
    clientId: 'web',
    publicClient: false,
    attributes: { a: '1', b: '2' },
    futureMember: [1],
  });
  assert.equal(made.status, 201);
  const path = `${CLIENTS}/${made.createdId}`;
  const { body: client } = await server.call<ClientRepresentation>('GET', path);
  assert.ok((client.secret ?? '').length >= 32);
  assert.ok(client.defaultClientScopes?.includes('profile'));
  assert.deepEqual(client['futureMember'], [1]);
  assert.deepEqual(client['access'], { view: true, configure: true, manage: true });
  const change = { name: 'Web', secret: '**********', attributes: { a: '', c: '3' } };
  assert.equal((await server.call('PUT', path, { body: change })).status, 204);
  const { body: changed } = await server.call<ClientRepresentation>('GET', path);
  assert.deepEqual(
    [changed.name, changed.secret, changed.attributes?.['a'], changed.attributes?.['c']],
    ['Web', client.secret, undefined, '3'],
  );
  assert.equal((await server.call('PUT', path, { body: { clientId: 'till' } })).status, 409);
  assert.equal((await server.call('DELETE', path)).status, 204);
  assert.equal((await server.call('GET', path)).status, 404);
});

test('RFC 6749 §3.1.2: a new redirect URI with a fragment is rejected by member; one from a realm file is kept', async () => {
  const file = {
    realm: 'hash',
    clients: [
      {
        clientId: 'app',
        redirectUris: ['http://a.test/#old'],
        attributes: { 'post.logout.redirect.uris': 'http://a.test/#bye##http://a.test/' },
      },
    ],
  };
  assert.equal((await server.call('POST', '/admin/realms', { body: file })).status, 201);
  const { body } = await server.call<ClientRepresentation[]>(
    'GET',
    '/admin/realms/hash/clients?clientId=app',
  );
  const path = `/admin/realms/hash/clients/${body[0]?.id ?? ''}`;
  const put = (changes: object) => server.call<{ errorMessage: string }>('PUT', path, { body: changes });
  assert.equal((await put({ ...body[0], description: 'changed' })).status, 204);
  for (const [changes, member] of [
    [{ redirectUris: ['http://a.test/#old', 'http://a.test/#new'] }, 'redirectUris'],
    [{ redirectUris: ['http://a.test/#'] }, 'redirectUris'],
    [
      { attributes: { 'post.logout.redirect.uris': 'http://a.test/##http://a.test/#new' } },
      'attributes.post.logout.redirect.uris',
    ],
  ] as const) {
    const { status, body: refusal } = await put(changes);
    assert.equal(status, 400);
    assert.ok(
      refusal.errorMessage.startsWith(`${member} must not contain a fragment: remove`),
      refusal.errorMessage,
    );
  }
  assert.equal((await put({ redirectUris: ['http://a.test/cb'] })).status, 204);
});

test('realm-admin C4: clientId matches exactly, or partially with search', async () => {
  const names = async (query: string) =>
    (await server.call<ClientRepresentation[]>('GET', `${CLIENTS}?${query}`)).body.map(
      ({ clientId }) => clientId,
    );
  assert.deepEqual(await names('clientId=till'), ['till']);
  assert.deepEqual(await names('clientId=til'), []);
  assert.deepEqual(await names('clientId=TIL&search=true'), ['till']);
  assert.equal((await names('first=1&max=2')).length, 2);
});

test('realm-admin C4: a secret is rotated, and a viewer does not see it', async () => {
  const before = await server.call('GET', `${till}/client-secret`);
  assert.deepEqual(before.body, { type: 'secret', value: 'till-secret' });
  const after = await server.call('POST', `${till}/client-secret`);
  assert.equal(after.status, 200);
  assert.deepEqual((await server.call('GET', `${till}/client-secret`)).body, after.body);
  const token = await server.tokenOf('shop', 'viewer');
  assert.equal((await server.call('GET', `${till}/client-secret`, { token })).status, 403);
  assert.equal((await server.call<ClientRepresentation>('GET', till, { token })).body.secret, undefined);
});

test('Keycloak: a public client gets a secret for the time when it is confidential', async () => {
  const page = `${CLIENTS}/${server.clientUuid('page')}`;
  const made = await server.call<{ value: string }>('POST', `${page}/client-secret`);
  assert.equal(made.status, 200);
  assert.match(made.body.value, /^\w{32}$/);
  const { body } = await server.call<ClientRepresentation>('GET', page);
  assert.deepEqual([body.publicClient, body.secret], [true, made.body.value]);
});

test("realm-admin C4: a service account follows the client's switch and name", async () => {
  const page = `${CLIENTS}/${server.clientUuid('page')}`;
  assert.deepEqual((await server.call('GET', `${page}/service-account-user`)).body, {
    error: "Service account not enabled for the client 'page'",
  });
  await server.call('PUT', page, { body: { publicClient: false, serviceAccountsEnabled: true } });
  assert.equal(
    (await server.call<UserRepresentation>('GET', `${page}/service-account-user`)).body.username,
    'service-account-page',
  );
  await server.call('PUT', page, { body: { clientId: 'sheet' } });
  assert.equal(
    (await server.call<UserRepresentation>('GET', `${page}/service-account-user`)).body.username,
    'service-account-sheet',
  );
  await server.call('DELETE', page);
  assert.deepEqual(
    (await server.call('GET', '/admin/realms/shop/users?username=service-account-sheet')).body,
    [],
  );
});

test('a built-in client cannot be removed', async () => {
  const { status, body } = await server.call('DELETE', `${CLIENTS}/${server.clientUuid('realm-management')}`);
  assert.equal(status, 400);
  assert.match(JSON.stringify(body), /enabled=false/);
});

test('Keycloak SAML: a new client has defaults and a key pair, whose private key a viewer does not see', async () => {
  const made = await post({ clientId: 'https://sp.test/a', protocol: 'saml' });
  assert.equal(made.status, 201);
  const path = `${CLIENTS}/${made.createdId}`;
  const { body: client } = await server.call<ClientRepresentation>('GET', path);
  assert.equal(client.frontchannelLogout, true);
  assert.equal(client.secret, undefined);
  assert.equal(client.attributes?.['saml.force.post.binding'], 'true');
  assert.ok(client.attributes?.['saml.signing.private.key']);
  const token = await server.tokenOf('shop', 'viewer');
  const { body: seen } = await server.call<ClientRepresentation>('GET', path, { token });
  assert.equal(
    seen.attributes?.['saml.signing.certificate'],
    client.attributes?.['saml.signing.certificate'],
  );
  assert.equal(seen.attributes?.['saml.signing.private.key'], undefined);
  const renamed = { clientId: 'https://sp.test/b' };
  assert.equal((await server.call('PUT', path, { body: renamed })).status, 204);
  const { body: later } = await server.call<ClientRepresentation>('GET', path);
  assert.notEqual(
    later.attributes?.['saml.artifact.binding.identifier'],
    client.attributes?.['saml.artifact.binding.identifier'],
  );
  assert.equal(later.secret, undefined);
});

test('Keycloak SAML: the name for IdP-initiated sign-on is unique, and an invalid attribute changes nothing', async () => {
  const attributes = { saml_idp_initiated_sso_url_name: 'wiki' };
  const made = await post({ clientId: 'wiki', protocol: 'saml', attributes });
  const other = await post({ clientId: 'wiki-2', protocol: 'saml' });
  assert.equal((await post({ clientId: 'wiki-3', protocol: 'saml', attributes })).status, 409);
  const taken = await server.call('PUT', `${CLIENTS}/${other.createdId}`, { body: { attributes } });
  assert.equal(taken.status, 409);
  assert.match(JSON.stringify(taken.body), /used by client wiki;/);
  const path = `${CLIENTS}/${made.createdId}`;
  assert.equal((await server.call('PUT', path, { body: { attributes } })).status, 204);
  const refused = await server.call('PUT', path, { body: { attributes: { 'saml.encrypt': '1' } } });
  assert.deepEqual(
    [refused.status, refused.body],
    [400, { errorMessage: 'attributes.saml.encrypt must be true or false' }],
  );
  const { body } = await server.call<ClientRepresentation>('GET', path);
  assert.equal(body.attributes?.['saml.encrypt'], undefined);
});

test('Keycloak: a rotated secret of a realm file is read and removed; without one it is 404', async () => {
  const till = `/admin/realms/shop/clients/${server.clientUuid('till')}`;
  const rotated = `${till}/client-secret/rotated`;
  const none = { errorMessage: 'Client does not have a rotated secret' };
  for (const method of ['GET', 'DELETE'] as const) {
    const { status, body } = await server.call(method, rotated);
    assert.deepEqual([status, body], [404, none]);
  }
  await server.call('PUT', till, { body: { attributes: { 'client.secret.rotated': 'former' } } });
  assert.deepEqual((await server.call('GET', rotated)).body, { type: 'secret', value: 'former' });
  assert.equal((await server.call('DELETE', rotated)).status, 204);
  assert.equal((await server.call('GET', rotated)).status, 404);
});
