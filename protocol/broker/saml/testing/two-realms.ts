// For tests: realm `r`, whose users sign in through realm `idp` of the same server by SAML.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { TestBrowser, type TestPage } from '#protocol/login/testing/browser.ts';
import { authorizationUrl, callbackOf } from '#protocol/login/testing/login-browser.ts';
import { importIdentityProviderConfig } from '#protocol/saml/metadata/identity-provider-metadata.ts';
import { readDelivered } from '#protocol/saml/testing/server.ts';
import { collect } from '#protocol/store/collect.ts';
import { type ComposedTestServer, startComposedServer } from '#protocol/testing/composed-server.ts';
import { buttonOf } from '../../testing/brokering.ts';

const SHOP = { clientId: 'shop', publicClient: true, redirectUris: [callbackOf('shop')] };

const ALICE = {
  username: 'alice',
  email: 'alice@example.test',
  firstName: 'Alice',
  lastName: 'Liddell',
  enabled: true,
  credentials: [{ type: 'password', value: 'alice-password' }],
};

/** Mappers of the broker, and those of the client that send what they read. */
const MEMBERS = ['email', 'firstName', 'lastName'] as const;

function describeRealms(): readonly RealmRepresentation[] {
  return [
    {
      id: 'r-id',
      realm: 'r',
      clients: [{ ...SHOP, attributes: { 'post.logout.redirect.uris': 'http://shop.test/bye' } }],
      identityProviderMappers: MEMBERS.map((name) => ({
        name,
        identityProviderAlias: 'idp',
        identityProviderMapper: 'saml-user-attribute-idp-mapper',
        config: { 'user.attribute': name, 'attribute.name': name, syncMode: 'INHERIT' },
      })),
    } as RealmRepresentation,
    { id: 'idp-id', realm: 'idp', clients: [SHOP], users: [ALICE] },
  ];
}

/** The settings follow from the metadata that each realm publishes. */
async function introduce(
  { baseUrl, store, clock }: ComposedTestServer,
  config: Readonly<Record<string, string>>,
): Promise<void> {
  const metadata = await (await fetch(`${baseUrl}/realms/idp/protocol/saml/descriptor`)).text();
  const imported = importIdentityProviderConfig(metadata, clock.now());
  await store.realms.update('r', (realm) => ({
    ...realm,
    identityProviders: [
      { alias: 'idp', providerId: 'saml', enabled: true, config: { ...imported, ...config } },
    ],
  }));
  const descriptor = await (await fetch(`${baseUrl}/realms/r/broker/idp/endpoint/descriptor`)).text();
  const [certificate = ''] = /(?<=<ds:X509Certificate>)[^<]*/.exec(descriptor) ?? [];
  const endpoint = `${baseUrl}/realms/r/broker/idp/endpoint`;
  await store.realms.update('idp', (realm) => ({
    ...realm,
    clients: [
      ...(realm.clients ?? []),
      {
        id: 'broker-id',
        clientId: `${baseUrl}/realms/r`,
        protocol: 'saml',
        enabled: true,
        frontchannelLogout: true,
        redirectUris: [endpoint],
        attributes: {
          'saml.client.signature': 'true',
          'saml.signing.certificate': certificate,
          'saml.server.signature': 'true',
          'saml.assertion.signature': 'true',
          'saml.authnstatement': 'true',
          saml_single_logout_service_url_post: endpoint,
          saml_single_logout_service_url_redirect: endpoint,
        },
        protocolMappers: MEMBERS.map((name) => ({
          name,
          protocol: 'saml',
          protocolMapper: 'saml-user-property-mapper',
          config: { 'user.attribute': name, 'attribute.name': name },
        })),
      },
    ],
  }));
}

/** Follows redirects, but leaves those that carry a message. */
async function follow(browser: TestBrowser, page: TestPage): Promise<TestPage> {
  const location = page.headers.get('location');
  const isOwn =
    location?.startsWith(browser.baseUrl) === true && !/[?&]SAML(?:Request|Response|art)=/.test(location);
  return isOwn ? follow(browser, await browser.get(location)) : page;
}

/** Confirms the sign-out of a realm's browser. */
export async function signOutOf(browser: TestBrowser, realm: string): Promise<TestPage> {
  const { text } = await browser.get(`/realms/${realm}/protocol/openid-connect/logout?client_id=shop`);
  const action = /<form [^>]*action="([^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  const code = /name="session_code" value="([^"]*)"/.exec(text)?.[1] ?? '';
  if (action === undefined) throw new TypeError(`the page has no form: ${text}`);
  return browser.post(action, { session_code: code, confirmLogout: 'Logout' });
}

/** A person with a browser for each realm, because their cookies have the same names. */
export class TwoRealms {
  readonly server: ComposedTestServer;
  readonly atApp: TestBrowser;
  readonly atIdp: TestBrowser;

  constructor(server: ComposedTestServer) {
    this.server = server;
    this.atApp = new TestBrowser(server.baseUrl);
    this.atIdp = new TestBrowser(server.baseUrl);
  }

  /** The client's answer of realm `r` after a sign-in as alice at realm `idp`. */
  async signIn(): Promise<TestPage> {
    const page = await this.atApp.get(authorizationUrl());
    const login = await this.carry(await this.atApp.get(buttonOf(page, 'idp')), this.atIdp);
    const signedIn = await this.atIdp.signIn(login, 'alice', 'alice-password');
    return this.carry(signedIn, this.atApp);
  }

  /** Brings the message of a page to its receiver. */
  async carry(page: TestPage, to: TestBrowser): Promise<TestPage> {
    const location = page.headers.get('location');
    if (location !== null) return follow(to, await to.get(location));
    const { destination, parameter, xml, relayState } = readDelivered(page);
    const fields = {
      [parameter]: Buffer.from(xml).toString('base64'),
      ...(relayState === undefined ? {} : { RelayState: relayState }),
    };
    return follow(to, await to.post(destination, fields));
  }

  async sessions(realm: 'r' | 'idp'): Promise<number> {
    return (await collect(this.server.store.sessions.list(`${realm}-id`))).length;
  }
}

export async function withTwoRealms(
  config: Readonly<Record<string, string>>,
  run: (realms: TwoRealms) => Promise<void>,
): Promise<void> {
  const server = await startComposedServer({ realms: describeRealms() });
  try {
    await introduce(server, config);
    await run(new TwoRealms(server));
  } finally {
    await server.stop();
  }
}
