// For tests: realm `staff` is the identity provider of realm `r`, on the same server.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { formAction, type TestBrowser, type TestPage } from '#protocol/login/testing/browser.ts';
import { LoginBrowser } from '#protocol/login/testing/login-browser.ts';
import type { StoredRealm } from '#protocol/store/store.ts';
import { type ComposedTestServer, startComposedServer } from '#protocol/testing/composed-server.ts';
import { buttonOf } from './brokering.ts';

const CALLBACK = 'http://shop.test/callback';
export const BYE = 'http://shop.test/bye';

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

const SHOP: RealmRepresentation = {
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
};

function staffProvider(baseUrl: string, config: Readonly<Record<string, string>>) {
  const staff = `${baseUrl}/realms/staff`;
  const endpoints = `${staff}/protocol/openid-connect`;
  return {
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
  };
}

/** The client of the shop's realm is notified of sign-outs. */
function withBackChannel(realm: StoredRealm, baseUrl: string): StoredRealm {
  const url = `${baseUrl}/realms/r/protocol/openid-connect/logout/backchannel-logout`;
  const clients = (realm.clients ?? []).map((client) =>
    client.clientId === 'r-broker'
      ? {
          ...client,
          attributes: {
            ...client.attributes,
            'backchannel.logout.url': url,
            'backchannel.logout.session.required': 'true',
          },
        }
      : client,
  );
  return { ...realm, clients };
}

export interface Both {
  readonly server: ComposedTestServer;
  readonly browser: LoginBrowser;
  /** The same browser as realm `staff` sees it after the sign-in. */
  readonly atStaff: LoginBrowser;
}

export async function withBoth(
  run: (both: Both) => Promise<void>,
  config: Readonly<Record<string, string>> = {},
): Promise<void> {
  const server = await startComposedServer({ realms: [STAFF, SHOP] });
  try {
    const identityProviders = [staffProvider(server.baseUrl, config)];
    await server.store.realms.update('staff', (realm) => withBackChannel(realm, server.baseUrl));
    await server.store.realms.update('r', (realm) => ({ ...realm, identityProviders }));
    const [browser, atStaff] = [new LoginBrowser(server.baseUrl), new LoginBrowser(server.baseUrl)];
    await run({ server, browser, atStaff });
  } finally {
    await server.stop();
  }
}

/** Signs in to the shop as a member of staff. */
export async function signIn({ browser, atStaff }: Both): Promise<TestPage> {
  const page = await browser.follow(await browser.get(buttonOf(await browser.open(), 'staff')));
  const fields = { username: 'sue', password: 'sue-password' };
  const answer = await browser.post(formAction(page), fields);
  // Test browsers do not know that cookies belong to paths.
  for (const [name, value] of browser.cookies) atStaff.cookies.set(name, value);
  return browser.follow(answer);
}

export const sessionsOf = (server: ComposedTestServer, realm: string): Promise<number> =>
  server.store.sessions.count(realm);

/** Signs out of a realm, with the confirmation. `query`: further parameters of the logout request. */
export async function signOut(
  browser: TestBrowser,
  realm: string,
  query: Readonly<Record<string, string>> = {},
): Promise<TestPage> {
  const page = await browser.get(
    `/realms/${realm}/protocol/openid-connect/logout?${new URLSearchParams(query)}`,
  );
  const confirm = /action="([^"]*logout-confirm[^"]*)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&');
  if (confirm === undefined) throw new TypeError(`the page asks for no confirmation: ${page.text}`);
  const code = /name="session_code" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
  return browser.post(confirm, { session_code: code, confirmLogout: 'Logout' });
}

export const FROM_SHOP: Readonly<Record<string, string>> = {
  client_id: 'shop',
  post_logout_redirect_uri: BYE,
};
