import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountSettings, callAccount, findUser, jsonOf, watchUserEvents } from '../testing/account.ts';
import { CALLBACK, WEB } from '../testing/realm.ts';
import { type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

interface ApplicationWire {
  readonly clientId: string;
  readonly userConsentRequired: boolean;
  readonly inUse: boolean;
  readonly offlineAccess: boolean;
  readonly effectiveUrl?: string;
  readonly consent?: {
    readonly grantedScopes: readonly { readonly name: string; readonly displayText: string }[];
  };
  readonly tosUri?: string;
}

const CONSENT = { clientId: 'consenting', grantedClientScopes: ['profile', 'email'], createdDate: 5 };
const settings = (roles: readonly string[] = ['manage-account'], consents: readonly unknown[] = [CONSENT]) =>
  accountSettings(roles, { clientConsents: consents, realmRoles: ['offline_access'] });
const consentsOf = async (server: OAuthTestServer) =>
  ((await findUser(server)).clientConsents ?? []).map(({ clientId, grantedClientScopes }) => [
    clientId,
    ...(grantedClientScopes ?? []),
  ]);
const scopeId = (server: OAuthTestServer, name: string) =>
  (server.store.realms.find('demo')?.clientScopes ?? []).find((scope) => scope.name === name)?.id ?? '';
const granting = (server: OAuthTestServer, ...names: readonly string[]) => ({
  grantedScopes: names.map((name) => ({ id: scopeId(server, name) })),
});
const PATH = '/applications/consenting/consent';

for (const role of ['manage-account', 'view-applications'])
  test(`Keycloak account API: ${role} lists applications with a session, a consent or alwaysDisplayInConsole`, () =>
    withOAuthServer(
      async (server) => {
        await server.changeClient('spa', { alwaysDisplayInConsole: true, baseUrl: 'http://spa.test/start' });
        await server.changeClient('off', { alwaysDisplayInConsole: true });
        await server.changeClient('consenting', { attributes: { tosUri: 'http://app.test/terms' } });
        const listed = jsonOf<readonly ApplicationWire[]>(await callAccount(server, '/applications'));
        assert.deepEqual(listed.map(({ clientId }) => clientId).sort(), ['consenting', 'spa', 'web']);
        const find = (id: string) => listed.find(({ clientId }) => clientId === id);
        assert.deepEqual(
          [find('web')?.inUse, find('spa')?.inUse, find('spa')?.effectiveUrl],
          [true, false, 'http://spa.test/start'],
        );
        const consenting = find('consenting');
        assert.deepEqual(
          [consenting?.userConsentRequired, consenting?.tosUri],
          [true, 'http://app.test/terms'],
        );
        assert.deepEqual(
          consenting?.consent?.grantedScopes.map(({ displayText }) => displayText),
          ['User profile', 'Email address'],
        );
      },
      settings([role]),
    ));

test('issue 18 "Languages": scopes are named in the user’s language, and by the realm’s texts', () =>
  withOAuthServer(
    async (server) => {
      const listed = jsonOf<readonly ApplicationWire[]>(await callAccount(server, '/applications'));
      const consent = listed.find(({ clientId }) => clientId === 'consenting')?.consent;
      assert.deepEqual(
        consent?.grantedScopes.map(({ displayText }) => displayText),
        ['Benutzerprofil', 'Postfach'],
      );
    },
    {
      ...accountSettings(['manage-account'], {
        clientConsents: [CONSENT],
        attributes: { locale: ['de'] },
      }),
      internationalizationEnabled: true,
      supportedLocales: ['en', 'de'],
      localizationTexts: { de: { emailScopeConsentText: 'Postfach' } },
    },
  ));

test('Keycloak account API: the parameter name limits the list', () =>
  withOAuthServer(async (server) => {
    await server.changeClient('web', { name: 'The Shop' });
    const listed = jsonOf<readonly ApplicationWire[]>(await callAccount(server, '/applications?name=shop'));
    assert.deepEqual(
      listed.map(({ clientId }) => clientId),
      ['web'],
    );
  }, settings()));

test('Keycloak account API: revoking a consent ends the offline access that came with it', () =>
  withOAuthServer(async (server) => {
    const listEvents = await watchUserEvents(server);
    const { access_token: token, refresh_token } = await server.tokens({ scope: 'openid offline_access' });
    const before = jsonOf<readonly ApplicationWire[]>(await callAccount(server, '/applications'));
    assert.equal(before.find(({ clientId }) => clientId === 'web')?.offlineAccess, true);
    const other = await server.tokens();
    const revoked = await callAccount(server, '/applications/web/consent', {
      method: 'DELETE',
      token: other.access_token,
    });
    assert.equal(revoked.status, 204);
    const { status } = await server.post('token', { ...WEB, grant_type: 'refresh_token', refresh_token });
    assert.equal(status, 400);
    assert.equal((await callAccount(server, '/applications', { token })).status, 401);
    assert.deepEqual(await listEvents(), ['REVOKE_GRANT web']);
  }, settings()));

for (const role of ['manage-account', 'manage-consent'])
  test(`Keycloak account API: ${role} reads, changes and revokes a consent, with events`, () =>
    withOAuthServer(
      async (server) => {
        const listEvents = await watchUserEvents(server);
        const { access_token: token } = await server.tokens();
        assert.equal((await callAccount(server, PATH, { token })).status, 200);
        const changed = await callAccount(server, PATH, {
          method: 'PUT',
          token,
          body: granting(server, 'email'),
        });
        assert.equal(changed.status, 200);
        assert.deepEqual(await consentsOf(server), [['consenting', 'email']]);
        assert.equal((await callAccount(server, PATH, { method: 'DELETE', token })).status, 204);
        assert.deepEqual(await consentsOf(server), []);
        assert.deepEqual([(await callAccount(server, PATH, { token })).status], [204]);
        const body = granting(server, 'profile', 'profile');
        assert.equal((await callAccount(server, PATH, { method: 'POST', token, body })).status, 200);
        assert.deepEqual(await consentsOf(server), [['consenting', 'profile']]);
        assert.deepEqual(await listEvents(), [
          'UPDATE_CONSENT consenting',
          'REVOKE_GRANT consenting',
          'GRANT_CONSENT consenting',
        ]);
      },
      settings([role]),
    ));

test('OIDC Core §3.1.2.4: a consent granted with the account API is not asked for again', () =>
  withOAuthServer(
    async (server) => {
      const { access_token: token } = await server.tokens();
      const body = granting(server, 'profile', 'email', 'roles');
      await callAccount(server, PATH, { method: 'POST', token, body });
      const answer = await server.signIn(server.browser(), {
        client_id: 'consenting',
        redirect_uri: CALLBACK,
      });
      assert.ok(answer['code']);
    },
    settings(['manage-account'], []),
  ));

for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
  test(`Keycloak account API: ${method} of the consent to an unknown client is 404`, () =>
    withOAuthServer(async (server) => {
      const body = method.startsWith('P') ? { body: { grantedScopes: [] } } : {};
      const answer = await callAccount(server, '/applications/nobody/consent', { method, ...body });
      assert.deepEqual(
        [answer.status, answer.body],
        [404, { error: 'No client with clientId: nobody found.' }],
      );
      assert.match(answer.refusal?.remedy ?? '', /GET …\/account\/applications/);
    }, settings()));

test('Keycloak events: a change of the consent to an unknown client is an error of its kind', () =>
  withOAuthServer(async (server) => {
    const listEvents = await watchUserEvents(server);
    const path = '/applications/nobody/consent';
    const body = { grantedScopes: [] };
    await callAccount(server, path, { method: 'POST', body });
    await callAccount(server, path, { method: 'PUT', body });
    await callAccount(server, path, { method: 'DELETE' });
    assert.deepEqual(await listEvents(), [
      'GRANT_CONSENT_ERROR client_not_found',
      'UPDATE_CONSENT_ERROR client_not_found',
      'REVOKE_GRANT_ERROR client_not_found',
    ]);
  }, settings()));

for (const [roles, method, path, status] of [
  [['view-consent'], 'GET', PATH, 200],
  [['view-consent'], 'DELETE', PATH, 403],
  [['view-applications'], 'GET', PATH, 403],
  [['view-profile'], 'GET', '/applications', 403],
  [['manage-consent'], 'GET', '/applications', 403],
] as const)
  test(`Keycloak account API: ${roles} and ${method} ${path}: ${status}`, () =>
    withOAuthServer(async (server) => {
      const answer = await callAccount(server, path, { method });
      assert.equal(answer.status, status);
      if (status === 403) assert.match(answer.refusal?.remedy ?? '', /^Give user alice the role /);
      assert.equal((await consentsOf(server)).length, 1);
    }, settings(roles)));
