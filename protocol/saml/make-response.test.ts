import assert from 'node:assert/strict';
import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';
import { test } from 'node:test';
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { CANONICALIZATIONS, XML_SIGNATURES, XmlSignatureError } from '#protocol/crypto/xml-signature.ts';
import { collect } from '#protocol/store/collect.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, childElement, childElements, textOf } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { createTestKeyPair } from './testing/realm.ts';
import { elementOf, findElement, nameIdOf, statusCodes } from './testing/response.ts';
import { type Delivered, type SamlTestServer, withSamlServer } from './testing/server.ts';
import { NAMESPACES } from './xml-names.ts';

const POST = { 'saml.force.post.binding': 'true' };

async function realmKey(server: SamlTestServer): Promise<KeyObject> {
  const key = await server.keys.verificationKey('demo', undefined, 'RS256');
  assert.ok(key);
  return key.key;
}

async function verifyAs(server: SamlTestServer, text: string, allowSha1 = false): Promise<XmlElement> {
  return verifyElement({ root: parseXml(text), keys: [await realmKey(server)], allowSha1 });
}

/** The text of the assertion without the message around it. */
function assertionText({ xml }: Delivered): string {
  const start = xml.indexOf('<saml:Assertion');
  const end = '</saml:Assertion>';
  return xml.slice(start, xml.indexOf(end) + end.length);
}

async function signInWith(server: SamlTestServer, attributes: Record<string, string>): Promise<Delivered> {
  await server.changeClient('sp', { attributes: { ...POST, ...attributes } });
  return server.signIn();
}

test('SAML Profiles §4.1.4.2: content of a response and its assertion, in schema order', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', { attributes: POST });
    const xml = server.authnRequest({ attributes: { ID: 'request-1' } });
    const { root } = await server.signIn(xml);
    const issuer = `${server.baseUrl}/realms/demo`;
    const now = server.clock.now();
    const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString();
    assert.match(attributeOf(root, 'ID') ?? '', /^ID_[0-9a-f-]{36}$/);
    assert.equal(attributeOf(root, 'InResponseTo'), 'request-1');
    assert.equal(attributeOf(root, 'Destination'), 'http://sp.test/acs');
    assert.deepEqual(names(root), ['Issuer', 'Signature', 'Status', 'Assertion']);
    const assertion = elementOf(root, 'Assertion');
    assert.deepEqual(names(assertion), [
      'Issuer',
      'Subject',
      'Conditions',
      'AuthnStatement',
      'AttributeStatement',
    ]);
    assert.equal(textOf(elementOf(assertion, 'Issuer')), issuer);
    const confirmation = elementOf(assertion, 'SubjectConfirmationData');
    assert.equal(attributeOf(confirmation, 'InResponseTo'), 'request-1');
    assert.equal(attributeOf(confirmation, 'Recipient'), 'http://sp.test/acs');
    assert.equal(attributeOf(confirmation, 'NotOnOrAfter'), at(298));
    assert.equal(attributeOf(confirmation, 'NotBefore'), undefined);
    const conditions = elementOf(assertion, 'Conditions');
    assert.equal(attributeOf(conditions, 'NotBefore'), at(-2));
    assert.equal(attributeOf(conditions, 'NotOnOrAfter'), at(58));
    assert.equal(textOf(elementOf(conditions, 'Audience')), 'sp');
    assert.equal(findElement(conditions, 'OneTimeUse'), undefined);
    const statement = elementOf(assertion, 'AuthnStatement');
    assert.equal(attributeOf(statement, 'SessionNotOnOrAfter'), at(36_000));
    const [session] = await collect(
      server.store.sessions.list((await server.store.realms.find('demo'))?.id ?? ''),
    );
    const uuid = server.store.realms.find('demo')?.clients?.find(({ clientId }) => clientId === 'sp')?.id;
    assert.equal(attributeOf(statement, 'SessionIndex'), `${session?.id}::${uuid}`);
    assert.equal(session?.clients[uuid ?? '']?.saml?.nameId, nameIdOf({ root }).value);
  });
});

function names(element: XmlElement): string[] {
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : [child.localName]));
}

test('SAML Core §2.7.2: AuthnInstant is the time of the sign-in, also for clients that join the session later', async () => {
  await withSamlServer(async (server) => {
    const browser = server.browser();
    const first = server.clock.now();
    await server.signIn(undefined, { browser });
    server.pass(100);
    const { root } = await server.signIn(undefined, { browser });
    assert.equal(
      attributeOf(elementOf(root, 'AuthnStatement'), 'AuthnInstant'),
      new Date(first).toISOString(),
    );
    assert.equal(
      attributeOf(elementOf(root, 'Assertion'), 'IssueInstant'),
      new Date(first + 100_000).toISOString(),
    );
  });
});

test('SAML Core §5.4: message, assertion, both or neither are signed, as the client is configured', async () => {
  await withSamlServer(async (server) => {
    const countSignatures = async (message: boolean, assertion: boolean): Promise<readonly number[]> => {
      const delivered = await signInWith(server, {
        'saml.server.signature': String(message),
        'saml.assertion.signature': String(assertion),
      });
      if (assertion) await verifyAs(server, assertionText(delivered));
      else if (message) await verifyAs(server, delivered.xml);
      return [delivered.root, elementOf(delivered.root, 'Assertion')].map(
        (element) => childElements(element, NAMESPACES.signature, 'Signature').length,
      );
    };
    assert.deepEqual(await countSignatures(true, true), [1, 1]);
    assert.deepEqual(await countSignatures(true, false), [1, 0]);
    assert.deepEqual(await countSignatures(false, true), [0, 1]);
    assert.deepEqual(await countSignatures(false, false), [0, 0]);
  });
});

test('SAML Core §5.4.1: every supported algorithm and canonicalization signs', async () => {
  await withSamlServer(async (server) => {
    for (const algorithm of Object.keys(XML_SIGNATURES)) {
      const delivered = await signInWith(server, { 'saml.signature.algorithm': algorithm });
      await verifyAs(server, delivered.xml, algorithm === 'RSA_SHA1');
    }
    for (const canonicalization of Object.values(CANONICALIZATIONS)) {
      const delivered = await signInWith(server, {
        'saml.signature.algorithm': 'RSA_SHA256',
        saml_signature_canonicalization_method: canonicalization,
      });
      await verifyAs(server, delivered.xml);
      const method = elementOf(delivered.root, 'CanonicalizationMethod');
      assert.equal(attributeOf(method, 'Algorithm'), canonicalization);
    }
  });
});

test('SAML Core §5.4: a modified response fails verification', async () => {
  await withSamlServer(async (server) => {
    const delivered = await signInWith(server, {});
    const changed = delivered.xml.replace('>alice</saml:NameID>', '>admin</saml:NameID>');
    assert.notEqual(changed, delivered.xml);
    await assert.rejects(verifyAs(server, changed), XmlSignatureError);
  });
});

test('SAML Core §5.4: an unusable signature setting is rejected on a page that names it', async () => {
  await withSamlServer(async (server) => {
    for (const attributes of [
      { 'saml.signature.algorithm': 'DSA_SHA1' },
      { 'saml.signature.algorithm': 'nonsense' },
      { 'saml.signature.algorithm': 'RSA_SHA256', saml_signature_canonicalization_method: 'urn:none' },
    ]) {
      await server.changeClient('sp', { attributes: { ...POST, ...attributes } });
      const browser = server.browser();
      const page = await server.sendRedirect(server.authnRequest(), { browser });
      const refusal = server.refusal(await browser.signIn(page, 'alice', 'alice-password'));
      assert.deepEqual([refusal.status, refusal.page], [400, 'Failed to process response']);
      assert.match(refusal.remedy ?? '', /of client sp to /);
    }
  });
});

test("XML Signature §4.5: KeyName is the kid, the certificate's subject or absent", async () => {
  await withSamlServer(async (server) => {
    const { kid } = await server.keys.signingKey('demo', 'RS256');
    const transformer = 'saml.server.signature.keyinfo.xmlSigKeyInfoKeyNameTransformer';
    const nameFor = async (kind: string): Promise<string | undefined> => {
      const { root } = await signInWith(server, { [transformer]: kind });
      assert.match(textOf(elementOf(root, 'X509Certificate')), /^[A-Za-z0-9+/=]+$/);
      const name = findElement(root, 'KeyName');
      return name && textOf(name);
    };
    assert.equal(await nameFor('KEY_ID'), kid);
    assert.equal(await nameFor('what'), kid);
    assert.equal(await nameFor('CERT_SUBJECT'), 'CN=demo');
    assert.equal(await nameFor('NONE'), undefined);
  });
});

test('SAML Bindings §3.4: only signed messages in the redirect binding have the key hint', async () => {
  await withSamlServer(async (server) => {
    await server.changeClient('sp', { attributes: { 'saml.server.signature.keyinfo.ext': 'true' } });
    const { kid } = await server.keys.signingKey('demo', 'RS256');
    const { root } = await server.signIn();
    assert.equal(attributeOf(elementOf(root, 'KeyInfo'), 'MessageSigningKeyId'), kid);
    assert.deepEqual(names(root), ['Issuer', 'Extensions', 'Status', 'Assertion']);
    assert.equal(findElement((await signInWith(server, {})).root, 'Extensions'), undefined);
    const unsigned = { 'saml.force.post.binding': 'false', 'saml.server.signature': 'false' };
    assert.equal(findElement((await signInWith(server, unsigned)).root, 'Extensions'), undefined);
  });
});

test('SAML Core §2.5.1: the client determines lifespan, one-time use and the authentication statement', async () => {
  await withSamlServer(async (server) => {
    const { root } = await signInWith(server, {
      'saml.assertion.lifespan': '600',
      'saml.onetimeuse.condition': 'true',
      'saml.authnstatement': 'false',
    });
    const until = new Date(server.clock.now() + 598_000).toISOString();
    assert.equal(attributeOf(elementOf(root, 'Conditions'), 'NotOnOrAfter'), until);
    assert.equal(attributeOf(elementOf(root, 'SubjectConfirmationData'), 'NotOnOrAfter'), until);
    assert.ok(findElement(root, 'OneTimeUse'));
    assert.equal(findElement(root, 'AuthnStatement'), undefined);
    const usual = await signInWith(server, { 'saml.assertion.lifespan': '-5' });
    const usually = new Date(server.clock.now() + 58_000).toISOString();
    assert.equal(attributeOf(elementOf(usual.root, 'Conditions'), 'NotOnOrAfter'), usually);
  });
});

/** Decrypts AES-GCM with RSA-OAEP, SHA-256 and MGF1 with SHA-256: the defaults. */
function decrypt(root: XmlElement, key: KeyObject): string {
  const [wrapped, content] = ['EncryptedKey', 'EncryptedData'].map((name) => {
    const data = childElement(elementOf(root, name), NAMESPACES.encryption, 'CipherData');
    assert.ok(data);
    return Buffer.from(textOf(elementOf(data, 'CipherValue')), 'base64');
  });
  assert.ok(wrapped && content);
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const secret = privateDecrypt({ key, padding, oaepHash: 'sha256' }, wrapped);
  const cipher = createDecipheriv('aes-256-gcm', secret, content.subarray(0, 12));
  cipher.setAuthTag(content.subarray(-16));
  return Buffer.concat([cipher.update(content.subarray(12, -16)), cipher.final()]).toString('utf8');
}

test('SAML Core §6: an encrypted assertion is signed inside, and so is the message around it', async () => {
  await withSamlServer(async (server) => {
    const recipient = createTestKeyPair('recipient');
    const delivered = await signInWith(server, {
      'saml.encrypt': 'true',
      'saml.assertion.signature': 'true',
      'saml.encryption.certificate': recipient.certificate,
    });
    assert.doesNotMatch(delivered.xml, /alice/);
    assert.equal(findElement(delivered.root, 'Assertion'), undefined);
    await verifyAs(server, delivered.xml);
    const assertion = decrypt(delivered.root, recipient.privateKey);
    const verified = await verifyAs(server, assertion);
    assert.equal(nameIdOf({ root: verified }).value, 'alice');
    const inclusive = await signInWith(server, {
      'saml.assertion.signature': 'true',
      saml_signature_canonicalization_method: CANONICALIZATIONS.inclusive,
    });
    await verifyAs(server, decrypt(inclusive.root, recipient.privateKey));
  });
});

test('SAML Core §6.1: impossible encryption answers a status without an assertion, and Activity names the attribute', async () => {
  await withSamlServer(async (server) => {
    const { certificate } = createTestKeyPair('recipient');
    const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{ 'saml.encryption.certificate': '' }, /saml\.encryption\.certificate: there is no certificate/],
      [{ 'saml.encryption.certificate': 'eA==' }, /saml\.encryption\.certificate/],
      [
        { 'saml.encryption.certificate': certificate, 'saml.encryption.algorithm': 'urn:none' },
        /saml\.encryption\.algorithm/,
      ],
      [
        {
          'saml.encryption.certificate': certificate,
          'saml.encryption.algorithm': '',
          'saml.encryption.keyAlgorithm': 'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
        },
        /saml\.encryption\.keyAlgorithm/,
      ],
    ];
    for (const [attributes, reason] of cases) {
      await server.changeClient('sp', { attributes: { ...POST, 'saml.encrypt': 'true', ...attributes } });
      const delivered = await server.signIn();
      assert.deepEqual(statusCodes(delivered), ['Responder']);
      assert.doesNotMatch(delivered.xml, /alice/);
      await verifyAs(server, delivered.xml);
      const { refusal } = server.newest();
      assert.equal(refusal?.code, 'processing_failed');
      assert.match(refusal.reason, reason);
    }
  });
});

test("SAML Core §6.1: an encryption certificate that is not valid on the realm's clock is rejected", async () => {
  await withSamlServer(async (server) => {
    const { certificate } = createTestKeyPair('recipient');
    const attributes = { ...POST, 'saml.encrypt': 'true', 'saml.encryption.certificate': certificate };
    await server.changeClient('sp', { attributes });
    server.pass(11 * 365 * 24 * 3600);
    assert.deepEqual(statusCodes(await server.signIn()), ['Responder']);
    assert.match(server.newest().refusal?.reason ?? '', /not now on the realm's clock/);
  });
});

test('SAML Core §3.2.2: a failure is signed like a success and never encrypted', async () => {
  await withSamlServer(async (server) => {
    const { certificate } = createTestKeyPair('recipient');
    await server.changeClient('sp', {
      attributes: { ...POST, 'saml.encrypt': 'true', 'saml.encryption.certificate': certificate },
    });
    const delivered = await server.signIn(server.authnRequest({ attributes: { IsPassive: 'true' } }));
    assert.deepEqual(statusCodes(delivered), ['Responder', 'NoPassive']);
    await verifyAs(server, delivered.xml);
  });
});
