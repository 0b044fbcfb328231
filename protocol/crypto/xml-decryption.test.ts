import assert from 'node:assert/strict';
import { constants, createCipheriv, generateKeyPairSync, type KeyObject, publicEncrypt } from 'node:crypto';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { childElements } from '#protocol/xml/read-xml.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { SENDER } from './testing/xml-signer.ts';
import { decryptElement, XmlDecryptionError } from './xml-decryption.ts';
import { CIPHERS, DIGESTS, encryptElement, MASKS, OAEP_11, OAEP_SHA1, XENC } from './xml-encryption.ts';

const XML = '<a>päyload</a>';
const OWN = [SENDER.privateKey];

interface Changes {
  readonly algorithm?: string;
  readonly keyAlgorithm?: string;
  readonly digestMethod?: string;
  readonly maskGenerationFunction?: string;
}

/** The text encrypted by our implementation; undefined settings use its defaults. */
function encrypt(changes: Changes = {}, xml = XML): Promise<string> {
  const { algorithm, keyAlgorithm, digestMethod, maskGenerationFunction } = changes;
  const settings = { algorithm, keyAlgorithm, digestMethod, maskGenerationFunction };
  return encryptElement(xml, { key: SENDER.publicKey, ...settings });
}

function decrypt(text: string, keys: readonly KeyObject[] = OWN): string {
  return decryptElement({ data: parseXml(text), encryptedKeys: [], keys }).xml;
}

function refusal(text: string, keys: readonly KeyObject[] = OWN): string {
  try {
    return `accepted: ${decrypt(text, keys)}`;
  } catch (error) {
    assert.ok(error instanceof XmlDecryptionError, String(error));
    return error.reason;
  }
}

/**
 * As written by another implementation: the IV, the content padded with arbitrary bytes, the key without
 * parameters.
 */
function foreign(padding: readonly number[], { xml = XML, keyIn = 'KeyInfo' } = {}): string {
  const contentKey = Buffer.alloc(16, 7);
  const iv = Buffer.alloc(16, 9);
  const cbc = createCipheriv('aes-128-cbc', contentKey, iv).setAutoPadding(false);
  const content = Buffer.concat([
    iv,
    cbc.update(Buffer.from(xml)),
    cbc.update(Buffer.from(padding)),
    cbc.final(),
  ]);
  const wrapped = publicEncrypt(
    { key: SENDER.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha1' },
    contentKey,
  );
  const value = (bytes: Buffer): string =>
    `<CipherData><CipherValue>\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}</CipherValue></CipherData>`;
  const key = `<EncryptedKey xmlns="${XENC}"><EncryptionMethod Algorithm="${OAEP_SHA1}"/>${value(wrapped)}</EncryptedKey>`;
  const inside = keyIn === 'KeyInfo' ? key : '<RetrievalMethod URI="#k"/>';
  const data = `<EncryptedData xmlns="${XENC}"><EncryptionMethod Algorithm="${XENC}aes128-cbc"/><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#">${inside}</KeyInfo>${value(content)}</EncryptedData>`;
  return keyIn === 'KeyInfo' ? data : `<around>${data}${key}</around>`;
}

/** Number of bytes missing to a full block. */
const MISSING = 16 - (Buffer.byteLength(XML) % 16);
const ARBITRARY = [...Array.from({ length: MISSING - 1 }, (_, index) => index + 100), MISSING];

test('XML Encryption 1.1 §5.2: every content encryption is decrypted', async () => {
  for (const algorithm of Object.keys(CIPHERS)) assert.equal(decrypt(await encrypt({ algorithm })), XML);
});

test('XML Encryption 1.1 §5.5.2: every digest with every mask of RSA-OAEP is decrypted', async () => {
  for (const digestMethod of Object.keys(DIGESTS)) {
    assert.equal(decrypt(await encrypt({ keyAlgorithm: OAEP_SHA1, digestMethod })), XML);
    for (const maskGenerationFunction of Object.keys(MASKS))
      assert.equal(
        decrypt(await encrypt({ keyAlgorithm: OAEP_11, digestMethod, maskGenerationFunction })),
        XML,
      );
  }
});

test('XML Encryption 1.1 §5.2.1: padding with arbitrary bytes, default digest and line breaks of another implementation are accepted', () => {
  assert.equal(decrypt(foreign(ARBITRARY)), XML);
});

test('SAML Core §2.2.4: the encrypted key may be next to the data', () => {
  const around = parseXml(foreign(ARBITRARY, { keyIn: 'beside' }));
  const [data] = childElements(around, XENC, 'EncryptedData');
  assert.ok(data);
  const encryptedKeys = childElements(around, XENC, 'EncryptedKey');
  assert.equal(decryptElement({ data, encryptedKeys, keys: OWN }).xml, XML);
  assert.throws(() => decryptElement({ data, encryptedKeys: [], keys: OWN }), /no EncryptedKey/);
});

test('XML Encryption 1.1 §4.5: each key is tried, and the matching one is returned', async () => {
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const data = parseXml(await encrypt());
  const opened = decryptElement({ data, encryptedKeys: [], keys: [other, SENDER.privateKey] });
  assert.equal(opened.xml, XML);
  assert.equal(opened.key, SENDER.privateKey);
  assert.match(refusal(await encrypt(), [other]), /no RSA key of the realm opens it/);
  assert.match(refusal(await encrypt(), []), /no RSA key of the realm opens it/);
});

test('XML Encryption 1.1 §6.1: all internal failures have one message, which reveals nothing about padding or content', async () => {
  const sentence = refusal(await encrypt(), []);
  const cbc = await encrypt({ algorithm: `${XENC}aes256-cbc` });
  const change = (text: string, at: number): string => {
    const values = [...text.matchAll(/CipherValue>([^<]+)</g)];
    const value = values.at(-1)?.[1] ?? '';
    const bytes = Buffer.from(value, 'base64');
    bytes[at < 0 ? bytes.length + at : at] = (bytes.at(at) ?? 0) ^ 0x55;
    return text.replace(value, bytes.toString('base64'));
  };
  for (const text of [
    change(await encrypt(), -1),
    change(await encrypt(), 0),
    change(cbc, -17),
    foreign([...ARBITRARY.slice(0, -1), 0]),
    foreign([...ARBITRARY.slice(0, -1), 17]),
    foreign(ARBITRARY, { xml: XML }).replace(/Value>\n..../, 'Value>\nAAAA'),
    (await encrypt()).replace(/(.*CipherValue>)[^<]+/, '$1AAAA'),
    cbc.replace(/(.*CipherValue>)[^<]+/, '$1AAAA'),
  ])
    assert.equal(refusal(text), sentence);
});

test('XML Encryption 1.1 §5: unsupported algorithms are rejected by name', async () => {
  const text = await encrypt();
  for (const [from, to, reason] of [
    [
      'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      `${XENC}tripledes-cbc`,
      /"[^"]*tripledes-cbc" is not supported; supported are /,
    ],
    ['http://www.w3.org/2009/xmlenc11#aes256-gcm', 'constructor', /"constructor" is not supported/],
    [OAEP_11, `${XENC}rsa-1_5`, /rsa-1_5", which can be attacked; use /],
    [OAEP_11, `${XENC}kw-aes128`, /key transport "[^"]*kw-aes128" is not supported/],
    [`${XENC}sha256`, 'urn:x', /digest of the key transport "urn:x" is not supported/],
    [
      'http://www.w3.org/2009/xmlenc11#mgf1sha256',
      'urn:x',
      /mask of the key transport "urn:x" is not supported/,
    ],
    ['<dsig:DigestMethod', '<xenc:OAEPparams>QQ==</xenc:OAEPparams><dsig:DigestMethod', /OAEPparams/],
    [/<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>/, '', /no EncryptedKey/],
    [/<xenc:CipherValue>[^<]*/, '<xenc:CipherValue>*', /no CipherValue in base64/],
    [
      /<xenc:CipherValue>[^<]*<\/xenc:CipherValue>/,
      '<xenc:CipherReference URI="http://x/"/>',
      /no CipherValue/,
    ],
    [/(<xenc:EncryptedKey>.*<\/xenc:EncryptedKey>)/, '$1'.repeat(9), /more than 8 EncryptedKeys/],
  ] as const)
    assert.match(refusal(text.replace(from, to)), reason);
  assert.throws(
    () => decrypt(text.replace(/(<xenc:EncryptionMethod[^>]*><\/xenc:EncryptionMethod>)/, '$1$1')),
    XmlError,
  );
});
