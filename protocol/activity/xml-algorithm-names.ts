// Names for the algorithm URIs of XML signature and encryption.

const SHA: Readonly<Record<string, string>> = {
  sha1: 'SHA-1',
  sha224: 'SHA-224',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
};

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const MORE_2007 = 'http://www.w3.org/2007/05/xmldsig-more#';
const XENC = 'http://www.w3.org/2001/04/xmlenc#';
const XENC11 = 'http://www.w3.org/2009/xmlenc11#';
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';

const hashes = Object.entries(SHA);

/** XML Signature 1.1 §6, XML Encryption 1.1 §5, RFC 9231 §2. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ...hashes.flatMap(([id, name]): [string, string][] => [
    [`${DSIG}${id}`, name],
    [`${MORE}${id}`, name],
    [`${XENC}${id}`, name],
    [`${DSIG}rsa-${id}`, `RSA with ${name}`],
    [`${MORE}rsa-${id}`, `RSA with ${name}`],
    [`${MORE}ecdsa-${id}`, `ECDSA with ${name}`],
    [`${MORE_2007}${id}-rsa-MGF1`, `RSA-PSS with ${name}`],
    [`${DSIG}dsa-${id}`, `DSA with ${name}`],
    [`${DSIG}hmac-${id}`, `HMAC with ${name}`],
    [`${MORE}hmac-${id}`, `HMAC with ${name}`],
    [`${XENC11}mgf1${id}`, `MGF1 with ${name}`],
  ]),
  ...['128', '192', '256'].flatMap((bits): [string, string][] => [
    [`${XENC}aes${bits}-cbc`, `AES-${bits}-CBC`],
    [`${XENC11}aes${bits}-gcm`, `AES-${bits}-GCM`],
  ]),
  [`${XENC}rsa-oaep-mgf1p`, 'RSA-OAEP, MGF1 with SHA-1'],
  [`${XENC11}rsa-oaep`, 'RSA-OAEP'],
  [`${XENC}rsa-1_5`, 'RSA 1.5'],
  [`${DSIG}enveloped-signature`, 'without the signature itself'],
  ['http://www.w3.org/2001/10/xml-exc-c14n#', 'exclusive canonical XML'],
  ['http://www.w3.org/2001/10/xml-exc-c14n#WithComments', 'exclusive canonical XML with comments'],
  [C14N, 'canonical XML'],
  [`${C14N}#WithComments`, 'canonical XML with comments'],
]);

/** The algorithm's name; unknown URIs are returned unchanged. */
export function nameAlgorithm(uri: string): string {
  return NAMES.get(uri) ?? uri;
}
