import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { createCertificate } from '#protocol/crypto/certificate.ts';
import { encryptElement } from '#protocol/crypto/xml-encryption.ts';
import { CANONICALIZATIONS, signElement } from '#protocol/crypto/xml-signature.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { explainQuerySignature, explainXml } from './explain-xml.ts';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const AT = Date.UTC(2030, 0, 1);

function certificate(notAfter: string, notBefore = '2026-01-01'): string {
  const text = createCertificate({
    commonName: 'sp.example',
    ...keys,
    notBefore: new Date(notBefore),
    notAfter: new Date(notAfter),
  });
  return `<dsig:X509Data><dsig:X509Certificate>${text}</dsig:X509Certificate></dsig:X509Data>`;
}

async function signed(keyInfo: string): Promise<string> {
  const signature = await signElement(
    {
      algorithm: 'RSA_SHA256',
      canonicalization: CANONICALIZATIONS.exclusive,
      key: keys.privateKey,
      keyInfo,
    },
    { id: '_1', canonical: '<a ID="_1"></a>', inScope: {} },
  );
  return `<a ID="_1">${signature}</a>`;
}

test('SAML Core §5.4: a signature is explained in words', async () => {
  const xml = await signed(`<dsig:KeyName>k1</dsig:KeyName>${certificate('2031-02-03')}`);
  assert.deepEqual(explainXml(parseXml(xml), AT), [
    {
      title: 'Signature of a',
      facts: [
        { name: 'Algorithm', value: 'RSA with SHA-256' },
        { name: 'Digest', value: 'SHA-256' },
        { name: 'Refers to', value: '#_1, the a that contains it' },
        { name: 'Transforms', value: 'without the signature itself, exclusive canonical XML' },
        { name: 'Canonicalization', value: 'exclusive canonical XML' },
        { name: 'Key name', value: 'k1' },
        { name: 'Certificate', value: 'CN=sp.example' },
        { name: 'Valid', value: '2026-01-01 to 2031-02-03' },
      ],
    },
  ]);
});

async function factOf(xml: string | Promise<string>, name: string): Promise<string | undefined> {
  const [explanation] = explainXml(parseXml(await xml), AT);
  return explanation?.facts.find((each) => each.name === name)?.value;
}

test('SAML Metadata §2.4.1.1: a certificate that is expired, not yet valid or unreadable is reported', async () => {
  assert.match(
    (await factOf(signed(certificate('2029-12-31')), 'Valid')) ?? '',
    /expired when this was sent/,
  );
  const future = signed(certificate('2032-01-01', '2031-01-01'));
  assert.match((await factOf(future, 'Valid')) ?? '', /not yet valid/);
  const none = signed('<dsig:X509Data><dsig:X509Certificate>AAAA</dsig:X509Certificate></dsig:X509Data>');
  assert.equal(await factOf(none, 'Certificate'), 'cannot be read');
});

test('SAML Core §5.4.2: a reference to another element is reported', async () => {
  const xml = await signed('');
  const refersTo = (uri: string): Promise<string | undefined> =>
    factOf(xml.replace(' URI="#_1"', uri), 'Refers to');
  assert.equal(await refersTo(' URI="#_2"'), '#_2, another element');
  assert.equal(await refersTo(' URI=""'), 'the whole document');
  assert.equal(await refersTo(''), 'none');
});

test('SAML Core §5.4: a signature of unusual structure is explained as far as possible', () => {
  const root = parseXml(
    '<s:Signature xmlns:s="http://www.w3.org/2000/09/xmldsig#"><s:SignatureMethod/></s:Signature>',
  );
  assert.deepEqual(explainXml(root, AT), [{ title: 'Signature', facts: [] }]);
});

test('XML Encryption 1.1 §4.4: encryption is explained in words', async () => {
  const data = await encryptElement('<b></b>', {
    key: keys.publicKey,
    algorithm: undefined,
    keyAlgorithm: undefined,
    digestMethod: undefined,
    maskGenerationFunction: 'http://www.w3.org/2009/xmlenc11#mgf1sha1',
  });
  assert.deepEqual(explainXml(parseXml(`<EncryptedAssertion>${data}</EncryptedAssertion>`), AT), [
    {
      title: 'Encryption of EncryptedAssertion',
      facts: [
        { name: 'Content', value: 'AES-256-GCM' },
        { name: 'Key', value: 'RSA-OAEP' },
        { name: 'Digest of the key', value: 'SHA-256' },
        { name: 'Mask of the key', value: 'MGF1 with SHA-1' },
      ],
    },
  ]);
});

test('SAML Bindings §3.4.4.1: the signature of a query lists what it covers', () => {
  const { title, facts } = explainQuerySignature('urn:x', ['SAMLRequest', 'SigAlg']);
  assert.equal(title, 'Signature of the query');
  assert.deepEqual(facts, [
    { name: 'Algorithm', value: 'urn:x' },
    { name: 'Covers', value: 'SAMLRequest, SigAlg' },
  ]);
});

test('of thousands of nested signatures and encrypted parts the first ones are explained, each by its own content', () => {
  const namespaces =
    'xmlns:d="http://www.w3.org/2000/09/xmldsig#" xmlns:e="http://www.w3.org/2001/04/xmlenc#"';
  const depth = 60;
  const method = '<d:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha512"/>';
  const open = `<d:Signature>${method}`;
  const many = '<d:X509Data/>'.repeat(3500);
  const nested = `<a ${namespaces}>${open.repeat(depth)}${many}${'</d:Signature>'.repeat(depth)}</a>`;
  const explained = explainXml(parseXml(nested), AT);
  assert.equal(explained.length, 50);
  assert.ok(
    explained.every(({ facts }) => facts.filter(({ value }) => value === 'RSA with SHA-512').length === 1),
  );
  const parts = `<a ${namespaces}>${'<e:EncryptedData/>'.repeat(3500)}<e:EncryptedKey Recipient="r"/></a>`;
  const encrypted = explainXml(parseXml(parts), AT);
  assert.equal(encrypted.length, 50);
  assert.deepEqual(encrypted[49], {
    title: 'Encryption of a',
    facts: [{ name: 'Recipient', value: 'r' }],
  });
});
