// Writes PKCS #12 key stores (RFC 7292) with one certificate and its key, which Keycloak's documentation has keytool make.
import { createCipheriv, createHash, createHmac, type KeyObject, pbkdf2Sync, randomBytes } from 'node:crypto';
import { element, oid, TAG } from '#protocol/crypto/der.ts';

export interface KeyStoreEntry {
  readonly alias: string;
  /** DER. */
  readonly certificate: Buffer;
  readonly privateKey: KeyObject;
}

/** DER contents of object identifiers. */
const OID = {
  data: '2a864886f70d010701',
  shroudedKeyBag: '2a864886f70d010c0a0102',
  certificateBag: '2a864886f70d010c0a0103',
  x509Certificate: '2a864886f70d01091601',
  friendlyName: '2a864886f70d010914',
  localKeyId: '2a864886f70d010915',
  pbes2: '2a864886f70d01050d',
  pbkdf2: '2a864886f70d01050c',
  hmacSha256: '2a864886f70d0209',
  aes256Cbc: '60864801650304012a',
  sha256: '608648016503040201',
};

const ITERATIONS = 10_000;
const BMP_STRING = 0x1e;
/** Constructed [0]. */
const EXPLICIT = 0xa0;

/** Encrypted with AES-256 and protected by an HMAC, both by the password. RFC 7292 §4, RFC 8018 §6.2. */
export function writeKeyStore(entry: KeyStoreEntry, password: string): Buffer {
  const contents = element(
    TAG.sequence,
    dataContent(element(TAG.sequence, keyBag(entry, password))),
    dataContent(element(TAG.sequence, certificateBag(entry))),
  );
  return element(TAG.sequence, integer(3), dataContent(contents), macData(contents, password));
}

function integer(value: number): Buffer {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  return element(TAG.integer, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

/** ContentInfo of type data. RFC 7292 §4.1. */
function dataContent(content: Buffer): Buffer {
  return element(TAG.sequence, oid(OID.data), element(EXPLICIT, element(TAG.octetString, content)));
}

/** SafeBag. RFC 7292 §4.2. */
function bag(type: string, value: Buffer, { alias, certificate }: KeyStoreEntry): Buffer {
  const keyId = createHash('sha1').update(certificate).digest();
  const name = Buffer.from(alias, 'utf16le').swap16();
  const attribute = (id: string, content: Buffer): Buffer =>
    element(TAG.sequence, oid(id), element(TAG.set, content));
  return element(
    TAG.sequence,
    oid(type),
    element(EXPLICIT, value),
    element(
      TAG.set,
      attribute(OID.friendlyName, element(BMP_STRING, name)),
      attribute(OID.localKeyId, element(TAG.octetString, keyId)),
    ),
  );
}

function certificateBag(entry: KeyStoreEntry): Buffer {
  const certificate = element(EXPLICIT, element(TAG.octetString, entry.certificate));
  return bag(OID.certificateBag, element(TAG.sequence, oid(OID.x509Certificate), certificate), entry);
}

/** The key as EncryptedPrivateKeyInfo. RFC 5958 §3, RFC 8018 appendix A.4. */
function keyBag(entry: KeyStoreEntry, password: string): Buffer {
  const [salt, iv] = [randomBytes(16), randomBytes(16)];
  const key = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const cipher = createCipheriv('aes-256-cbc', key, iv);
  const plain = entry.privateKey.export({ type: 'pkcs8', format: 'der' });
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
  const derivation = element(
    TAG.sequence,
    oid(OID.pbkdf2),
    element(
      TAG.sequence,
      element(TAG.octetString, salt),
      integer(ITERATIONS),
      integer(32),
      element(TAG.sequence, oid(OID.hmacSha256), element(TAG.null)),
    ),
  );
  const scheme = element(TAG.sequence, oid(OID.aes256Cbc), element(TAG.octetString, iv));
  const algorithm = element(TAG.sequence, oid(OID.pbes2), element(TAG.sequence, derivation, scheme));
  return bag(
    OID.shroudedKeyBag,
    element(TAG.sequence, algorithm, element(TAG.octetString, encrypted)),
    entry,
  );
}

function macData(contents: Buffer, password: string): Buffer {
  const salt = randomBytes(16);
  const digest = createHmac('sha256', deriveMacKey(password, salt)).update(contents).digest();
  const algorithm = element(TAG.sequence, oid(OID.sha256), element(TAG.null));
  return element(
    TAG.sequence,
    element(TAG.sequence, algorithm, element(TAG.octetString, digest)),
    element(TAG.octetString, salt),
    integer(ITERATIONS),
  );
}

const BLOCK_BYTES = 64;
/** RFC 7292 appendix B.3: the key of a MAC. */
const MAC_KEY = 3;

/** RFC 7292 appendix B.2 with SHA-256, whose one block of output is the whole key. */
function deriveMacKey(password: string, salt: Buffer): Buffer {
  const text = Buffer.from(`${password}\0`, 'utf16le').swap16();
  let hash = Buffer.concat([Buffer.alloc(BLOCK_BYTES, MAC_KEY), repeat(salt), repeat(text)]);
  for (let round = 0; round < ITERATIONS; round++) hash = createHash('sha256').update(hash).digest();
  return hash;
}

/** Repeated to whole blocks. */
function repeat(bytes: Buffer): Buffer {
  return Buffer.alloc(Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_BYTES, bytes);
}
