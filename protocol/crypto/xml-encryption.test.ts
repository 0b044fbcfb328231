import assert from 'node:assert/strict';
import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { attributeOf, childElement, textOf, walkElements } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { openOaep } from './testing/rsa-oaep.ts';
import { SENDER } from './testing/xml-signer.ts';
import { encryptElement, type XmlEncryption, XmlEncryptionError } from './xml-encryption.ts';

const XENC = 'http://www.w3.org/2001/04/xmlenc#';
const XENC11 = 'http://www.w3.org/2009/xmlenc11#';
const SHA1 = 'http://www.w3.org/2000/09/xmldsig#sha1';
const XML = '<a>päyload</a>';

function encryption(changes: Partial<XmlEncryption>): XmlEncryption {
  return {
    key: SENDER.publicKey,
    algorithm: undefined,
    keyAlgorithm: undefined,
    digestMethod: undefined,
    maskGenerationFunction: undefined,
    ...changes,
  };
}

function find(root: XmlElement, namespace: string, localName: string): XmlElement {
  const found = [...walkElements(root)].find(
    (element) => element.localName === localName && element.namespace === namespace,
  );
  assert.ok(found, localName);
  return found;
}

function cipherValue(parent: XmlElement): Buffer {
  const data = childElement(parent, XENC, 'CipherData');
  const value = data && childElement(data, XENC, 'CipherValue');
  assert.ok(value);
  return Buffer.from(textOf(value), 'base64');
}

/** The content key, unwrapped as the message specifies. */
function contentKey(root: XmlElement): Buffer {
  const encryptedKey = find(root, XENC, 'EncryptedKey');
  const digest = attributeOf(
    find(encryptedKey, 'http://www.w3.org/2000/09/xmldsig#', 'DigestMethod'),
    'Algorithm',
  );
  const mgf = [...walkElements(encryptedKey)].find(({ localName }) => localName === 'MGF');
  const mask = mgf === undefined ? 'sha1' : attributeOf(mgf, 'Algorithm')?.split('#mgf1')[1];
  const padded = privateDecrypt(
    { key: SENDER.privateKey, padding: constants.RSA_NO_PADDING },
    cipherValue(encryptedKey),
  );
  return openOaep(padded, { digest: digest?.split('#')[1] ?? '', mask: mask ?? '' });
}

function open(text: string): string {
  const root = parseXml(text);
  const method = childElement(root, XENC, 'EncryptionMethod');
  const [, bits = '', mode = ''] = (method && attributeOf(method, 'Algorithm'))?.split(/#aes|-/) ?? [];
  const bytes = cipherValue(root);
  const key = contentKey(root);
  if (mode === 'cbc') {
    const cbc = createDecipheriv(`aes-${bits}-cbc`, key, bytes.subarray(0, 16));
    return Buffer.concat([cbc.update(bytes.subarray(16)), cbc.final()]).toString();
  }
  const gcm = createDecipheriv(`aes-${bits}-gcm` as 'aes-128-gcm', key, bytes.subarray(0, 12));
  gcm.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([gcm.update(bytes.subarray(12, -16)), gcm.final()]).toString();
}

test('XML Encryption 1.1 §5.2: each content encryption can be decrypted', async () => {
  const uris = ['128', '192', '256'].flatMap((bits) => [`${XENC}aes${bits}-cbc`, `${XENC11}aes${bits}-gcm`]);
  for (const algorithm of uris) assert.equal(open(await encryptElement(XML, encryption({ algorithm }))), XML);
});

test('XML Encryption 1.1 §5.5.2: each digest with each mask can be decrypted', async () => {
  const more = 'http://www.w3.org/2001/04/xmldsig-more#';
  for (const digestMethod of [SHA1, `${more}sha224`, `${XENC}sha256`, `${more}sha384`, `${XENC}sha512`])
    for (const bits of ['1', '224', '256', '384', '512']) {
      const maskGenerationFunction = `${XENC11}mgf1sha${bits}`;
      const text = await encryptElement(XML, encryption({ digestMethod, maskGenerationFunction }));
      assert.equal(open(text), XML);
    }
});

test('XML Encryption 1.1 §5.5.2: RSA-OAEP 1.0 always uses MGF1 with SHA-1 and has no MGF element', async () => {
  const keyAlgorithm = `${XENC}rsa-oaep-mgf1p`;
  for (const digestMethod of [SHA1, `${XENC}sha256`, `${XENC}sha512`]) {
    const text = await encryptElement(
      XML,
      encryption({ keyAlgorithm, digestMethod, maskGenerationFunction: `${XENC11}mgf1sha512` }),
    );
    assert.ok(!text.includes('MGF'));
    assert.equal(open(text), XML);
  }
});

test('XML Encryption 1.1 §4.4: unset and empty settings default to AES-256-GCM, RSA-OAEP, SHA-256, MGF1 with SHA-256', async () => {
  for (const value of [undefined, '']) {
    const text = await encryptElement(
      XML,
      encryption({
        algorithm: value,
        keyAlgorithm: value,
        digestMethod: value,
        maskGenerationFunction: value,
      }),
    );
    for (const uri of [`${XENC11}aes256-gcm`, `${XENC11}rsa-oaep`, `${XENC}sha256`, `${XENC11}mgf1sha256`])
      assert.ok(text.includes(`Algorithm="${uri}"`), uri);
    assert.equal(open(text), XML);
  }
});

const refused: readonly (readonly [string, Partial<XmlEncryption>, string, RegExp])[] = [
  [
    '§5.5.1: RSA 1.5',
    { keyAlgorithm: `${XENC}rsa-1_5` },
    'keyAlgorithm',
    /rsa-1_5" is not offered.*use .*rsa-oaep/,
  ],
  [
    '§5.2: Triple DES',
    { algorithm: `${XENC}tripledes-cbc` },
    'algorithm',
    /not offered; offered are .*aes256-gcm/,
  ],
  [
    '§5.2: a name instead of a URI',
    { algorithm: 'constructor' },
    'algorithm',
    /"constructor" is not offered/,
  ],
  ['§5.6: key wrapping with AES', { keyAlgorithm: `${XENC}kw-aes128` }, 'keyAlgorithm', /not offered/],
  [
    '§5.5.2: a digest with MD5',
    { digestMethod: 'http://www.w3.org/2001/04/xmldsig-more#md5' },
    'digestMethod',
    /not offered/,
  ],
  ['§5.5.2: an unknown mask', { maskGenerationFunction: 'urn:x' }, 'maskGenerationFunction', /not offered/],
  [
    '§5.5: a key that is not RSA',
    { key: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).publicKey },
    'key',
    /not an RSA key/,
  ],
  [
    '§5.5: a key too short for the digest',
    { key: generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey, digestMethod: `${XENC}sha512` },
    'key',
    /too short/,
  ],
];

for (const [title, changes, setting, reason] of refused)
  test(`XML Encryption 1.1 ${title} is rejected, naming the setting`, async () => {
    await assert.rejects(encryptElement(XML, encryption(changes)), (error) => {
      assert.ok(error instanceof XmlEncryptionError);
      assert.equal(error.setting, setting);
      assert.match(error.reason, reason);
      return true;
    });
  });
