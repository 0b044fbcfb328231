import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { type Profile, SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';
import { expect, test } from '@playwright/test';
import {
  certificateText,
  createSamlClient,
  readCertificate,
  sampleKeys,
  setFrontChannel,
  setSamlAttributes,
} from './support/saml.ts';
import { browse, type Delivered, deliver, refused } from './support/saml-sign-in.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PlainBrowser } from './support/sign-in.ts';

const keys = sampleKeys();
const FIRST = 'urn:example:first';
const SECOND = 'urn:example:second';

let server: TestServer;
let endpoint: string;
let idpCert: string;
let listener: Server;
const clients = new Map<string, string>();

function addressOf(issuer: string): string {
  return `http://127.0.0.1:8765/${issuer.split(':').at(-1)}`;
}

/** The state before each test. */
function defaultsOf(issuer: string): Record<string, string> {
  return {
    'saml.client.signature': 'true',
    'saml.signing.certificate': certificateText('signing'),
    'saml.assertion.signature': 'true',
    'saml.server.signature': 'true',
    'saml.force.post.binding': 'false',
    saml_assertion_consumer_url_post: `${addressOf(issuer)}/acs`,
    saml_single_logout_service_url_redirect: `${addressOf(issuer)}/slo`,
    saml_single_logout_service_url_post: '',
  };
}

test.beforeAll(async () => {
  server = await startServer();
  endpoint = `${server.url}/realms/demo/protocol/saml`;
  idpCert = await readCertificate(server.url);
  listener = createServer();
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  for (const issuer of [FIRST, SECOND]) {
    const client = { clientId: issuer, redirectUris: [`${addressOf(issuer)}/*`], frontchannelLogout: true };
    clients.set(issuer, await createSamlClient(server.url, { ...client, attributes: defaultsOf(issuer) }));
  }
});
test.beforeEach(async () => {
  for (const [issuer, id] of clients) await setSamlAttributes(server.url, id, defaultsOf(issuer));
});
test.afterAll(async () => {
  listener.closeAllConnections();
  listener.close();
  expect(await server.stop()).toBe(0);
});

function serviceProvider(issuer: string, changes: Partial<SamlConfig> = {}): SAML {
  return new SAML({
    issuer,
    callbackUrl: `${addressOf(issuer)}/acs`,
    entryPoint: endpoint,
    logoutUrl: endpoint,
    logoutCallbackUrl: `${addressOf(issuer)}/slo`,
    idpCert,
    idpIssuer: `${server.url}/realms/demo`,
    audience: issuer,
    privateKey: keys.signing.key,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    authnRequestBinding: 'HTTP-POST',
    skipRequestCompression: false,
    disableRequestedAuthnContext: true,
    validateInResponseTo: ValidateInResponseTo.always,
    ...changes,
  });
}

async function signIn(provider: SAML, browser: PlainBrowser, username?: string): Promise<Profile> {
  const message = (await provider.getAuthorizeMessageAsync('')) as Record<string, string>;
  const { fields } = await deliver(browser, { url: endpoint, form: message }, username);
  const { profile } = await provider.validatePostResponseAsync({ ...fields });
  if (profile === null) throw new Error('node-saml read no profile');
  return profile;
}

/** Validates a redirect message as the service provider. */
function read(provider: SAML, { binding, fields, query }: Delivered) {
  expect(binding).toBe('redirect');
  return provider.validateRedirectAsync({ ...fields }, query);
}

async function isSignedIn(browser: PlainBrowser): Promise<boolean> {
  const provider = serviceProvider(FIRST);
  const found = await browse(browser, { url: await provider.getAuthorizeUrlAsync('', undefined, {}) });
  return 'binding' in found;
}

test('SAML Profiles §4.4.3: a signed LogoutRequest by redirect is answered with a signed LogoutResponse', async () => {
  const [provider, browser] = [serviceProvider(FIRST), new PlainBrowser()];
  const profile = await signIn(provider, browser, 'alice');
  const answer = await deliver(browser, { url: await provider.getLogoutUrlAsync(profile, 'mine', {}) });
  expect(answer.target).toBe(`${addressOf(FIRST)}/slo`);
  expect(answer.fields['RelayState']).toBe('mine');
  expect(answer.fields['Signature']).toBeDefined();
  expect(await read(provider, answer)).toMatchObject({ loggedOut: true });
  expect(await isSignedIn(browser)).toBe(false);
});

test('SAML Profiles §4.4.3: the other service provider of the session is visited and answers, then the first gets its response', async () => {
  const [first, second, browser] = [serviceProvider(FIRST), serviceProvider(SECOND), new PlainBrowser()];
  const profile = await signIn(first, browser, 'alice');
  const other = await signIn(second, browser);
  const visit = await deliver(browser, { url: await first.getLogoutUrlAsync(profile, '', {}) });
  expect(visit.target).toBe(`${addressOf(SECOND)}/slo`);
  const asked = await read(second, visit);
  expect(asked.profile).toMatchObject({ nameID: other.nameID, sessionIndex: other.sessionIndex });
  if (asked.profile === null) throw new Error('node-saml read no request');
  const relayState = visit.fields['RelayState'] ?? '';
  const reply = await second.getLogoutResponseUrlAsync(asked.profile, relayState, {}, true);
  const answer = await deliver(browser, { url: reply });
  expect(answer.target).toBe(`${addressOf(FIRST)}/slo`);
  expect(await read(first, answer)).toMatchObject({ loggedOut: true });
  expect(await isSignedIn(browser)).toBe(false);
});

test('SAML Core §3.7.3: if a service provider reports failure, the sign-out is partial', async () => {
  const [first, second, browser] = [serviceProvider(FIRST), serviceProvider(SECOND), new PlainBrowser()];
  const profile = await signIn(first, browser, 'alice');
  await signIn(second, browser);
  const visit = await deliver(browser, { url: await first.getLogoutUrlAsync(profile, '', {}) });
  const { profile: asked } = await read(second, visit);
  if (asked === null) throw new Error('node-saml read no request');
  const reply = await second.getLogoutResponseUrlAsync(asked, visit.fields['RelayState'] ?? '', {}, false);
  const answer = await deliver(browser, { url: reply });
  const xml = inflated(answer);
  expect(xml).toContain('status:Success');
  expect(xml).toContain('status:PartialLogout');
  expect(await isSignedIn(browser)).toBe(false);
});

function inflated({ fields }: Delivered): string {
  return inflateRawSync(Buffer.from(fields['SAMLResponse'] ?? '', 'base64')).toString('utf8');
}

test('SAML Profiles §4.4: a LogoutRequest by POST is answered by POST', async () => {
  const id = clients.get(FIRST) ?? '';
  await setSamlAttributes(server.url, id, {
    saml_single_logout_service_url_post: `${addressOf(FIRST)}/slo-post`,
    'saml.client.signature': 'false',
  });
  // node-saml looks for InResponseTo of a posted LogoutResponse in the wrong place.
  const changes = { validateInResponseTo: ValidateInResponseTo.ifPresent };
  const [provider, browser] = [serviceProvider(FIRST, changes), new PlainBrowser()];
  const profile = await signIn(provider, browser, 'alice');
  const { searchParams } = new URL(await provider.getLogoutUrlAsync(profile, '', {}));
  const form = { SAMLRequest: searchParams.get('SAMLRequest') ?? '', RelayState: 'mine' };
  const { binding, target, fields } = await deliver(browser, { url: endpoint, form });
  expect([binding, target]).toEqual(['post', `${addressOf(FIRST)}/slo-post`]);
  expect(fields['RelayState']).toBe('mine');
  expect(await provider.validatePostResponseAsync({ ...fields })).toMatchObject({ loggedOut: true });
});

test('SAML Profiles §4.4: a service provider visited by POST reads the LogoutRequest', async () => {
  await setSamlAttributes(server.url, clients.get(SECOND) ?? '', {
    saml_single_logout_service_url_redirect: '',
    saml_single_logout_service_url_post: `${addressOf(SECOND)}/slo-post`,
  });
  const [first, second, browser] = [serviceProvider(FIRST), serviceProvider(SECOND), new PlainBrowser()];
  const profile = await signIn(first, browser, 'alice');
  const other = await signIn(second, browser);
  const visit = await deliver(browser, { url: await first.getLogoutUrlAsync(profile, '', {}) });
  expect([visit.binding, visit.target]).toEqual(['post', `${addressOf(SECOND)}/slo-post`]);
  const { profile: asked } = await second.validatePostRequestAsync({ ...visit.fields });
  expect(asked).toMatchObject({ nameID: other.nameID, sessionIndex: other.sessionIndex });
  const tampered = Buffer.from(visit.fields['SAMLRequest'] ?? '', 'base64')
    .toString('utf8')
    .replace(other.nameID, 'somebody');
  const changed = { SAMLRequest: Buffer.from(tampered).toString('base64') };
  await expect(second.validatePostRequestAsync(changed)).rejects.toThrow(/signature/i);
});

test('Keycloak’s back channel by form: a service provider without SOAP is notified by a POST of the server', async () => {
  const told: Promise<URLSearchParams> = new Promise((done) => {
    listener.once('request', async (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      response.end('ended');
      done(new URLSearchParams(Buffer.concat(chunks).toString('utf8')));
    });
  });
  const address = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/slo`;
  const id = clients.get(SECOND) ?? '';
  await setSamlAttributes(server.url, id, { saml_single_logout_service_url_post: address });
  await setFrontChannel(server.url, id, false);
  try {
    const [first, second, browser] = [serviceProvider(FIRST), serviceProvider(SECOND), new PlainBrowser()];
    const profile = await signIn(first, browser, 'alice');
    const other = await signIn(second, browser);
    const answer = await deliver(browser, { url: await first.getLogoutUrlAsync(profile, '', {}) });
    expect(inflated(answer)).not.toContain('PartialLogout');
    const form = await told;
    expect(form.get('BACK_CHANNEL_LOGOUT')).toBe('BACK_CHANNEL_LOGOUT');
    const { profile: asked } = await second.validatePostRequestAsync(Object.fromEntries(form));
    expect(asked).toMatchObject({ nameID: other.nameID, sessionIndex: other.sessionIndex });
  } finally {
    await setFrontChannel(server.url, id, true);
  }
});

test('SAML Core §3.7.3: an unanswered back-channel call makes the sign-out partial', async () => {
  const id = clients.get(SECOND) ?? '';
  await setSamlAttributes(server.url, id, { saml_single_logout_service_url_post: 'http://127.0.0.1:9/slo' });
  await setFrontChannel(server.url, id, false);
  try {
    const [first, browser] = [serviceProvider(FIRST), new PlainBrowser()];
    const profile = await signIn(first, browser, 'alice');
    await signIn(serviceProvider(SECOND), browser);
    const answer = await deliver(browser, { url: await first.getLogoutUrlAsync(profile, '', {}) });
    expect(inflated(answer)).toContain('PartialLogout');
    expect(await isSignedIn(browser)).toBe(false);
  } finally {
    await setFrontChannel(server.url, id, true);
  }
});

test('SAML Profiles §4.4.3.1: without a browser session, the session index ends the session', async () => {
  const [provider, browser] = [serviceProvider(FIRST), new PlainBrowser()];
  const profile = await signIn(provider, browser, 'alice');
  const answer = await deliver(new PlainBrowser(), {
    url: await provider.getLogoutUrlAsync(profile, '', {}),
  });
  expect(await read(provider, answer)).toMatchObject({ loggedOut: true });
  expect(await isSignedIn(browser)).toBe(false);
});

for (const [what, change] of [
  ['without a signature', (url: string) => url.replace(/&SigAlg=.*/, '')],
  ['with a wrong signature', (url: string) => url.replace(/Signature=[^&]*/, 'Signature=AAAA')],
  ['whose relay state was changed', (url: string) => url.replace('RelayState=mine', 'RelayState=other')],
] as const) {
  test(`SAML Profiles §4.4.4.1: a LogoutRequest ${what} is refused, and the session continues`, async () => {
    const [provider, browser] = [serviceProvider(FIRST), new PlainBrowser()];
    const profile = await signIn(provider, browser, 'alice');
    const url = await provider.getLogoutUrlAsync(profile, 'mine', {});
    expect(change(url)).not.toBe(url);
    const page = await refused({ url: change(url) }, browser);
    expect(page.status).toBe(400);
    expect(page.text).toContain('Invalid requester');
    expect(await isSignedIn(browser)).toBe(true);
  });
}

test('SAML Profiles §4.4.4.1: a LogoutRequest with another key or of an unknown issuer is refused', async () => {
  const [provider, browser] = [serviceProvider(FIRST), new PlainBrowser()];
  const profile = await signIn(provider, browser, 'alice');
  const forged = serviceProvider(FIRST, { privateKey: keys.encryption.key });
  expect((await refused({ url: await forged.getLogoutUrlAsync(profile, '', {}) }, browser)).status).toBe(400);
  const nobody = serviceProvider('urn:example:nobody');
  expect((await refused({ url: await nobody.getLogoutUrlAsync(profile, '', {}) }, browser)).status).toBe(400);
  expect(await isSignedIn(browser)).toBe(true);
});

test('SAML Profiles §4.4.3.4: a LogoutResponse to no request is refused', async () => {
  const provider = serviceProvider(FIRST);
  const invented = { ID: '_nobody-sent-this', issuer: FIRST, nameID: 'alice', nameIDFormat: '' };
  const url = await provider.getLogoutResponseUrlAsync(invented, '', {}, true);
  expect((await refused({ url })).status).toBe(400);
});

test('SAML Profiles §4.4.3.3: a service provider without a logout URL is not visited, and the sign-out is partial', async () => {
  await setSamlAttributes(server.url, clients.get(SECOND) ?? '', {
    saml_single_logout_service_url_redirect: '',
  });
  const [first, second, browser] = [serviceProvider(FIRST), serviceProvider(SECOND), new PlainBrowser()];
  const profile = await signIn(first, browser, 'alice');
  await signIn(second, browser);
  const answer = await deliver(browser, { url: await first.getLogoutUrlAsync(profile, '', {}) });
  expect(answer.target).toBe(`${addressOf(FIRST)}/slo`);
  expect(inflated(answer)).toContain('status:PartialLogout');
});

test('SAML Profiles §4.4.3.4: node-saml refuses a tampered LogoutResponse', async () => {
  const [provider, browser] = [serviceProvider(FIRST), new PlainBrowser()];
  const profile = await signIn(provider, browser, 'alice');
  const answer = await deliver(browser, { url: await provider.getLogoutUrlAsync(profile, 'mine', {}) });
  const query = answer.query.replace('RelayState=mine', 'RelayState=other');
  expect(query).not.toBe(answer.query);
  const fields = { ...answer.fields, RelayState: 'other' };
  await expect(provider.validateRedirectAsync(fields, query)).rejects.toThrow(/signature/i);
});
