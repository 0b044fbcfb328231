import { expect, test } from '@playwright/test';
import { person } from './support/clients.ts';
import {
  certificateText,
  createSamlClient,
  readDescriptor,
  sampleKeys,
  setSamlAttributes,
} from './support/saml.ts';
import { browse, type Delivered, deliver, refused } from './support/saml-sign-in.ts';
import {
  createIdentityProvider,
  createServiceProvider,
  type IdentityProvider,
  type SamlifyChanges,
  toRequest,
  toStart,
} from './support/samlify.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PlainBrowser } from './support/sign-in.ts';

const FORMAT = 'urn:oasis:names:tc:SAML:';
const BASE = 'http://127.0.0.1:8765';
const FIRST = 'urn:example:samlify';
const SECOND = 'urn:example:samlify:other';
const keys = sampleKeys();
const alice = person('alice');
const clients = new Map<string, string>();

let server: TestServer;
let descriptor: string;
let idp: IdentityProvider;

function baseOf(entityId: string): string {
  return `${BASE}/${entityId.split(':').at(-1)}`;
}

function defaultsOf(entityId: string): Record<string, string> {
  const base = baseOf(entityId);
  return {
    'saml.client.signature': 'true',
    'saml.signing.certificate': certificateText('signing'),
    'saml.encryption.certificate': certificateText('encryption'),
    'saml.encrypt': 'false',
    'saml.encryption.keyAlgorithm': 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    'saml.encryption.digestMethod': 'http://www.w3.org/2000/09/xmldsig#sha1',
    'saml.assertion.signature': 'true',
    'saml.server.signature': 'true',
    'saml.signature.algorithm': 'RSA_SHA256',
    'saml.force.post.binding': 'false',
    saml_single_logout_service_url_redirect: `${base}/slo`,
    saml_single_logout_service_url_post: `${base}/slo`,
  };
}

test.beforeAll(async () => {
  server = await startServer();
  descriptor = await readDescriptor(server.url);
  idp = createIdentityProvider(descriptor);
  for (const clientId of [FIRST, SECOND]) {
    const client = { clientId, redirectUris: [`${baseOf(clientId)}/*`], attributes: defaultsOf(clientId) };
    clients.set(clientId, await createSamlClient(server.url, { ...client, frontchannelLogout: true }));
  }
});
test.beforeEach(async () => {
  for (const [clientId, id] of clients) await setSamlAttributes(server.url, id, defaultsOf(clientId));
});
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

type Binding = 'redirect' | 'post';

/** The bindings that samlify supports for requests and single logout. */
const BINDINGS: readonly Binding[] = ['redirect', 'post'];

function change(entityId: string, attributes: Record<string, string>): Promise<void> {
  return setSamlAttributes(server.url, clients.get(entityId) ?? '', attributes);
}

function createProvider(entityId = FIRST, changes: SamlifyChanges = {}) {
  return createServiceProvider(entityId, baseOf(entityId), changes);
}

/** Signs alice in and returns what samlify accepts. */
async function signIn(
  provider = createProvider(),
  { browser = new PlainBrowser(), binding = 'redirect' as Binding, username = 'alice', trusted = idp } = {},
) {
  const request = provider.createLoginRequest(idp, binding);
  const delivered = await deliver(browser, toStart(request), username);
  expect(delivered.target).toBe(`${baseOf(provider.entityMeta.getEntityID())}/acs`);
  const { extract } = await provider.parseLoginResponse(trusted, 'post', toRequest(delivered));
  expect(extract.response?.['inResponseTo']).toBe(request.id);
  return { ...extract, nameID: extract.nameID ?? '' };
}

async function isSignedIn(browser: PlainBrowser): Promise<boolean> {
  const found = await browse(browser, toStart(createProvider().createLoginRequest(idp, 'redirect')));
  return 'binding' in found;
}

for (const binding of BINDINGS) {
  test(`SAML Profiles §4.1: samlify signs a user in with a signed request by ${binding}`, async () => {
    const extract = await signIn(createProvider(), { binding });
    expect(extract.nameID).toBe('alice');
    expect(extract.audience).toBe(FIRST);
    expect(extract.issuer).toBe(`${server.url}/realms/demo`);
    expect(extract.attributes?.['Role']).toContain('user');
  });

  test(`SAML Profiles §4.4: samlify signs out by ${binding} and gets its response by ${binding}`, async () => {
    const [provider, browser] = [createProvider(), new PlainBrowser()];
    const { nameID, sessionIndex } = await signIn(provider, { browser });
    const user = { logoutNameID: nameID, sessionIndex: String(sessionIndex?.['sessionIndex']) };
    const request = provider.createLogoutRequest(idp, binding, user, { relayState: 'mine' });
    const answer = await deliver(browser, toStart(request, 'mine'));
    expect([answer.binding, answer.target]).toEqual([binding, `${baseOf(FIRST)}/slo`]);
    expect(answer.fields['RelayState']).toBe('mine');
    const { extract } = await provider.parseLogoutResponse(idp, binding, toRequest(answer));
    expect(extract.response?.['inResponseTo']).toBe(request.id);
    expect(await isSignedIn(browser)).toBe(false);
  });

  test(`SAML Profiles §4.4: samlify receives a LogoutRequest by ${binding} and answers`, async () => {
    if (binding === 'post') await change(SECOND, { saml_single_logout_service_url_redirect: '' });
    const [first, second, browser] = [createProvider(), createProvider(SECOND), new PlainBrowser()];
    const { nameID } = await signIn(first, { browser });
    const other = await signIn(second, { browser });
    const request = first.createLogoutRequest(idp, binding, { logoutNameID: nameID });
    const visit = await deliver(browser, toStart(request));
    expect(visit.target).toBe(`${baseOf(SECOND)}/slo`);
    const asked = await second.parseLogoutRequest(idp, visit.binding, toRequest(visit));
    expect(asked.extract.nameID).toBe(other.nameID);
    const relayState = visit.fields['RelayState'];
    const options = relayState === undefined ? {} : { relayState };
    const reply = second.createLogoutResponse(idp, { extract: asked.extract }, visit.binding, options);
    const answer = await deliver(browser, toStart(reply, relayState));
    const { extract } = await first.parseLogoutResponse(idp, binding, toRequest(answer));
    expect(extract.response?.['inResponseTo']).toBe(request.id);
    expect(await isSignedIn(browser)).toBe(false);
  });
}

/** The redirect with an unsolicited assertion; samlify's own requests always require POST. */
async function receiveByRedirect(): Promise<Delivered> {
  await change(FIRST, {
    saml_idp_initiated_sso_url_name: 'samlify',
    saml_assertion_consumer_url_redirect: `${baseOf(FIRST)}/acs-redirect`,
  });
  const url = `${server.url}/realms/demo/protocol/saml/clients/samlify?RelayState=mine`;
  return deliver(new PlainBrowser(), { url }, 'alice');
}

test('SAML Bindings §3.4: samlify accepts a response by redirect with a signed query', async () => {
  const delivered = await receiveByRedirect();
  expect([delivered.binding, delivered.target]).toEqual(['redirect', `${baseOf(FIRST)}/acs-redirect`]);
  expect(delivered.fields['RelayState']).toBe('mine');
  const { extract } = await createProvider().parseLoginResponse(idp, 'redirect', toRequest(delivered));
  expect(extract.nameID).toBe('alice');
  expect(extract.response?.['inResponseTo']).toBeUndefined();
});

test('SAML Bindings §3.4.4.1: samlify refuses a response by redirect with a tampered query', async () => {
  const delivered = await receiveByRedirect();
  const query = delivered.query.replace('RelayState=mine', 'RelayState=other');
  expect(query).not.toBe(delivered.query);
  const changed = toRequest({ ...delivered, query });
  await expect(createProvider().parseLoginResponse(idp, 'redirect', changed)).rejects.toThrow(/SIGNATURE/);
});

for (const algorithm of [
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
]) {
  for (const message of ['true', 'false']) {
    test(`XML Encryption §5.2: samlify decrypts ${algorithm.split('#')[1]}, message signed: ${message}`, async () => {
      await change(FIRST, {
        'saml.encrypt': 'true',
        'saml.encryption.algorithm': algorithm,
        'saml.server.signature': message,
      });
      const trusted = createIdentityProvider(descriptor, true);
      expect((await signIn(createProvider(), { trusted })).nameID).toBe('alice');
    });
  }
}

for (const [assertion, message] of [
  ['true', 'false'],
  ['false', 'true'],
] as const) {
  test(`SAML Core §5: samlify accepts signed assertion ${assertion}, signed message ${message}`, async () => {
    await change(FIRST, { 'saml.assertion.signature': assertion, 'saml.server.signature': message });
    expect((await signIn()).nameID).toBe('alice');
  });
}

for (const [name, uri] of [
  ['RSA_SHA512', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'],
  ['RSA_SHA1', 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'],
] as const) {
  test(`XML Signature §6.4: samlify signs and verifies with ${name}`, async () => {
    await change(FIRST, { 'saml.signature.algorithm': name });
    for (const binding of BINDINGS) {
      const provider = createProvider(FIRST, { requestSignatureAlgorithm: uri });
      expect((await signIn(provider, { binding })).nameID).toBe('alice');
    }
  });
}

for (const [format, expected] of [
  ['1.1:nameid-format:emailAddress', alice.email],
  ['2.0:nameid-format:persistent', /^G-/],
  ['2.0:nameid-format:transient', /^G-/],
] as const) {
  test(`SAML Core §8.3: samlify requests ${format}`, async () => {
    const provider = createProvider(FIRST, { nameIDFormat: [FORMAT + format], allowCreate: true });
    expect((await signIn(provider)).nameID).toMatch(expected);
  });
}

test('SAML Core §3.4.1.1: with AllowCreate="false" a persistent name identifier must already exist', async () => {
  const wish = { nameIDFormat: [`${FORMAT}2.0:nameid-format:persistent`] };
  const options = { username: 'bob' };
  await expect(signIn(createProvider(FIRST, { ...wish, allowCreate: false }), options)).rejects.toThrow(
    /InvalidNameIDPolicy/,
  );
  const { nameID } = await signIn(createProvider(FIRST, { ...wish, allowCreate: true }), options);
  expect((await signIn(createProvider(FIRST, { ...wish, allowCreate: false }), options)).nameID).toBe(nameID);
});

for (const binding of BINDINGS) {
  for (const [what, changes] of [
    ['another key', { privateKey: keys.encryption.key }],
    [
      'SHA-1, which the client does not ask for,',
      { requestSignatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    ],
  ] as const) {
    test(`SAML Core §5: a request by ${binding} that samlify signed with ${what} is refused`, async () => {
      const provider = createProvider(FIRST, changes);
      const page = await refused(toStart(provider.createLoginRequest(idp, binding)));
      expect(page.status).toBe(400);
      expect(page.text).toContain('Invalid requester');
    });
  }

  test(`SAML Profiles §4.1.4.1: a request by ${binding} of an unknown issuer, or with another client’s consumer service, is refused`, async () => {
    const nobody = createServiceProvider('urn:example:nobody', BASE);
    expect((await refused(toStart(nobody.createLoginRequest(idp, binding)))).text).toContain(
      'Invalid Request',
    );
    const elsewhere = createServiceProvider(FIRST, baseOf(SECOND));
    const page = await refused(toStart(elsewhere.createLoginRequest(idp, binding)));
    expect(page.text).toContain('Invalid redirect uri');
  });

  test(`SAML Profiles §4.4.4.1: a LogoutRequest by ${binding} with another key is refused, and the session continues`, async () => {
    const browser = new PlainBrowser();
    const { nameID } = await signIn(createProvider(), { browser });
    const forged = createProvider(FIRST, { privateKey: keys.encryption.key });
    const request = forged.createLogoutRequest(idp, binding, { logoutNameID: nameID });
    expect((await refused(toStart(request), browser)).status).toBe(400);
    expect(await isSignedIn(browser)).toBe(true);
  });
}

/** Alice's response with changed XML. */
async function tamper(changeXml: (xml: string) => string): Promise<Delivered> {
  const request = createProvider().createLoginRequest(idp, 'post');
  const delivered = await deliver(new PlainBrowser(), toStart(request), 'alice');
  const xml = Buffer.from(delivered.fields['SAMLResponse'] ?? '', 'base64').toString('utf8');
  expect(changeXml(xml)).not.toBe(xml);
  const SAMLResponse = Buffer.from(changeXml(xml)).toString('base64');
  return { ...delivered, fields: { ...delivered.fields, SAMLResponse } };
}

for (const [what, changeXml] of [
  ['another name', (xml: string) => xml.replace('>alice<', '>admin<')],
  ['a longer life', (xml: string) => xml.replaceAll(/NotOnOrAfter="\d+/g, 'NotOnOrAfter="2999')],
  ['no status', (xml: string) => xml.replaceAll('status:Success', 'status:Responder')],
] as const) {
  test(`SAML Core §5: samlify refuses a response with ${what}`, async () => {
    const changed = await tamper(changeXml);
    await expect(createProvider().parseLoginResponse(idp, 'post', toRequest(changed))).rejects.toThrow();
  });
}

test('SAML Core §5: samlify refuses a response of another identity provider', async () => {
  const provider = createProvider();
  const delivered = await deliver(
    new PlainBrowser(),
    toStart(provider.createLoginRequest(idp, 'post')),
    'alice',
  );
  const master = await fetch(`${server.url}/realms/master/protocol/saml/descriptor`);
  const other = createIdentityProvider(await master.text());
  await expect(provider.parseLoginResponse(other, 'post', toRequest(delivered))).rejects.toThrow();
});

test('XML Encryption §5.2: samlify cannot read an assertion encrypted for another key', async () => {
  await change(FIRST, {
    'saml.encrypt': 'true',
    'saml.encryption.algorithm': 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  });
  const provider = createProvider(FIRST, { encPrivateKey: keys.signing.key });
  await expect(signIn(provider, { trusted: createIdentityProvider(descriptor, true) })).rejects.toThrow();
});
