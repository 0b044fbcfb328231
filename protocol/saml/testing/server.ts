// A SAML test server: real sockets, memory store, sign-in pages, movable clock, service providers.
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { toIsoText } from '#protocol/clock.ts';
import type { ActivityRecord, ActivityRefusal } from '#protocol/contract/activity.ts';
import type { ClientRepresentation, RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import {
  CANONICALIZATIONS,
  signElement,
  signText,
  XML_SIGNATURES,
  type XmlSigner,
} from '#protocol/crypto/xml-signature.ts';
import { TestBrowser, type TestPage } from '#protocol/login/testing/browser.ts';
import { type ComposedTestServer, startComposedServer } from '#protocol/testing/composed-server.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { NAMESPACES } from '../xml-names.ts';
import { describeSamlRealm, SP_KEYS } from './realm.ts';

/** The signer of the service provider `signing`. */
export const SP_SIGNER: XmlSigner = {
  algorithm: 'RSA_SHA256',
  canonicalization: CANONICALIZATIONS.exclusive,
  key: SP_KEYS.privateKey,
  keyInfo: '',
};

/** A message delivered to a service provider by the browser. */
export interface Delivered {
  readonly binding: 'redirect' | 'post';
  /** URL without the binding's parameters. */
  readonly destination: string;
  readonly parameter: string;
  readonly xml: string;
  readonly root: XmlElement;
  readonly relayState: string | undefined;
  /** The raw query of a redirect. */
  readonly query: string;
}

/** A rejected message. */
interface SamlRefusal extends ActivityRefusal {
  readonly status: number;
  /** The text shown to the user; undefined without an error page. */
  readonly page: string | undefined;
}

export interface SamlTestServer extends ComposedTestServer {
  /** The URL for messages: `…/realms/demo/protocol/saml`. */
  readonly endpoint: string;
  /** A browser without cookies. */
  browser(): TestBrowser;
  /** A current AuthnRequest of `sp`; `changes` replaces root attributes (empty omits them) and content. */
  authnRequest(changes?: AuthnRequestChanges): string;
  /** Sends a message by redirect, signed if a signer is given. */
  sendRedirect(xml: string, options?: SendOptions): Promise<TestPage>;
  /** Sends a message by POST. */
  sendPost(xml: string, options?: SendOptions): Promise<TestPage>;
  /** Sends a message by redirect and signs in as alice if the sign-in page appears. */
  signIn(xml?: string, options?: SendOptions & { readonly username?: string }): Promise<Delivered>;
  /** The refusal in the newest exchange. @throws {TypeError} if there is none. */
  refusal(page: TestPage): SamlRefusal;
  /** The newest request as Activity shows it. */
  newest(): ActivityRecord;
  /** Changes the realm as an administrator would. */
  changeRealm(change: (realm: RealmRepresentation) => RealmRepresentation): Promise<void>;
  /** Changes a client as an administrator would; attributes are merged. */
  changeClient(clientId: string, changes: Partial<ClientRepresentation>): Promise<void>;
  /** Advances the clock. */
  pass(seconds: number): void;
}

/** Changes to the default AuthnRequest. */
interface AuthnRequestChanges {
  readonly attributes?: Readonly<Record<string, string>>;
  readonly issuer?: string;
  /** Inner XML after the issuer; the prefixes `samlp` and `saml` are declared. */
  readonly content?: string;
}

export interface SendOptions {
  readonly browser?: TestBrowser;
  readonly parameter?: 'SAMLRequest' | 'SAMLResponse';
  readonly relayState?: string;
  /** Signs the query. */
  readonly signer?: XmlSigner;
}

let lastId = 0;

/** A unique message ID. */
export function nextId(): string {
  lastId += 1;
  return `_test-${lastId}`;
}

/** Writes an AuthnRequest in canonical form. */
function writeAuthnRequest(usual: Readonly<Record<string, string>>, changes: AuthnRequestChanges): string {
  const attributes = Object.entries({ ...usual, ...changes.attributes })
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
  const issuer = changes.issuer ?? 'sp';
  const sender = issuer === '' ? '' : `<saml:Issuer>${issuer}</saml:Issuer>`;
  return `<samlp:AuthnRequest xmlns:saml="${NAMESPACES.assertion}" xmlns:samlp="${NAMESPACES.protocol}"${attributes}>${sender}${changes.content ?? ''}</samlp:AuthnRequest>`;
}

/**
 * Signs the message and inserts the signature after the issuer. The message must be canonical except for the
 * prefix `saml`.
 */
export async function signMessage(xml: string, signer: XmlSigner = SP_SIGNER): Promise<string> {
  const id = /\sID="([^"]*)"/.exec(xml)?.[1] ?? '';
  const end = '</saml:Issuer>';
  const place = xml.indexOf(end) + end.length;
  // The issuer's prefix is declared on the root, but in canonical form where it is first used.
  const declaration = ` xmlns:saml="${NAMESPACES.assertion}"`;
  const canonical = xml.replace(declaration, '').replaceAll('<saml:Issuer>', `<saml:Issuer${declaration}>`);
  const inScope = { saml: NAMESPACES.assertion, samlp: NAMESPACES.protocol };
  const signature = await signElement(signer, { id, canonical, inScope });
  return xml.slice(0, place) + signature + xml.slice(place);
}

/** The query that carries a message. */
export async function redirectQuery(xml: string, options: SendOptions = {}): Promise<string> {
  const { parameter = 'SAMLRequest', relayState, signer } = options;
  const parts = [`${parameter}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`];
  if (relayState !== undefined) parts.push(`RelayState=${encodeURIComponent(relayState)}`);
  if (signer !== undefined) {
    parts.push(`SigAlg=${encodeURIComponent(XML_SIGNATURES[signer.algorithm].method)}`);
    parts.push(`Signature=${encodeURIComponent(await signText(signer, parts.join('&')))}`);
  }
  return parts.join('&');
}

/** Reads the message that a page carries to a service provider. @throws {TypeError} if there is none. */
export function readDelivered(page: TestPage): Delivered {
  const location = page.headers.get('location');
  return location === null ? readForm(page) : readRedirect(location);
}

const BINDING_PARAMETERS = ['SAMLRequest', 'SAMLResponse', 'RelayState', 'SigAlg', 'Signature'];

function readRedirect(location: string): Delivered {
  const url = new URL(location);
  const query = url.search.slice(1);
  const parameter = url.searchParams.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse';
  const value = url.searchParams.get(parameter);
  if (value === null) throw new TypeError(`no message in ${location}`);
  const xml = inflateRawSync(Buffer.from(value, 'base64')).toString('utf8');
  const relayState = url.searchParams.get('RelayState') ?? undefined;
  for (const name of BINDING_PARAMETERS) url.searchParams.delete(name);
  return {
    binding: 'redirect',
    destination: url.href,
    parameter,
    xml,
    root: parseXml(xml),
    relayState,
    query,
  };
}

function readForm({ text, status }: TestPage): Delivered {
  const destination = decodeHtml(
    /<form name="saml-post-binding" method="post" action="([^"]*)">/.exec(text)?.[1] ?? '',
  );
  const fields = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const values = new Map(fields.map(([, name = '', value = '']) => [name, decodeHtml(value)]));
  const parameter = values.has('SAMLRequest') ? 'SAMLRequest' : 'SAMLResponse';
  const value = values.get(parameter);
  if (value === undefined) throw new TypeError(`no message but ${status} ${text}`);
  const xml = Buffer.from(value, 'base64').toString('utf8');
  const relayState = values.get('RelayState');
  return { binding: 'post', destination, parameter, xml, root: parseXml(xml), relayState, query: '' };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function decodeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Starts a server with realm `demo`; `changes` replaces members. */
export async function startSamlServer(changes: Partial<RealmRepresentation> = {}): Promise<SamlTestServer> {
  const server = await startComposedServer({ realms: [describeSamlRealm(changes)] });
  return { ...server, ...createMessages(server), ...createChanges(server) };
}

type Changes = Pick<SamlTestServer, 'changeRealm' | 'changeClient' | 'pass' | 'newest' | 'refusal'>;
type Messages = Omit<SamlTestServer, keyof ComposedTestServer | keyof Changes>;

function createMessages({ baseUrl, clock }: ComposedTestServer): Messages {
  const endpoint = `${baseUrl}/realms/demo/protocol/saml`;
  const browser = (): TestBrowser => new TestBrowser(baseUrl);
  const authnRequest: Messages['authnRequest'] = (changes = {}) => {
    const instant = toIsoText(clock.now());
    return writeAuthnRequest(
      { ID: nextId(), Version: '2.0', IssueInstant: instant, Destination: endpoint },
      changes,
    );
  };
  const sendRedirect: Messages['sendRedirect'] = async (xml, options = {}) =>
    (options.browser ?? browser()).get(`${endpoint}?${await redirectQuery(xml, options)}`);
  return {
    endpoint,
    browser,
    authnRequest,
    sendRedirect,
    sendPost: async (xml, options = {}) => {
      const { parameter = 'SAMLRequest', relayState } = options;
      const value = Buffer.from(xml).toString('base64');
      const fields = { [parameter]: value, ...(relayState === undefined ? {} : { RelayState: relayState }) };
      const own = options.browser ?? browser();
      const answer = await own.post(endpoint, fields);
      // Follows only redirects to this server; those to a service provider are what the test checks.
      return answer.status === 303 ? own.follow(answer) : answer;
    },
    async signIn(xml = authnRequest(), options = {}) {
      const own = options.browser ?? browser();
      const page = await sendRedirect(xml, { ...options, browser: own });
      const { username = 'alice' } = options;
      if (!page.text.includes('kc-form-login')) return readDelivered(page);
      return readDelivered(await own.signIn(page, username, `${username}-password`));
    },
  };
}

function createChanges({ store, clock, activity }: ComposedTestServer): Changes {
  const changeRealm: Changes['changeRealm'] = async (change) => {
    await store.realms.update('demo', (realm) => ({ ...change(realm), id: realm.id }));
  };
  const newest = (): ActivityRecord => {
    // Calls of the server to others may be newer than the request that caused them.
    const id = activity.list().records.find(({ call }) => call === undefined)?.id ?? '';
    const record = activity.find(id, { reveal: false });
    if (record === undefined) throw new TypeError('Activity is empty');
    return record;
  };
  return {
    changeRealm,
    newest,
    changeClient: (clientId, changes) =>
      changeRealm((realm) => ({
        ...realm,
        clients: (realm.clients ?? []).map((client) =>
          client.clientId === clientId
            ? { ...client, ...changes, attributes: { ...client.attributes, ...changes.attributes } }
            : client,
        ),
      })),
    pass: (seconds) => clock.setOffsetMs(clock.offsetMs + seconds * 1000),
    refusal({ status, text }) {
      const record = newest();
      if (record.refusal === undefined) throw new TypeError(`not refused: ${status} ${text}`);
      const page = /<p class="instruction">([^<]*)</.exec(text)?.[1];
      return { ...record.refusal, status, page };
    },
  };
}

export async function withSamlServer(
  use: (server: SamlTestServer) => Promise<void>,
  changes: Partial<RealmRepresentation> = {},
): Promise<void> {
  const server = await startSamlServer(changes);
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}
