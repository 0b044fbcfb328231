// Subjects of certificates: formatted as in RFC 4514 and compared by meaning.
import type { X509Certificate } from 'node:crypto';

/** Alternative names of attribute types (RFC 4514 §3, RFC 2985 §5.2.1). */
const ALIASES: Readonly<Record<string, string>> = {
  EMAILADDRESS: 'E',
  EMAIL: 'E',
  '1.2.840.113549.1.9.1': 'E',
  S: 'ST',
  '2.5.4.3': 'CN',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
};

/** One part of a name, up to an unescaped separator. */
const PART = /(?:\\.|"[^"]*"|[^,;"\\])+/g;

/** The certificate's subject, most specific part first: `CN=shop,O=Example`. RFC 4514 §2.1. */
export function subjectText({ subject }: X509Certificate): string {
  // Node writes one part per line, in certificate order, escaped as in RFC 4514.
  return (subject ?? '').split('\n').reverse().join(',');
}

function unescapeValue(text: string): string {
  const bare = text.trim().replace(/^"(.*)"$/s, '$1');
  return bare
    .replace(/(?:\\[0-9a-f]{2})+/gi, (hex) => Buffer.from(hex.replaceAll('\\', ''), 'hex').toString('utf8'))
    .replace(/\\(.)/g, '$1');
}

/** Normalized type and value; values are compared ignoring case and extra spaces (RFC 4517 §4.2.11). */
function normalizePart(part: string): string {
  const equals = part.indexOf('=');
  const type = part
    .slice(0, Math.max(equals, 0))
    .trim()
    .toUpperCase()
    .replace(/^OID\./, '');
  const value = unescapeValue(part.slice(equals + 1))
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ');
  return `${ALIASES[type] ?? type}=${value}`;
}

/** Whether two subjects are equal, in either order of their parts. RFC 8705 §2.1.2, RFC 4514 §2. */
export function isSameSubject(one: string, other: string): boolean {
  const partsOf = (text: string): string[] => (text.match(PART) ?? []).map(normalizePart);
  const [left, right] = [partsOf(one), partsOf(other)];
  const matches = (parts: readonly string[]): boolean =>
    parts.length === left.length && parts.every((part, index) => part === left[index]);
  return left.length > 0 && (matches(right) || matches([...right].reverse()));
}
