// For logout tests: service providers in one session, and their messages.
import { toIsoText } from '#protocol/clock.ts';
import type { ClientRepresentation } from '#protocol/contract/realm-representation.ts';
import type { TestBrowser, TestPage } from '#protocol/login/testing/browser.ts';
import { collect } from '#protocol/store/collect.ts';
import { attributeOf, childElement, textOf } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { NAMESPACES, STATUS_PREFIX } from '../xml-names.ts';
import { SP_KEYS } from './realm.ts';
import { type Delivered, nextId, type SamlTestServer, withSamlServer } from './server.ts';

/**
 * A service provider that need not sign: responses go to `http://<name>.test/acs`, single logout to `/slo`.
 */
export function describeProvider(
  name: string,
  changes: Partial<ClientRepresentation> = {},
): ClientRepresentation {
  return {
    clientId: name,
    protocol: 'saml',
    redirectUris: [`http://${name}.test/*`],
    ...changes,
    attributes: {
      'saml.client.signature': 'false',
      'saml.force.post.binding': 'false',
      saml_assertion_consumer_url_post: `http://${name}.test/acs`,
      saml_assertion_consumer_url_redirect: `http://${name}.test/acs`,
      saml_single_logout_service_url_post: `http://${name}.test/slo`,
      saml_single_logout_service_url_redirect: `http://${name}.test/slo-redirect`,
      ...changes.attributes,
    },
  };
}

/** Attributes of a service provider that must sign with {@link SP_KEYS}. */
export const SIGNING: Readonly<Record<string, string>> = {
  'saml.client.signature': 'true',
  'saml.signing.certificate': SP_KEYS.certificate,
};

/** What a service provider learns at sign-in. */
export interface SignedIn {
  readonly nameId: string;
  readonly format: string;
  readonly sessionIndex: string;
}

function find(root: XmlElement, ...path: readonly string[]): XmlElement {
  let element = root;
  for (const name of path) {
    const next = childElement(element, NAMESPACES.assertion, name);
    if (next === undefined) throw new TypeError(`no ${name} in ${element.name}`);
    element = next;
  }
  return element;
}

/** Signs alice in at a service provider; the browser may already have a session. */
export async function signInAt(
  server: SamlTestServer,
  issuer: string,
  browser: TestBrowser,
  options: { readonly username?: string; readonly content?: string } = {},
): Promise<SignedIn> {
  const { content = '', ...rest } = options;
  const { root } = await server.signIn(server.authnRequest({ issuer, content }), { browser, ...rest });
  const nameId = find(root, 'Assertion', 'Subject', 'NameID');
  const statement = find(root, 'Assertion', 'AuthnStatement');
  return {
    nameId: textOf(nameId),
    format: attributeOf(nameId, 'Format') ?? '',
    sessionIndex: attributeOf(statement, 'SessionIndex') ?? '',
  };
}

/** Changes to the default LogoutRequest. */
export interface LogoutChanges {
  readonly nameId?: string;
  readonly format?: string;
  /** Empty omits it. */
  readonly sessionIndex?: string;
  /** Empty ones are omitted. */
  readonly attributes?: Readonly<Record<string, string>>;
}

/** A LogoutRequest issued now, canonical except for the prefix `saml`. */
export function logoutRequest(
  server: SamlTestServer,
  issuer: string,
  { nameId, format, sessionIndex }: LogoutChanges & Partial<SignedIn>,
  changes: LogoutChanges['attributes'] = {},
): string {
  const usual = {
    ID: nextId(),
    Version: '2.0',
    IssueInstant: toIsoText(server.clock.now()),
    Destination: server.endpoint,
  };
  const attributes = writeAttributes({ ...usual, ...changes });
  const named = format === undefined ? '' : ` Format="${format}"`;
  const index = sessionIndex ? `<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>` : '';
  return `<samlp:LogoutRequest xmlns:saml="${NAMESPACES.assertion}" xmlns:samlp="${NAMESPACES.protocol}"${attributes}><saml:Issuer>${issuer}</saml:Issuer><saml:NameID xmlns:saml="${NAMESPACES.assertion}"${named}>${nameId ?? ''}</saml:NameID>${index}</samlp:LogoutRequest>`;
}

/** A LogoutResponse to a received request. */
export function logoutResponse(
  server: SamlTestServer,
  issuer: string,
  request: XmlElement,
  { status = 'Success', attributes = {} }: { status?: string; attributes?: Record<string, string> } = {},
): string {
  const usual = {
    ID: nextId(),
    Version: '2.0',
    IssueInstant: toIsoText(server.clock.now()),
    Destination: server.endpoint,
    InResponseTo: attributeOf(request, 'ID') ?? '',
  };
  return `<samlp:LogoutResponse xmlns:saml="${NAMESPACES.assertion}" xmlns:samlp="${NAMESPACES.protocol}"${writeAttributes({ ...usual, ...attributes })}><saml:Issuer>${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="${STATUS_PREFIX}${status}"></samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`;
}

function writeAttributes(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}

/** Short status codes of a response: `Success`, `Success PartialLogout`. */
export function statusOfAnswer({ root }: Pick<Delivered, 'root'>): string {
  const status = childElement(root, NAMESPACES.protocol, 'Status');
  const outer = status === undefined ? undefined : childElement(status, NAMESPACES.protocol, 'StatusCode');
  const inner = outer === undefined ? undefined : childElement(outer, NAMESPACES.protocol, 'StatusCode');
  return [outer, inner]
    .flatMap((code) => (code === undefined ? [] : [attributeOf(code, 'Value') ?? '']))
    .map((code) => code.replace(STATUS_PREFIX, ''))
    .join(' ');
}

export async function sendSoap(
  server: SamlTestServer,
  message: string,
  { path = '', headers = {} }: { path?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<TestPage> {
  const response = await fetch(`${server.endpoint}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml', ...headers },
    body: `<e:Envelope xmlns:e="${NAMESPACES.soap}"><e:Body>${message}</e:Body></e:Envelope>`,
  });
  const { status } = response;
  return { status, headers: response.headers, text: await response.text(), leadsTo: {} };
}

/** Runs a test with these service providers, given as arguments of {@link describeProvider}. */
export function withProviders(
  use: (server: SamlTestServer) => Promise<void>,
  ...clients: readonly Parameters<typeof describeProvider>[]
): Promise<void> {
  return withSamlServer(use, { clients: clients.map((args) => describeProvider(...args)) });
}

/** The number of sessions in the realm. */
export async function sessionsOf({ store }: SamlTestServer): Promise<number> {
  return (await collect(store.sessions.list(store.realms.find('demo')?.id ?? ''))).length;
}
