import { type Profile, SAML, type SamlConfig, ValidateInResponseTo } from '@node-saml/node-saml';
import { expect, test } from '@playwright/test';
import type { IdentityProvider } from '#fixtures/test/identity-provider.ts';
import { person } from './support/clients.ts';
import { realmOf } from './support/kit.ts';
import {
  certificateText,
  createSamlClient,
  readCertificate,
  sampleKeys,
  setSamlAttributes,
} from './support/saml.ts';
import { browse, deliver, refused, type Start } from './support/saml-sign-in.ts';
import { startServer, type TestServer } from './support/server.ts';
import { PlainBrowser } from './support/sign-in.ts';

const ISSUER = 'urn:example:node-saml';
const CONSUMER = 'http://127.0.0.1:8765/saml/acs';
const MGF1P = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const FORMAT = 'urn:oasis:names:tc:SAML:';
const alice = person('alice');
const keys = sampleKeys();

let server: TestServer;
let idp: IdentityProvider;
let endpoint: string;
let client: string;
let idpCert: string;

/** The state before each test. */
const DEFAULTS: Readonly<Record<string, string>> = {
  'saml.client.signature': 'true',
  'saml.signing.certificate': certificateText('signing'),
  'saml.encryption.certificate': certificateText('encryption'),
  'saml.server.signature': 'true',
  'saml.assertion.signature': 'true',
  'saml.signature.algorithm': 'RSA_SHA256',
  'saml.encrypt': 'false',
  'saml.encryption.algorithm': 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'saml.encryption.keyAlgorithm': MGF1P,
  'saml.encryption.digestMethod': SHA1,
  'saml.force.post.binding': 'true',
  saml_name_id_format: 'username',
  saml_force_name_id_format: 'false',
  'saml.onetimeuse.condition': 'false',
};

test.beforeAll(async () => {
  server = await startServer();
  idp = await realmOf(server);
  endpoint = `${server.url}/realms/demo/protocol/saml`;
  client = await createSamlClient(server.url, {
    clientId: ISSUER,
    redirectUris: [CONSUMER],
    attributes: DEFAULTS,
  });
  idpCert = await readCertificate(server.url);
});
test.beforeEach(() => setSamlAttributes(server.url, client, DEFAULTS));
test.afterAll(async () => {
  expect(await server.stop()).toBe(0);
});

function serviceProvider(changes: Partial<SamlConfig> = {}): SAML {
  return new SAML({
    issuer: ISSUER,
    callbackUrl: CONSUMER,
    entryPoint: endpoint,
    idpCert,
    audience: ISSUER,
    privateKey: keys.signing.key,
    decryptionPvk: keys.encryption.key,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    validateInResponseTo: ValidateInResponseTo.always,
    ...changes,
  });
}

/** A sign-in request by either binding. */
async function begin(provider: SAML, relayState = ''): Promise<Start> {
  if (provider.options.authnRequestBinding !== 'HTTP-POST')
    return { url: await provider.getAuthorizeUrlAsync(relayState, undefined, {}) };
  const message = await provider.getAuthorizeMessageAsync(relayState);
  return { url: endpoint, form: message as Record<string, string> };
}

/** Signs alice in and returns the profile that node-saml accepts. */
async function signIn(provider: SAML, browser = new PlainBrowser(), username = 'alice'): Promise<Profile> {
  const { target, fields } = await deliver(browser, await begin(provider), username);
  expect(target).toBe(CONSUMER);
  const { profile } = await provider.validatePostResponseAsync({ ...fields });
  if (profile === null) throw new Error('node-saml read no profile');
  return profile;
}

for (const [binding, skipRequestCompression] of [
  ['HTTP-Redirect', false],
  ['HTTP-POST', true],
  ['HTTP-POST', false],
] as const) {
  const compressed = skipRequestCompression ? '' : ', deflated';
  test(`SAML Profiles §4.1: node-saml signs a user in with a signed request by ${binding}${compressed}`, async () => {
    const provider = serviceProvider({ authnRequestBinding: binding, skipRequestCompression });
    const profile = await signIn(provider);
    expect(profile.nameID).toBe('alice');
    expect(profile.issuer).toBe(`${server.url}/realms/demo`);
    expect(profile.sessionIndex).toMatch(/^[\w-]+::[\w-]+$/);
    expect(profile['Role']).toContain('user');
  });
}

// node-saml signs a query in another encoding than it sends if RelayState contains a space or an apostrophe.
for (const [authnRequestBinding, relayState] of [
  ['HTTP-Redirect', 'plain'],
  ['HTTP-Redirect', 'a&c=d+e%20/?#"<>'],
  ['HTTP-Redirect', "a b's"],
  ['HTTP-Redirect', 'ünïcode€'],
  ['HTTP-Redirect', 'x'.repeat(300)],
  ['HTTP-POST', 'a b&c=d+e%20/?#"<>\'&amp;'],
  ['HTTP-POST', ' ünïcode € '],
  ['HTTP-POST', 'x'.repeat(3000)],
] as const) {
  test(`SAML Bindings §3.5.3: RelayState is returned byte for byte, ${authnRequestBinding}: ${relayState.slice(0, 30)}`, async () => {
    const start = await begin(serviceProvider({ authnRequestBinding }), relayState);
    const { fields } = await deliver(new PlainBrowser(), start, 'alice');
    expect(fields['RelayState']).toBe(relayState);
  });
}

for (const [assertion, message] of [
  ['true', 'true'],
  ['true', 'false'],
  ['false', 'true'],
] as const) {
  test(`SAML Core §5: node-saml accepts a response with signed assertion ${assertion}, signed message ${message}`, async () => {
    await setSamlAttributes(server.url, client, {
      'saml.assertion.signature': assertion,
      'saml.server.signature': message,
    });
    const provider = serviceProvider({
      wantAssertionsSigned: assertion === 'true',
      wantAuthnResponseSigned: message === 'true',
    });
    expect((await signIn(provider)).nameID).toBe('alice');
  });
}

for (const [algorithm, signatureAlgorithm] of [
  ['RSA_SHA1', 'sha1'],
  ['RSA_SHA256', 'sha256'],
  ['RSA_SHA512', 'sha512'],
] as const) {
  test(`XML Signature §6.4: requests and responses signed with ${algorithm}`, async () => {
    await setSamlAttributes(server.url, client, { 'saml.signature.algorithm': algorithm });
    for (const authnRequestBinding of ['HTTP-Redirect', 'HTTP-POST']) {
      const changes = { signatureAlgorithm, digestAlgorithm: signatureAlgorithm, authnRequestBinding };
      expect((await signIn(serviceProvider(changes))).nameID).toBe('alice');
    }
  });
}

for (const algorithm of [
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
]) {
  test(`XML Encryption §5.2: node-saml decrypts an assertion, ${algorithm.split('#')[1]}`, async () => {
    await setSamlAttributes(server.url, client, {
      'saml.encrypt': 'true',
      'saml.encryption.algorithm': algorithm,
    });
    const profile = await signIn(serviceProvider());
    expect(profile.nameID).toBe('alice');
    expect(profile.getSamlResponseXml?.()).toContain('EncryptedAssertion');
    expect(profile.getSamlResponseXml?.()).not.toContain('alice');
    await expect(signIn(serviceProvider({ decryptionPvk: keys.signing.key }))).rejects.toThrow();
  });
}

for (const [format, expected] of [
  ['1.1:nameid-format:emailAddress', alice.email],
  ['1.1:nameid-format:unspecified', 'alice'],
  ['2.0:nameid-format:persistent', /^G-[\da-f-]{36}$/],
  ['2.0:nameid-format:transient', /^G-[\da-f-]{36}$/],
] as const) {
  test(`SAML Core §8.3: a name identifier of ${format}, as requested`, async () => {
    const provider = serviceProvider({ identifierFormat: FORMAT + format });
    const [first, second] = [await signIn(provider), await signIn(provider)];
    expect(first.nameIDFormat).toBe(FORMAT + format);
    if (typeof expected === 'string') expect(first.nameID).toBe(expected);
    else expect(first.nameID).toMatch(expected);
    const isStable = !format.endsWith('transient');
    expect(first.nameID === second.nameID).toBe(isStable);
  });
}

test('SAML Profiles §4.1.3: a second sign-in of the same browser shows no page; ForceAuthn requires the password again', async () => {
  const browser = new PlainBrowser();
  const first = await signIn(serviceProvider(), browser);
  const again = await deliver(browser, await begin(serviceProvider()));
  expect(again.fields['SAMLResponse']).toBeDefined();
  const page = await browse(browser, await begin(serviceProvider({ forceAuthn: true })));
  expect('text' in page && page.text).toContain('kc-form-login');
  const forced = await signIn(serviceProvider({ forceAuthn: true }), browser);
  expect(forced.sessionIndex).toBe(first.sessionIndex);
});

/** The status of a response, as node-saml reports it. */
async function statusOf(provider: SAML, browser: PlainBrowser, username?: string): Promise<string> {
  const { fields } = await deliver(browser, await begin(provider), username);
  const decoded = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString('utf8');
  expect(decoded).toContain('InResponseTo=');
  const error = await provider.validatePostResponseAsync({ ...fields }).then(
    () => 'accepted',
    (reason: Error & { xmlStatus?: string }) => reason.message,
  );
  return `${error} ${/status:(\w+)"\/?>(?:<\/samlp:StatusCode>)?<\/samlp:StatusCode>/.exec(decoded)?.[1] ?? ''}`;
}

test('SAML Core §3.4.1: IsPassive without a session is answered with NoPassive', async () => {
  const provider = serviceProvider({ passive: true });
  expect(await statusOf(provider, new PlainBrowser())).toContain('NoPassive');
});

test('SAML Core §3.4.1.1: an unavailable name identifier format is answered with InvalidNameIDPolicy', async () => {
  const provider = serviceProvider({ identifierFormat: `${FORMAT}2.0:nameid-format:kerberos` });
  expect(await statusOf(provider, new PlainBrowser(), 'alice')).toContain('InvalidNameIDPolicy');
});

test('SAML Core §3.3.2.2.1: an unreachable authentication context is answered with NoAuthnContext', async () => {
  const provider = serviceProvider({
    disableRequestedAuthnContext: false,
    authnContext: ['urn:oasis:names:tc:SAML:2.0:ac:classes:SmartcardPKI'],
    racComparison: 'exact',
  });
  expect(await statusOf(provider, new PlainBrowser(), 'alice')).toContain('NoAuthnContext');
});

test('SAML Core §3.3.2.2.1: PasswordProtectedTransport is reached by a password', async () => {
  const wanted = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
  const provider = serviceProvider({ disableRequestedAuthnContext: false, authnContext: [wanted] });
  const profile = await signIn(provider);
  expect(profile.getAssertionXml?.()).toContain(wanted);
});

for (const [what, changes, relies] of [
  ['without a signature', { privateKey: undefined }, 'Invalid requester'],
  ['signed with another key', { privateKey: keys.encryption.key }, 'Invalid requester'],
  [
    'signed with SHA-1, for which the client is not configured',
    { signatureAlgorithm: 'sha1' },
    'Invalid requester',
  ],
  ['of an unknown issuer', { issuer: 'urn:example:nobody' }, 'Invalid Request'],
  [
    'for another consumer',
    { callbackUrl: 'https://evil.example.test/"><script>x</script>' },
    'Invalid redirect uri',
  ],
  ['for a longer path', { callbackUrl: `${CONSUMER}/../../evil` }, 'Invalid redirect uri'],
] as const) {
  for (const authnRequestBinding of ['HTTP-Redirect', 'HTTP-POST']) {
    test(`SAML Profiles §4.1.4.1: a request by ${authnRequestBinding} ${what} is refused with a page`, async () => {
      const provider = serviceProvider({ authnRequestBinding, ...(changes as Partial<SamlConfig>) });
      const page = await refused(await begin(provider));
      expect(page.status).toBe(400);
      expect(page.text).toContain(relies);
      expect(page.text).not.toContain('<script>x');
    });
  }
}

test('SAML Bindings §3.4.4.1: a query changed after signing is refused', async () => {
  const { url } = await begin(serviceProvider(), 'mine');
  for (const changed of [
    url.replace('RelayState=mine', 'RelayState=other'),
    url.replace('&RelayState=mine', ''),
    url.replace(/Signature=[^&]*/, 'Signature=AAAA'),
    url.replace(/&Signature=[^&]*/, ''),
    url.replace(
      /SigAlg=[^&]*/,
      `SigAlg=${encodeURIComponent('http://www.w3.org/2000/09/xmldsig#hmac-sha1')}`,
    ),
    `${url}&RelayState=second`,
  ]) {
    expect(changed).not.toBe(url);
    expect((await refused({ url: changed })).status).toBe(400);
  }
});

test('SAML Core §3.2.1: a request addressed to another destination is refused', async () => {
  const elsewhere = serviceProvider({ entryPoint: `${server.url}/realms/master/protocol/saml` });
  const { url } = await begin(elsewhere);
  const moved = url.replace('/realms/master/', '/realms/demo/');
  expect((await refused({ url: moved })).text).toContain('Invalid Request');
});

test('SAML Profiles §4.1.4.1: a request gets only one response', async () => {
  const browser = new PlainBrowser();
  const start = await begin(serviceProvider());
  await deliver(browser, start, 'alice');
  expect((await refused(start, browser)).status).toBe(400);
  expect((await refused(start)).status).toBe(400);
});

test('SAML Core §3.2.1: an outdated request gets no assertion', async () => {
  const start = await begin(serviceProvider());
  await idp.clock.advance({ hours: 24 });
  try {
    const { fields } = await deliver(new PlainBrowser(), start);
    const xml = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString('utf8');
    expect(xml).not.toContain('<saml:Assertion');
    expect(xml).toContain('RequestDenied');
  } finally {
    await idp.clock.reset();
  }
});

test('SAML Core §2.5.1: node-saml refuses an assertion dated by a moved clock', async () => {
  await idp.clock.advance({ seconds: 50 });
  try {
    await expect(signIn(serviceProvider())).rejects.toThrow(/not yet valid/);
  } finally {
    await idp.clock.reset();
  }
});

for (const [what, changes, reason] of [
  ['for another audience', { audience: 'urn:example:other' }, /audience/i],
  ['signed with another certificate', { idpCert: keys.signing.certificate }, /signature/i],
] as const) {
  test(`SAML Core §2.5.1.4: node-saml refuses a response ${what}`, async () => {
    await expect(signIn(serviceProvider(changes))).rejects.toThrow(reason);
  });
}

test('SAML Core §5: node-saml refuses a tampered response', async () => {
  const provider = serviceProvider();
  const { fields } = await deliver(new PlainBrowser(), await begin(provider), 'alice');
  const xml = Buffer.from(fields['SAMLResponse'] ?? '', 'base64').toString('utf8');
  const changed = Buffer.from(xml.replace('>alice<', '>admin<')).toString('base64');
  await expect(provider.validatePostResponseAsync({ SAMLResponse: changed })).rejects.toThrow(/signature/i);
});

test('SAML Profiles §4.1.4.3: node-saml refuses a response to another client’s request', async () => {
  const { fields } = await deliver(new PlainBrowser(), await begin(serviceProvider()), 'alice');
  await expect(serviceProvider().validatePostResponseAsync({ ...fields })).rejects.toThrow(/InResponseTo/);
});
