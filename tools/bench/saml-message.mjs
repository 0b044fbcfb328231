// The load's SAML messages: requests, signed if required, and the check of responses.
import { createHash, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const DIGEST = 'http://www.w3.org/2001/04/xmlenc#sha256';
const CANONICAL = 'http://www.w3.org/2001/10/xml-exc-c14n#';

function toPem(label, base64) {
  return `-----BEGIN ${label}-----\n${base64.match(/.{1,64}/g).join('\n')}\n-----END ${label}-----\n`;
}

/** Key and certificate of the demo realm's sample service provider, both PEM. */
export function sampleCredentials() {
  const demo = JSON.parse(readFileSync(join(root, 'fixtures/realms/demo.json'), 'utf8'));
  const { attributes } = demo.clients.find(({ clientId }) => clientId === 'demo-saml');
  return {
    key: toPem('PRIVATE KEY', attributes['saml.signing.private.key']),
    certificate: toPem('CERTIFICATE', attributes['saml.signing.certificate']),
    certificateText: attributes['saml.signing.certificate'],
  };
}

const { key } = sampleCredentials();

/** The signature of an element that is already in canonical form. */
function signatureOf(id, canonical) {
  const digest = createHash('sha256').update(canonical).digest('base64');
  const signedInfo = (namespace) =>
    `<ds:SignedInfo${namespace}><ds:CanonicalizationMethod Algorithm="${CANONICAL}"></ds:CanonicalizationMethod>` +
    '<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>' +
    `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform>` +
    `<ds:Transform Algorithm="${CANONICAL}"></ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${DIGEST}"></ds:DigestMethod>` +
    `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`;
  const namespace = ' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
  const value = sign('sha256', Buffer.from(signedInfo(namespace)), key).toString('base64');
  return `<ds:Signature${namespace}>${signedInfo('')}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
}

/** An AuthnRequest with a new ID, encoded for a form. */
export function authnRequest({ issuer, destination, consumer, signed }) {
  const id = `_${randomUUID()}`;
  const start =
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" AssertionConsumerServiceURL="${consumer}" Destination="${destination}" ID="${id}"` +
    ` IssueInstant="${new Date().toISOString()}" ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Version="2.0">` +
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer>`;
  const end = '</samlp:AuthnRequest>';
  const xml = start + (signed ? signatureOf(id, start + end) : '') + end;
  return Buffer.from(xml).toString('base64');
}

/** Throws unless the page posts a response with an assertion and a signature. */
export function checkResponsePage(page) {
  const encoded = /name="SAMLResponse"[^>]*value="([^"]+)"/.exec(page)?.[1].replaceAll(/&#43;|&#x2B;/gi, '+');
  const xml = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  for (const part of ['status:Success', 'Assertion', 'SignatureValue', 'alice'])
    if (!xml.includes(part))
      throw new Error(`no response with ${part}: ${page.slice(0, 400)}\n${xml.slice(0, 400)}`);
}
