// X.509 extensions of a TLS server certificate: names, key usage, and that it is not a CA.
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { element, oid, TAG } from './der.ts';

/** DER contents of object identifiers (RFC 5280 §4.2.1, §4.2.1.12). */
const OID = {
  subjectKeyIdentifier: '551d0e',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  extKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
};

const TRUE = element(TAG.boolean, Buffer.from([0xff]));

function extension(id: string, value: Buffer, critical = false): Buffer {
  return element(TAG.sequence, oid(id), ...(critical ? [TRUE] : []), element(TAG.octetString, value));
}

/** The 4 or 16 bytes of an IP address (RFC 5280 §4.2.1.6). */
function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number));
  const { hostname } = new URL(`http://[${address}]`);
  const [front = '', back] = hostname.slice(1, -1).split('::');
  const groupsOf = (text: string | undefined): string[] => (text ? text.split(':') : []);
  const missing = 8 - groupsOf(front).length - groupsOf(back).length;
  const groups = [...groupsOf(front), ...Array.from({ length: missing }, () => '0'), ...groupsOf(back)];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

function generalName(name: string): Buffer {
  return isIP(name) === 0
    ? element(TAG.dnsName, Buffer.from(name, 'ascii'))
    : element(TAG.ipAddress, addressBytes(name));
}

/**
 * Extensions for a server with these DNS names and IP addresses; `publicKey` is DER. RFC 5280 §4.2.
 * Choice: no key usage. Without keyCertSign, BoringSSL (Electron, gRPC) would not trust a self-signed
 * certificate; keyCertSign would contradict that this is not a CA.
 */
export function serverExtensions(names: readonly string[], publicKey: Buffer): Buffer {
  const keyIdentifier = createHash('sha256').update(publicKey).digest().subarray(0, 20);
  return element(
    TAG.extensions,
    element(
      TAG.sequence,
      // Not a CA certificate: trusting it trusts this server only.
      extension(OID.basicConstraints, element(TAG.sequence), true),
      extension(OID.extKeyUsage, element(TAG.sequence, oid(OID.serverAuth))),
      extension(OID.subjectKeyIdentifier, element(TAG.octetString, keyIdentifier)),
      extension(OID.subjectAltName, element(TAG.sequence, ...names.map(generalName))),
    ),
  );
}
