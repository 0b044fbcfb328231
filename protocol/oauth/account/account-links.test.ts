import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { listIdentities } from '#protocol/realm/users/federated-identities.ts';
import { accountSettings, callAccount, findUser, jsonOf, watchUserEvents } from '../testing/account.ts';
import { type OAuthTestServer, withOAuthServer } from '../testing/server.ts';

const provider = (alias: string, providerId: string, more: Readonly<Record<string, unknown>> = {}) => ({
  alias,
  providerId,
  enabled: true,
  config: { clientId: 'c', ...(more['config'] as object) },
  ...Object.fromEntries(Object.entries(more).filter(([name]) => name !== 'config')),
});
const PROVIDERS = [
  provider('google', 'google', { config: { guiOrder: '2' } }),
  provider('corp', 'oidc', { displayName: 'Corporate login', config: { guiOrder: '1' } }),
  provider('github', 'github', { linkOnly: true }),
  provider('off', 'github', { enabled: false }),
  provider('never', 'github', { config: { showInAccountConsole: 'NEVER' } }),
  provider('linked', 'github', { config: { showInAccountConsole: 'WHEN_LINKED' } }),
];
const link = (identityProvider: string) => ({
  identityProvider,
  userId: '1',
  userName: 'ada',
  token: '{"access_token":"secret"}',
});

interface AccountWire {
  readonly connected: boolean;
  readonly social: boolean;
  readonly providerAlias: string;
  readonly displayName: string;
  readonly linkedUsername?: string;
}

/** Alice is linked with these providers. */
const withLinks = (
  links: readonly string[],
  use: (server: OAuthTestServer) => Promise<void>,
  roles: readonly string[] = ['manage-account'],
) =>
  withOAuthServer(use, {
    ...accountSettings(roles, { federatedIdentities: links.map(link) }),
    identityProviders: PROVIDERS,
  } as Partial<RealmRepresentation>);

const aliases = async (server: OAuthTestServer, query = '') =>
  jsonOf<readonly AccountWire[]>(await callAccount(server, `/linked-accounts${query}`)).map(
    ({ providerAlias }) => providerAlias,
  );

const linksOf = async (server: OAuthTestServer) =>
  listIdentities(await findUser(server)).map(({ identityProvider }) => identityProvider);

const remove = (server: OAuthTestServer, alias: string, token?: string) =>
  callAccount(server, `/linked-accounts/${alias}`, {
    method: 'DELETE',
    ...(token === undefined ? {} : { token }),
  });

test('Keycloak account API: linked accounts, in the order of the sign-in page, without tokens', () =>
  withLinks(['google'], async (server) => {
    const answer = await callAccount(server, '/linked-accounts');
    assert.doesNotMatch(answer.text, /secret/);
    const [corp, google] = jsonOf<readonly AccountWire[]>(answer);
    assert.deepEqual(corp, {
      connected: false,
      social: false,
      providerAlias: 'corp',
      providerName: 'corp',
      displayName: 'Corporate login',
    });
    assert.deepEqual(google, {
      connected: true,
      social: true,
      providerAlias: 'google',
      providerName: 'google',
      displayName: 'Google',
      linkedUsername: 'ada',
    });
    assert.deepEqual(await aliases(server), ['corp', 'google', 'github']);
  }));

test('Keycloak account API: linked=true and linked=false, search, first and max', () =>
  withLinks(['google', 'linked', 'off'], async (server) => {
    assert.deepEqual(await aliases(server, '?linked=true'), ['google', 'linked']);
    assert.deepEqual(await aliases(server, '?linked=false'), ['corp', 'github']);
    assert.deepEqual(await aliases(server, '?linked=false&first=1&max=1'), ['github']);
    assert.deepEqual(await aliases(server, '?linked=false&max=0'), []);
    assert.deepEqual(await aliases(server, '?linked=false&search=Corp'), ['corp']);
    assert.deepEqual(await aliases(server, '?linked=false&search=orpo'), []);
    assert.deepEqual(await aliases(server, '?linked=false&search=*orpo*'), ['corp']);
    assert.deepEqual(await aliases(server, '?linked=false&search=git*'), ['github']);
    assert.deepEqual(await aliases(server, '?linked=false&search="github"'), ['github']);
    assert.deepEqual(await aliases(server, '?linked=false&search="git"'), []);
  }));

for (const query of ['first=x', 'max=-1', 'max=1e9', 'first=1.5'])
  test(`account API: ${query} is refused and names the parameter`, () =>
    withLinks([], async (server) => {
      const { status, body } = await callAccount(server, `/linked-accounts?linked=false&${query}`);
      assert.equal(status, 400);
      assert.match(String(body['error_description']), new RegExp(`^${query.split('=')[0]} must be`));
    }));

test('Keycloak account API: a link is removed, with its event', () =>
  withLinks(['google', 'github'], async (server) => {
    const events = await watchUserEvents(server);
    assert.equal((await remove(server, 'google')).status, 204);
    assert.deepEqual(await linksOf(server), ['github']);
    assert.ok((await events()).includes('REMOVE_FEDERATED_IDENTITY'));
  }));

test('Keycloak account API: with a password, the last link is removed, too', () =>
  withLinks(['google'], async (server) => {
    assert.equal((await remove(server, 'google')).status, 204);
    assert.deepEqual(await linksOf(server), []);
  }));

test('Keycloak account API: without a password, the last link stays', () =>
  withLinks(['google', 'github'], async (server) => {
    const { access_token: token } = await server.tokens();
    const { id } = await findUser(server);
    await server.store.users.update(server.store.realms.find('demo')?.id ?? '', id, (user) => ({
      ...user,
      credentials: [],
    }));
    assert.equal((await remove(server, 'github', token)).status, 204);
    const answer = await remove(server, 'google', token);
    assert.equal(answer.status, 400);
    assert.equal(
      answer.body['errorMessage'],
      "You can't remove last federated identity as you don't have a password.",
    );
    assert.match(answer.refusal?.remedy ?? '', /Set a password first/);
    assert.deepEqual(await linksOf(server), ['google']);
  }));

for (const [alias, message] of [
  ['none', 'Specified identity provider not found.'],
  ['corp', 'This identity is not active anymore.'],
] as const)
  test(`Keycloak account API: the link with ${alias} cannot be removed: ${message}`, () =>
    withLinks(['google'], async (server) => {
      const answer = await remove(server, alias);
      assert.deepEqual([answer.status, answer.body['errorMessage']], [400, message]);
      assert.deepEqual(await linksOf(server), ['google']);
    }));

test('Keycloak account API: view-profile lists linked accounts and removes none', () =>
  withLinks(
    ['google'],
    async (server) => {
      assert.deepEqual(await aliases(server, '?linked=true'), ['google']);
      assert.equal((await remove(server, 'google')).status, 403);
    },
    ['view-profile'],
  ));
