// Signatures of XML and of query strings: supported algorithms, signing, and verification of text.
import { constants, createHash, type KeyObject, sign, verify } from 'node:crypto';
import { escapeAttribute } from '#protocol/xml/write-xml.ts';

/** XML Signature 1.0. */
export const DSIG_NAMESPACE = 'http://www.w3.org/2000/09/xmldsig#';

/** Values of a client's `saml.signature.algorithm`. */
export type XmlSignatureAlgorithm =
  | 'RSA_SHA1'
  | 'RSA_SHA256'
  | 'RSA_SHA256_MGF1'
  | 'RSA_SHA512'
  | 'RSA_SHA512_MGF1';

/** An algorithm's names on the wire, and its parameters for node:crypto. */
export interface XmlSignatureRow {
  /** URI of the signature method (XML Signature 1.1 §6.4, RFC 9231 §2.3). */
  readonly method: string;
  /** URI of the corresponding digest method. */
  readonly digest: string;
  readonly hash: 'sha1' | 'sha256' | 'sha384' | 'sha512';
  /** RSA padding; `none`: ECDSA. */
  readonly padding: 'pkcs1' | 'pss' | 'none';
}

const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const SHA384 = `${MORE}sha384`;
const SHA512 = 'http://www.w3.org/2001/04/xmlenc#sha512';

/** Algorithms for signing; the realm's key is an RSA key. */
export const XML_SIGNATURES: Readonly<Record<XmlSignatureAlgorithm, XmlSignatureRow>> = {
  RSA_SHA1: {
    method: `${DSIG_NAMESPACE}rsa-sha1`,
    digest: `${DSIG_NAMESPACE}sha1`,
    hash: 'sha1',
    padding: 'pkcs1',
  },
  RSA_SHA256: { method: `${MORE}rsa-sha256`, digest: SHA256, hash: 'sha256', padding: 'pkcs1' },
  RSA_SHA256_MGF1: { method: `${MORE_2007}sha256-rsa-MGF1`, digest: SHA256, hash: 'sha256', padding: 'pss' },
  RSA_SHA512: { method: `${MORE}rsa-sha512`, digest: SHA512, hash: 'sha512', padding: 'pkcs1' },
  RSA_SHA512_MGF1: { method: `${MORE_2007}sha512-rsa-MGF1`, digest: SHA512, hash: 'sha512', padding: 'pss' },
};

/**
 * Algorithms accepted for verification, whatever a message names. Choice: more than for signing, because
 * service providers have their own keys (docs/differences-to-keycloak.md, "Signatures of service providers").
 */
export const ACCEPTED_SIGNATURES: readonly XmlSignatureRow[] = [
  ...Object.values(XML_SIGNATURES),
  { method: `${MORE}rsa-sha384`, digest: SHA384, hash: 'sha384', padding: 'pkcs1' },
  { method: `${MORE_2007}sha384-rsa-MGF1`, digest: SHA384, hash: 'sha384', padding: 'pss' },
  { method: `${MORE}ecdsa-sha256`, digest: SHA256, hash: 'sha256', padding: 'none' },
  { method: `${MORE}ecdsa-sha384`, digest: SHA384, hash: 'sha384', padding: 'none' },
  { method: `${MORE}ecdsa-sha512`, digest: SHA512, hash: 'sha512', padding: 'none' },
];

/** The curves of XML Signature 1.1 §6.4.3, supported by every runtime. */
const CURVES: readonly string[] = ['prime256v1', 'secp384r1', 'secp521r1'];

/** The signatures a key can verify; undefined: none. */
export function signatureKind({
  asymmetricKeyType,
  asymmetricKeyDetails,
}: KeyObject): 'RSA' | 'EC' | undefined {
  if (asymmetricKeyType === 'rsa') return 'RSA';
  const isEc = asymmetricKeyType === 'ec' && CURVES.includes(asymmetricKeyDetails?.namedCurve ?? '');
  return isEc ? 'EC' : undefined;
}

/** Canonicalizations of SignedInfo (XML Signature 1.1 §6.5). */
export const CANONICALIZATIONS = {
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  exclusiveWithComments: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
  inclusive: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  inclusiveWithComments: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
} as const;

/** URI of the transform that omits the signature (XML Signature 1.1 §6.6.4). */
export const ENVELOPED_SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Why a signature is rejected or cannot be created. */
export class XmlSignatureError extends Error {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'XmlSignatureError';
    this.reason = reason;
  }
}

/** @throws {XmlSignatureError} listing the supported algorithms; DSA_SHA1 has its own message. */
export function findXmlSignature(name: string): XmlSignatureAlgorithm {
  if (Object.hasOwn(XML_SIGNATURES, name)) return name as XmlSignatureAlgorithm;
  const offered = Object.keys(XML_SIGNATURES).join(', ');
  // Choice: a realm's key is an RSA key, and DSA with SHA-1 is broken.
  throw new XmlSignatureError(
    name === 'DSA_SHA1'
      ? `DSA_SHA1 is not offered: the realm signs with an RSA key; offered are ${offered}`
      : `"${name}" is not a supported signature algorithm; supported are ${offered}`,
  );
}

/** Signing settings of a realm for one service provider. */
export interface XmlSigner {
  readonly algorithm: XmlSignatureAlgorithm;
  /** URI for SignedInfo, a value of {@link CANONICALIZATIONS}. */
  readonly canonicalization: string;
  /** Private RSA key. */
  readonly key: KeyObject;
  /** Content of `dsig:KeyInfo` in canonical form, prefix `dsig`; empty: no KeyInfo. */
  readonly keyInfo: string;
}

export type NamespacesInScope = Readonly<Record<string, string>>;

export interface ElementToSign {
  /** Value of the element's `ID`. */
  readonly id: string;
  /** The element without signature, in exclusive canonical form. */
  readonly canonical: string;
  /** Namespaces declared where the signature is inserted; inclusive canonicalization repeats them. */
  readonly inScope: NamespacesInScope;
}

function paddingOf({ padding }: XmlSignatureRow): { padding?: number; saltLength?: number } {
  if (padding === 'none') return {};
  if (padding === 'pkcs1') return { padding: constants.RSA_PKCS1_PADDING };
  return { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
}

/** The base64 signature of a text, computed on the thread pool. SAML Bindings §3.4.4.1. */
export async function signText(
  { algorithm, key }: Pick<XmlSigner, 'algorithm' | 'key'>,
  text: string,
): Promise<string> {
  const row = XML_SIGNATURES[algorithm];
  const options = { key, ...paddingOf(row) };
  const signature = await new Promise<Buffer>((resolve, reject) => {
    sign(row.hash, Buffer.from(text), options, (error, bytes) =>
      error === null ? resolve(bytes) : reject(error),
    );
  });
  return signature.toString('base64');
}

function withAlgorithm(name: string, uri: string): string {
  return `<dsig:${name} Algorithm="${uri}"></dsig:${name}>`;
}

/** The content of SignedInfo. */
function signedInfoContent(signer: XmlSigner, { id, canonical }: ElementToSign): string {
  const row = XML_SIGNATURES[signer.algorithm];
  const digest = createHash(row.hash).update(canonical).digest('base64');
  const transforms =
    withAlgorithm('Transform', ENVELOPED_SIGNATURE) + withAlgorithm('Transform', CANONICALIZATIONS.exclusive);
  return (
    withAlgorithm('CanonicalizationMethod', signer.canonicalization) +
    withAlgorithm('SignatureMethod', row.method) +
    `<dsig:Reference URI="#${escapeAttribute(id)}"><dsig:Transforms>${transforms}</dsig:Transforms>` +
    `${withAlgorithm('DigestMethod', row.digest)}<dsig:DigestValue>${digest}</dsig:DigestValue></dsig:Reference>`
  );
}

/** Declarations of SignedInfo in canonical form: all in scope when inclusive, only its own when exclusive. */
function signedInfoNamespaces(canonicalization: string, inScope: NamespacesInScope): string {
  const inclusive =
    canonicalization === CANONICALIZATIONS.inclusive ||
    canonicalization === CANONICALIZATIONS.inclusiveWithComments;
  const all: NamespacesInScope = { ...(inclusive ? inScope : {}), dsig: DSIG_NAMESPACE };
  return Object.keys(all)
    .sort()
    .map(
      (prefix) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(all[prefix] ?? '')}"`,
    )
    .join('');
}

/**
 * The `dsig:Signature` of an element, to be inserted where its schema requires: enveloped, one reference,
 * exclusive canonicalization (SAML Core §5.4). It is in exclusive canonical form itself, so it may be part of
 * another signed element.
 * @throws {XmlSignatureError} for an unknown canonicalization.
 */
export async function signElement(signer: XmlSigner, element: ElementToSign): Promise<string> {
  const offered: readonly string[] = Object.values(CANONICALIZATIONS);
  if (!offered.includes(signer.canonicalization))
    throw new XmlSignatureError(
      `"${signer.canonicalization}" is not a supported canonicalization; supported are ${offered.join(', ')}`,
    );
  const content = signedInfoContent(signer, element);
  const namespaces = signedInfoNamespaces(signer.canonicalization, element.inScope);
  const value = await signText(signer, `<dsig:SignedInfo${namespaces}>${content}</dsig:SignedInfo>`);
  const keyInfo = signer.keyInfo === '' ? '' : `<dsig:KeyInfo>${signer.keyInfo}</dsig:KeyInfo>`;
  return (
    `<dsig:Signature xmlns:dsig="${DSIG_NAMESPACE}"><dsig:SignedInfo>${content}</dsig:SignedInfo>` +
    `<dsig:SignatureValue>${value}</dsig:SignatureValue>${keyInfo}</dsig:Signature>`
  );
}

/** Which signatures are accepted. */
export interface SignatureTrust {
  /** Public keys of the sender, one of which must match. */
  readonly keys: readonly KeyObject[];
  /** Whether SHA-1 is accepted, for a sender configured to use it. */
  readonly allowSha1: boolean;
}

/** @throws {XmlSignatureError} for an unsupported method, and for SHA-1 unless allowed. */
export function requireMethod(uri: string, allowSha1: boolean): XmlSignatureRow {
  const row = ACCEPTED_SIGNATURES.find(({ method }) => method === uri);
  if (row === undefined) throw new XmlSignatureError(`the signature algorithm "${uri}" is not accepted`);
  if (row.hash === 'sha1' && !allowSha1)
    throw new XmlSignatureError(
      'a signature with SHA-1 is accepted only from a client that is set to RSA_SHA1',
    );
  return row;
}

/** `uri` is the digest method. @throws {XmlSignatureError} when it is not supported. */
export function digestOf(uri: string, text: string): Buffer {
  const row = ACCEPTED_SIGNATURES.find(({ digest }) => digest === uri);
  if (row === undefined) throw new XmlSignatureError(`the digest algorithm "${uri}" is not accepted`);
  return createHash(row.hash).update(text).digest();
}

/** Allows white space; undefined for invalid base64. */
export function decodeBase64(text: string): Buffer | undefined {
  const joined = text.replace(/[ \t\r\n]+/g, '');
  const bytes = Buffer.from(joined, 'base64');
  return joined !== '' && bytes.toString('base64') === joined ? bytes : undefined;
}

/** The reason when the key is wrong or the text was changed. */
export const NO_KEY_FITS = 'the signature does not fit any key of the sender';

/**
 * Choice: ECDSA is accepted both as two concatenated numbers, as XML Signature 1.1 §6.4.3 requires, and as
 * DER, because many libraries keep their runtime's format (docs/decisions/0121-xml-signatures.md).
 */
function matches(row: XmlSignatureRow, bytes: Buffer, key: KeyObject, signature: Buffer): boolean {
  if (row.padding !== 'none') return verify(row.hash, bytes, { key, ...paddingOf(row) }, signature);
  return (['ieee-p1363', 'der'] as const).some((dsaEncoding) =>
    verify(row.hash, bytes, { key, dsaEncoding }, signature),
  );
}

/** Tries each key. @throws {XmlSignatureError} when there is no key for the method, or none matches. */
export function checkSignatureBytes(
  row: XmlSignatureRow,
  text: string,
  signature: Buffer,
  keys: readonly KeyObject[],
): void {
  const kind = row.padding === 'none' ? 'EC' : 'RSA';
  const usable = keys.filter((key) => signatureKind(key) === kind);
  if (usable.length === 0)
    throw new XmlSignatureError(`there is no ${kind} key of the sender to verify it with`);
  const bytes = Buffer.from(text);
  if (!usable.some((key) => matches(row, bytes, key, signature))) throw new XmlSignatureError(NO_KEY_FITS);
}

/**
 * Verifies the signature of a query (SAML Bindings §3.4.4.1): `text` is the signed text, `algorithm` a URI,
 * `signature` base64.
 * @throws {XmlSignatureError} with the reason.
 */
export function verifyText({
  algorithm,
  text,
  signature,
  keys,
  allowSha1,
}: SignatureTrust & { readonly algorithm: string; readonly text: string; readonly signature: string }): void {
  const row = requireMethod(algorithm, allowSha1);
  const bytes = decodeBase64(signature);
  if (bytes === undefined) throw new XmlSignatureError('the signature is not base64');
  checkSignatureBytes(row, text, bytes, keys);
}
