import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { walkElements } from '#protocol/xml/read-xml.ts';
import { PROTOCOL, SENDER, signedTestMessage, testMessage, testSigner } from './testing/xml-signer.ts';
import {
  CANONICALIZATIONS,
  decodeBase64,
  findXmlSignature,
  requireMethod,
  signElement,
  signText,
  verifyText,
  XML_SIGNATURES,
  type XmlSignatureAlgorithm,
  XmlSignatureError,
} from './xml-signature.ts';

const ALGORITHMS = Object.keys(XML_SIGNATURES) as XmlSignatureAlgorithm[];
const SHA256 = XML_SIGNATURES.RSA_SHA256.method;

/** The result of {@link verifyText} for a changed signature made with the sender's key. */
async function refusal(changes: Partial<Parameters<typeof verifyText>[0]>): Promise<string> {
  const text = 'SAMLRequest=abc&RelayState=x';
  const signature = await signText({ algorithm: 'RSA_SHA256', key: SENDER.privateKey }, text);
  try {
    verifyText({
      algorithm: SHA256,
      text,
      signature,
      keys: [SENDER.publicKey],
      allowSha1: false,
      ...changes,
    });
  } catch (error) {
    assert.ok(error instanceof XmlSignatureError);
    return error.reason;
  }
  return 'accepted';
}

test('SAML Bindings §3.4.4.1: a text signed with each algorithm is verified', async () => {
  for (const algorithm of ALGORITHMS) {
    const signature = await signText({ algorithm, key: SENDER.privateKey }, 'a=ü');
    const { method } = XML_SIGNATURES[algorithm];
    verifyText({ algorithm: method, text: 'a=ü', signature, keys: [SENDER.publicKey], allowSha1: true });
  }
});

test('SAML Bindings §3.4.4.1: any of the keys may match', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  assert.equal(await refusal({ keys: [publicKey, SENDER.publicKey] }), 'accepted');
  assert.match(await refusal({ keys: [publicKey] }), /does not fit any key/);
});

test('SAML Bindings §3.4.4.1: a changed text, an unsupported algorithm and an invalid signature are rejected', async () => {
  assert.match(await refusal({ text: 'SAMLRequest=abd' }), /does not fit any key/);
  assert.match(await refusal({ algorithm: XML_SIGNATURES.RSA_SHA512.method }), /does not fit any key/);
  assert.match(await refusal({ signature: 'AAAA' }), /does not fit any key/);
  assert.match(await refusal({ signature: '' }), /not base64/);
  assert.match(await refusal({ signature: '*' }), /not base64/);
});

test('XML Signature 1.1 §6.1: an algorithm not on the list, such as HMAC, is rejected', async () => {
  const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
  assert.match(await refusal({ algorithm: hmac }), /"http:.*hmac-sha1" is not accepted/);
  assert.match(await refusal({ algorithm: 'http://www.w3.org/2000/09/xmldsig#dsa-sha1' }), /not accepted/);
  assert.match(await refusal({ algorithm: 'constructor' }), /not accepted/);
});

test('SAML Core §5.4: SHA-1 is rejected unless the client is configured to use it', async () => {
  const { method } = XML_SIGNATURES.RSA_SHA1;
  assert.match(await refusal({ algorithm: method }), /SHA-1 is accepted only/);
  assert.equal(requireMethod(method, true).hash, 'sha1');
});

test('XML Signature 1.1 §6.4: a key of another type is not used', async () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  assert.match(await refusal({ keys: [publicKey] }), /no RSA key/);
  assert.match(await refusal({ keys: [] }), /no RSA key/);
});

test('XML Signature 1.1 §6.4.3: a query signed with ECDSA is verified as two numbers and as DER; other curves are not accepted', () => {
  const text = 'SAMLRequest=abc';
  const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';
  const check = (namedCurve: string, dsaEncoding: 'der' | 'ieee-p1363', change = 0): void => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve });
    const bytes = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding });
    const signature = bytes.subarray(change).toString('base64');
    verifyText({ algorithm, text, signature, keys: [publicKey], allowSha1: false });
  };
  for (const curve of ['P-256', 'P-384', 'P-521']) {
    check(curve, 'ieee-p1363');
    check(curve, 'der');
    assert.throws(() => check(curve, 'ieee-p1363', 1), /does not fit any key/);
    assert.throws(() => check(curve, 'der', 1), /does not fit any key/);
  }
  assert.throws(() => check('secp256k1', 'ieee-p1363'), /no EC key/);
});

test('XML Signature 1.1 §6.1: algorithms that are only verified are not offered for signing', () => {
  assert.throws(() => findXmlSignature('RSA_SHA384'), /not a supported signature algorithm/);
  assert.throws(() => findXmlSignature('ECDSA_SHA256'), /not a supported signature algorithm/);
});

test('SAML Core §5.4.2: an element is signed over its digest, whatever the canonicalization of SignedInfo', async () => {
  const canonical = testMessage('');
  for (const algorithm of ALGORITHMS) {
    const text = await signedTestMessage({ algorithm });
    const { hash } = XML_SIGNATURES[algorithm];
    assert.ok(text.includes(`>${createHash(hash).update(canonical).digest('base64')}</dsig:DigestValue>`));
  }
});

test('Exclusive XML Canonicalization §2.2: SignedInfo declares its own prefix, in inclusive form all prefixes in scope', async () => {
  for (const [canonicalization, start] of [
    [CANONICALIZATIONS.exclusive, '<dsig:SignedInfo xmlns:dsig="http://www.w3.org/2000/09/xmldsig#">'],
    [
      CANONICALIZATIONS.inclusive,
      `<dsig:SignedInfo xmlns="urn:d" xmlns:dsig="http://www.w3.org/2000/09/xmldsig#" xmlns:samlp="${PROTOCOL}">`,
    ],
  ] as const) {
    const element = { id: '_1', canonical: '<a></a>', inScope: { samlp: PROTOCOL, '': 'urn:d' } };
    const signature = await signElement(testSigner({ canonicalization }), element);
    const [, inner = ''] = signature.split(/<dsig:SignedInfo>|<\/dsig:SignedInfo>/);
    const value = [...walkElements(parseXml(signature))].find(
      ({ localName }) => localName === 'SignatureValue',
    );
    const bytes = decodeBase64(String(value?.children[0]));
    const signed = Buffer.from(`${start}${inner}</dsig:SignedInfo>`);
    assert.ok(bytes && verify('sha256', signed, SENDER.publicKey, bytes));
  }
});

test('XML Signature 1.1 §4.5: KeyInfo is included as given, and absent when empty', async () => {
  assert.ok(
    (await signedTestMessage()).includes('<dsig:KeyInfo><dsig:KeyName>sender</dsig:KeyName></dsig:KeyInfo>'),
  );
  assert.ok(!(await signedTestMessage({ keyInfo: '' })).includes('KeyInfo'));
});

test('XML Signature 1.1 §6.5: an unknown canonicalization is rejected by name', async () => {
  const element = { id: '_1', canonical: '<a></a>', inScope: {} };
  await assert.rejects(
    signElement(testSigner({ canonicalization: 'urn:x' }), element),
    /"urn:x" is not a supported canonicalization/,
  );
});

test('SAML Core §5.4.1: unknown algorithm names are rejected, DSA_SHA1 with its reason', () => {
  assert.equal(findXmlSignature('RSA_SHA512_MGF1'), 'RSA_SHA512_MGF1');
  assert.throws(
    () => findXmlSignature('DSA_SHA1'),
    /DSA_SHA1 is not offered: the realm signs with an RSA key/,
  );
  assert.throws(() => findXmlSignature('toString'), /"toString" is not a supported signature algorithm/);
});

test('RFC 4648 §3: base64 may contain white space but nothing else', () => {
  assert.equal(decodeBase64(' aGVs\r\n\tbG8= ')?.toString(), 'hello');
  for (const text of ['', ' ', 'a', 'aGVsbG8', 'aGVsbG8=!', 'aGVsbG8=&#13;', 'aGVs-_8='])
    assert.equal(decodeBase64(text), undefined);
});
