import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { encryptElement } from '#protocol/crypto/xml-encryption.ts';
import { collect } from '#protocol/store/collect.ts';
import { attributeOf } from '#protocol/xml/read-xml.ts';
import { createTestKeyPair } from './testing/realm.ts';
import { elementOf, statusCodes } from './testing/response.ts';
import { readDelivered, type SamlTestServer, withSamlServer } from './testing/server.ts';
import { NAMESPACES } from './xml-names.ts';

const NAME_ID = `<saml:NameID xmlns:saml="${NAMESPACES.assertion}">alice</saml:NameID>`;

/** Encrypts a name identifier for a realm key, as a service provider does with the key's certificate. */
async function encryptedId(server: SamlTestServer, xml = NAME_ID, algorithm = 'RS256'): Promise<string> {
  const key = (await server.keys.list('demo')).find((each) => each.algorithm === algorithm);
  assert.ok(key?.publicKey);
  return wrap(xml, createPublicKey(key.publicKey.export({ type: 'spki', format: 'pem' })));
}

async function wrap(xml: string, key: Parameters<typeof encryptElement>[1]['key']): Promise<string> {
  const settings = {
    keyAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    digestMethod: undefined,
  };
  const encrypted = await encryptElement(xml, {
    key,
    algorithm: 'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
    maskGenerationFunction: undefined,
    ...settings,
  });
  return `<saml:EncryptedID>${encrypted}</saml:EncryptedID>`;
}

function logoutRequest(server: SamlTestServer, subject: string, id = '_out'): string {
  const instant = new Date(server.clock.now()).toISOString();
  return `<samlp:LogoutRequest xmlns:samlp="${NAMESPACES.protocol}" xmlns:saml="${NAMESPACES.assertion}" ID="${id}" Version="2.0" IssueInstant="${instant}" Destination="${server.endpoint}"><saml:Issuer>sp</saml:Issuer>${subject}</samlp:LogoutRequest>`;
}

async function withLogout(use: (server: SamlTestServer) => Promise<void>): Promise<void> {
  await withSamlServer(async (server) => {
    const attributes = { saml_single_logout_service_url_redirect: 'http://sp.test/slo' };
    await server.changeClient('sp', { attributes });
    await use(server);
  });
}

test("SAML Core §2.2.4: a LogoutRequest with an EncryptedID ends its subject's session, with any RSA key of the realm", () =>
  withLogout(async (server) => {
    for (const algorithm of ['RS256', 'RSA-OAEP']) {
      const browser = server.browser();
      await server.signIn(undefined, { browser });
      const request = logoutRequest(server, await encryptedId(server, NAME_ID, algorithm), `_${algorithm}`);
      const answer = readDelivered(await server.sendRedirect(request, { browser }));
      assert.deepEqual(statusCodes(answer), ['Success']);
      assert.equal(
        (await collect(server.store.sessions.list(server.store.realms.find('demo')?.id ?? ''))).length,
        0,
      );
    }
  }));

test("SAML Core §3.7.3.1: an EncryptedID of another user does not end the browser's session", () =>
  withLogout(async (server) => {
    const browser = server.browser();
    await server.signIn(undefined, { browser });
    const request = logoutRequest(server, await encryptedId(server, NAME_ID.replace('alice', 'bob')));
    const answer = readDelivered(await server.sendRedirect(request, { browser }));
    assert.deepEqual(statusCodes(answer), ['Requester', 'UnknownPrincipal']);
  }));

test('XML Encryption 1.1 §4.5: prefixes declared around the EncryptedID may be used inside it', () =>
  withLogout(async (server) => {
    const browser = server.browser();
    await server.signIn(undefined, { browser });
    const bare =
      '<saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified">alice</saml:NameID>';
    const request = logoutRequest(server, await encryptedId(server, bare));
    assert.deepEqual(statusCodes(readDelivered(await server.sendRedirect(request, { browser }))), [
      'Success',
    ]);
  }));

test('SAML Core §3.4.1: the Subject of an AuthnRequest may be encrypted; the page hides the name, and another user is rejected', () =>
  withSamlServer(async (server) => {
    const subject = `<saml:Subject>${await encryptedId(server)}</saml:Subject>`;
    const page = await server.sendRedirect(server.authnRequest({ content: subject }));
    assert.match(page.text, /kc-form-login/);
    assert.match(page.text, /<input[^>]*id="username"[^>]*>/);
    assert.doesNotMatch(page.text, /value="alice"/);
    assert.deepEqual(
      server
        .newest()
        .decisions.filter(({ rule }) => rule === 'open-name-id')
        .map(({ outcome }) => outcome),
      ['passed'],
    );
    const alice = await server.signIn(server.authnRequest({ content: subject }));
    assert.deepEqual(statusCodes(alice), ['Success']);
    assert.equal(attributeOf(elementOf(alice.root, 'NameID'), 'SPNameQualifier'), undefined);
    const bob = await server.signIn(server.authnRequest({ content: subject }), { username: 'bob' });
    assert.deepEqual(statusCodes(bob), ['Responder', 'RequestDenied']);
  }));

test('SAML Core §3.4.1.4: a Subject that cannot be decrypted is reported to the service provider without a sign-in', () =>
  withSamlServer(async (server) => {
    const foreign = await wrap(NAME_ID, createTestKeyPair('foreign').publicKey);
    const content = `<saml:Subject>${foreign}</saml:Subject>`;
    const page = await server.sendRedirect(server.authnRequest({ content }));
    assert.deepEqual(statusCodes(readDelivered(page)), ['Requester']);
    assert.match(server.refusal(page).reason, /no RSA key of the realm opens it/);
    assert.match(server.refusal(page).remedy ?? '', /RSA-OAEP for a certificate of the realm/);
  }));

test('SAML Core §2.2.4: an EncryptedID that is empty, repeated, beside a NameID or without one inside is rejected', () =>
  withLogout(async (server) => {
    const sound = await encryptedId(server);
    for (const [subject, reason] of [
      ['<saml:EncryptedID/>', /has no EncryptedData/],
      [sound + sound, /more than one EncryptedID/],
      [sound + NAME_ID, /more than one NameID/],
      [
        await encryptedId(server, '<saml:BaseID xmlns:saml="urn:x"/>'),
        /no RSA key of the realm opens it, or/,
      ],
      [await encryptedId(server, `${NAME_ID}${NAME_ID}`), /no RSA key|more than one/],
      [await encryptedId(server, `x${NAME_ID}`), /no RSA key of the realm opens it, or/],
      [
        await encryptedId(server, '<!DOCTYPE a [<!ENTITY e "x">]><a/>'),
        /no RSA key of the realm opens it, or/,
      ],
      [await encryptedId(server, `</around>${NAME_ID}<around>`), /no RSA key of the realm opens it, or/],
    ] as const) {
      const refusal = server.refusal(await server.sendRedirect(logoutRequest(server, subject)));
      assert.deepEqual([refusal.status, refusal.code], [400, 'invalid_token'], subject);
      assert.match(refusal.reason, reason);
    }
  }));

test('Keycloak key components: a disabled key decrypts nothing', () =>
  withLogout(async (server) => {
    const request = logoutRequest(server, await encryptedId(server));
    const key = (await server.keys.list('demo')).find(({ algorithm }) => algorithm === 'RS256');
    await server.keys.disable('demo', key?.kid ?? '');
    assert.equal(server.refusal(await server.sendRedirect(request)).code, 'invalid_token');
  }));
