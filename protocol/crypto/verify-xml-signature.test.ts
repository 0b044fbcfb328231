import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, childElements, textOf } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { ASSERTION, foreignTestMessage, SENDER, signedTestMessage } from './testing/xml-signer.ts';
import { verifyElement } from './verify-xml-signature.ts';
import {
  CANONICALIZATIONS,
  XML_SIGNATURES,
  type XmlSignatureAlgorithm,
  XmlSignatureError,
} from './xml-signature.ts';

function check(text: string, keys: readonly KeyObject[] = [SENDER.publicKey]): XmlElement {
  return verifyElement({ root: parseXml(text), keys, allowSha1: true });
}

function refuses(text: string, reason: RegExp, keys?: readonly KeyObject[]): void {
  assert.throws(
    () => check(text, keys),
    (error) => {
      assert.ok(error instanceof XmlSignatureError, String(error));
      assert.match(error.reason, reason);
      return true;
    },
  );
}

test('SAML Core §5.4: each algorithm with each canonicalization of SignedInfo is verified', async () => {
  for (const algorithm of Object.keys(XML_SIGNATURES) as XmlSignatureAlgorithm[])
    for (const canonicalization of Object.values(CANONICALIZATIONS)) {
      const signed = check(await signedTestMessage({ algorithm, canonicalization }));
      assert.equal(signed.localName, 'AuthnRequest');
    }
});

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const SHA384 = { digestMethod: `${MORE}sha384`, hash: 'sha384' };
const SHA256 = { digestMethod: 'http://www.w3.org/2001/04/xmlenc#sha256', hash: 'sha256' };

test('XML Signature 1.1 §6.4.2: RSA with SHA-384 is verified', async () => {
  const text = await foreignTestMessage({
    ...SHA384,
    method: `${MORE}rsa-sha384`,
    key: { key: SENDER.privateKey },
  });
  assert.equal(check(text).localName, 'AuthnRequest');
  refuses(text.replace('sp.example', 'sq.example'), /digest does not fit/);
  refuses(text.replace('#rsa-sha384', '#rsa-sha512'), /does not fit any key/);
});

test('XML Signature 1.1 §6.4.3: ECDSA is verified in both signature formats, with EC keys only', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-384' });
  for (const dsaEncoding of ['ieee-p1363', 'der'] as const) {
    const text = await foreignTestMessage({
      ...SHA384,
      method: `${MORE}ecdsa-sha384`,
      key: { key: privateKey, dsaEncoding },
    });
    assert.equal(check(text, [SENDER.publicKey, publicKey]).localName, 'AuthnRequest');
    refuses(text, /no EC key/);
    refuses(text.replace('sp.example', 'sq.example'), /digest does not fit/, [publicKey]);
    refuses(text.replace('#ecdsa-sha384', '#ecdsa-sha256'), /does not fit any key/, [publicKey]);
    refuses(text.replace('#ecdsa-sha384', '#rsa-sha384'), /no RSA key/, [publicKey]);
    const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
    refuses(text, /does not fit any key/, [other]);
  }
});

test('SAML Core §5.4.4: enveloped-signature alone means canonical XML 1.0 of the message, including every namespace in scope', async () => {
  const signed = await foreignTestMessage(
    { ...SHA256, method: `${MORE}rsa-sha256`, key: { key: SENDER.privateKey } },
    (text) =>
      text
        .replace(' xmlns:samlp', ' xmlns:aaa="urn:unused" xmlns:samlp')
        .replace(/<dsig:Transform Algorithm="[^"]*exc-c14n#"><\/dsig:Transform>/, ''),
  );
  assert.ok(!/<dsig:Transform Algorithm="[^"]*exc-c14n#"/.test(signed));
  assert.equal(check(signed).localName, 'AuthnRequest');
  refuses(signed.replace(' xmlns:aaa="urn:unused"', ''), /digest does not fit/);
  refuses(signed.replace('sp.example', 'sq.example'), /digest does not fit/);
});

test('SAML Core §5.4.2: the result is the message without its signature, parsed from the digested bytes', async () => {
  const signed = check(await signedTestMessage());
  assert.equal(signed.children.length, 1);
  assert.equal(attributeOf(signed, 'Destination'), 'http://localhost/?a=1&b="2"');
  const [issuer] = childElements(signed, ASSERTION, 'Issuer');
  assert.equal(issuer && textOf(issuer), 'https://sp.example/&<>"\r\u{1F600}');
});

test('SAML Core §5.4.2: indentation, line ends and an XML declaration around the signature do not matter', async () => {
  const text = await signedTestMessage();
  check(
    `<?xml version="1.0" encoding="UTF-8"?>\r\n${text.replace('<dsig:KeyInfo>', '\r\n  <dsig:KeyInfo>')}\n`,
  );
  const wrapped = text.replace(/<dsig:SignatureValue>(.{76})/, '<dsig:SignatureValue>\n$1&#13;\n');
  assert.equal(check(wrapped).localName, 'AuthnRequest');
});

test('SAML Core §5.4: an inserted comment changes and truncates nothing', async () => {
  const text = (await signedTestMessage()).replace('sp.example', 'sp.<!-- -->example');
  const [issuer] = childElements(check(text), ASSERTION, 'Issuer');
  assert.equal(issuer && textOf(issuer), 'https://sp.example/&<>"\r\u{1F600}');
});

test('SAML Core §5.4: a changed message is rejected', async () => {
  const text = await signedTestMessage();
  refuses(text.replace('sp.example', 'sq.example'), /digest does not fit/);
  refuses(text.replace('Version="2.0"', 'Version="2.1"'), /digest does not fit/);
  refuses(text.replace('<dsig:Signature ', 'x<dsig:Signature '), /digest does not fit/);
});

test('SAML Core §5.4: a changed signature is rejected', async () => {
  const text = await signedTestMessage();
  refuses(
    text.replace(
      'Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"',
      'Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"',
    ),
    /does not fit any key/,
  );
  refuses(text.replace(/<dsig:SignatureValue>..../, '<dsig:SignatureValue>AAAA'), /does not fit any key/);
  refuses(text.replace('URI="#_request"', 'URI=""'), /does not fit any key/);
});

test('SAML Core §5.4: a comment inside the digest or the signature value truncates neither', async () => {
  const text = await signedTestMessage();
  const withComments = text.replace(
    /<dsig:(?:SignatureValue|DigestValue)>..../g,
    (start) => `${start}<!-- -->`,
  );
  assert.ok(withComments.length > text.length);
  assert.equal(check(withComments).localName, 'AuthnRequest');
});

test('SAML Core §5.4: a message with many nodes costs no more than parsing it', async () => {
  const [start, end] = (await signedTestMessage()).split('<dsig:Signature ');
  refuses(`${start}${'<x/><!-- -->'.repeat(9000)}<dsig:Signature ${end}`, /digest does not fit/);
});

test("XML Signature 1.1 §4.5: the key in KeyInfo is not used, only the sender's keys are", async () => {
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = foreign.publicKey.export({ format: 'jwk' });
  const base64 = (value = ''): string => Buffer.from(value, 'base64url').toString('base64');
  const keyInfo = `<dsig:KeyValue><dsig:RSAKeyValue><dsig:Modulus>${base64(jwk.n)}</dsig:Modulus><dsig:Exponent>${base64(jwk.e)}</dsig:Exponent></dsig:RSAKeyValue></dsig:KeyValue>`;
  const text = await signedTestMessage({ key: foreign.privateKey, keyInfo });
  refuses(text, /does not fit any key/);
  refuses(text, /no RSA key/, []);
  assert.equal(check(text, [SENDER.publicKey, foreign.publicKey]).localName, 'AuthnRequest');
});

test('SAML Core §5.4: an unsigned message is rejected', async () => {
  refuses('<a ID="_1"/>', /not signed/);
});

test('SAML Core §5.4.2: a message with any part removed, inserted or replaced is rejected or yields what was signed', async () => {
  const text = await signedTestMessage();
  const signed = check(text);
  const piece = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.constantFrom('<!-- -->', '<x/>', ' ID="_request"', '&amp;', '<![CDATA[]]>', '"', '>', text),
  );
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(40), piece, (at, length, put) => {
      try {
        assert.deepEqual(check(text.slice(0, at) + put + text.slice(at + length)), signed);
      } catch (error) {
        assert.ok(error instanceof XmlError || error instanceof XmlSignatureError, String(error));
      }
    }),
    { numRuns: 500 },
  );
});
