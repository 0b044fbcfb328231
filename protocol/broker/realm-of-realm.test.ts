// A realm is the identity provider of another one on the same server.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { formAction } from '#protocol/login/testing/browser.ts';
import { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import { type ComposedTestServer, startComposedServer } from '#protocol/testing/composed-server.ts';
import { buttonOf } from './testing/brokering.ts';

const CALLBACK = 'http://shop.test/callback';
const BYE = 'http://shop.test/bye';

const STAFF: RealmRepresentation = {
  id: 'staff-id',
  realm: 'staff',
  enabled: true,
  clients: [
    {
      clientId: 'r-broker',
      secret: 'broker-secret',
      redirectUris: ['*'],
      attributes: { 'post.logout.redirect.uris': '*' },
    },
  ],
  users: [
    {
      id: 'sue-id',
      username: 'sue',
      enabled: true,
      email: 'sue@staff.test',
      firstName: 'Sue',
      lastName: 'Staff',
      credentials: [{ type: 'password', value: 'sue-password' }],
    },
  ],
};

const shop = (baseUrl: string, config: Readonly<Record<string, string>>): RealmRepresentation => {
  const staff = `${baseUrl}/realms/staff`;
  const endpoints = `${staff}/protocol/openid-connect`;
  return {
    id: 'r-id',
    realm: 'r',
    enabled: true,
    clients: [
      {
        clientId: 'shop',
        publicClient: true,
        redirectUris: [CALLBACK],
        attributes: { 'post.logout.redirect.uris': BYE },
      },
    ],
    identityProviders: [
      {
        alias: 'staff',
        providerId: 'keycloak-oidc',
        config: {
          clientId: 'r-broker',
          clientSecret: 'broker-secret',
          clientAuthMethod: 'client_secret_basic',
          issuer: staff,
          authorizationUrl: `${endpoints}/auth`,
          tokenUrl: `${endpoints}/token`,
          userInfoUrl: `${endpoints}/userinfo`,
          jwksUrl: `${endpoints}/certs`,
          logoutUrl: `${endpoints}/logout`,
          validateSignature: 'true',
          useJwksUrl: 'true',
          pkceEnabled: 'true',
          defaultScope: 'openid profile email',
          ...config,
        },
      },
    ],
  } as RealmRepresentation;
};

interface Both {
  readonly server: ComposedTestServer;
  readonly browser: LoginBrowser;
}

async function withBoth(
  run: (both: Both) => Promise<void>,
  config: Readonly<Record<string, string>> = {},
): Promise<void> {
  const server = await startComposedServer({ realms: [STAFF] });
  try {
    const created = await fetch(`${server.baseUrl}/admin/realms`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.controlKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(shop(server.baseUrl, config)),
    });
    assert.equal(created.status, 201, await created.text());
    await run({ server, browser: new LoginBrowser(server.baseUrl) });
  } finally {
    await server.stop();
  }
}

/** Signs in to the shop as a member of staff. */
async function signIn({ browser }: Both) {
  const page = await browser.follow(await browser.get(buttonOf(await browser.open(), 'staff')));
  return browser.follow(await browser.post(formAction(page), { username: 'sue', password: 'sue-password' }));
}

const sessionsOf = (server: ComposedTestServer, realm: string) => server.store.sessions.count(realm);

test('Keycloak identity brokering: a realm signs people in by another realm, and both sides are one flow of Activity', () =>
  withBoth(async (both) => {
    const done = await signIn(both);
    assert.equal(await both.browser.usernameOf(done), 'sue');
    const user = (await both.server.store.users.findByUsername('r-id', 'sue')) ?? assert.fail();
    assert.deepEqual([user.email, user.firstName, user.lastName], ['sue@staff.test', 'Sue', 'Staff']);
    const { records } = both.server.activity.list({});
    const flows = new Set(records.filter(({ path }) => !/certs|admin/.test(path)).map(({ flow }) => flow));
    assert.equal(
      flows.size,
      1,
      JSON.stringify(
        records.map(({ flow, method, path }) => [flow, method, path]),
        undefined,
        1,
      ),
    );
    assert.deepEqual(
      [await sessionsOf(both.server, 'r-id'), await sessionsOf(both.server, 'staff-id')],
      [1, 1],
    );
  }));

test('OIDC RP-Initiated Logout §2: sign-out is passed on to the other realm, and the browser comes back', () =>
  withBoth(async (both) => {
    const { browser, server } = both;
    await signIn(both);
    const hint = await browser.open('prompt=none&response_type=id_token&nonce=n&scope=openid');
    const query = new URLSearchParams({ client_id: 'shop', post_logout_redirect_uri: BYE });
    const page = await browser.get(`/realms/r/protocol/openid-connect/logout?${query}`);
    assert.ok(hint);
    const confirm =
      /action="([^"]*logout-confirm[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ??
      assert.fail(page.text);
    const code = /name="session_code" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const left = await browser.follow(
      await browser.post(confirm, { session_code: code, confirmLogout: 'Logout' }),
    );
    assert.equal(left.headers.get('location'), BYE, left.text);
    assert.deepEqual([await sessionsOf(server, 'r-id'), await sessionsOf(server, 'staff-id')], [0, 0]);
  }));
