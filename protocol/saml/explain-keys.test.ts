import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCertificates } from '#protocol/crypto/read-certificates.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { explainKeys } from './explain-keys.ts';
import { createTestKeyPair, SP_KEYS } from './testing/realm.ts';
import { SP_SIGNER, signMessage, withSamlServer } from './testing/server.ts';
import { NAMESPACES } from './xml-names.ts';

const FOREIGN = createTestKeyPair('foreign');
const provider = { certificates: readCertificates(SP_KEYS.certificate) };
const keyInfoOf = (...certificates: readonly string[]): string =>
  certificates
    .map((text) => `<dsig:X509Data><dsig:X509Certificate>${text}</dsig:X509Certificate></dsig:X509Data>`)
    .join('');
const explain = (content: string): string =>
  explainKeys(parseXml(`<a xmlns:dsig="${NAMESPACES.signature}">${content}</a>`), provider);
const signatureWith = (keyInfo: string): string =>
  `<dsig:Signature><dsig:KeyInfo>${keyInfo}</dsig:KeyInfo></dsig:Signature>`;

test('SAML Core §5.4.5: a message with a certificate other than the client’s is explained by name and fingerprint of both', () => {
  const text = explain(signatureWith(keyInfoOf(FOREIGN.certificate, SP_KEYS.certificate)));
  assert.match(
    text,
    /^; the message contains the certificate CN=foreign \(SHA-256 (?:[\dA-F]{2}:){9}[\dA-F]{2}…\), and saml\.signing\.certificate is CN=sp \(SHA-256 /,
  );
});

test("SAML Core §5.4.5: a message with the client's certificate was signed by another key or modified", () => {
  assert.match(explain(signatureWith(keyInfoOf(SP_KEYS.certificate))), /contains the same certificate, so/);
});

test("SAML Core §5.4.5: without a readable certificate in the message, the client's is named", () => {
  for (const content of [
    '',
    signatureWith(''),
    signatureWith(keyInfoOf('AAAA')),
    signatureWith(keyInfoOf('<x/>')),
  ])
    assert.match(explain(content), /^; saml\.signing\.certificate is CN=sp/);
});

test('SAML Core §5.4: the refusal of a message signed by another key names both certificates', () =>
  withSamlServer(async (server) => {
    const signer = { ...SP_SIGNER, key: FOREIGN.privateKey, keyInfo: keyInfoOf(FOREIGN.certificate) };
    const page = await server.sendPost(await signMessage(server.authnRequest({ issuer: 'signing' }), signer));
    const { code, reason } = server.refusal(page);
    assert.equal(code, 'invalid_signature');
    assert.match(
      reason,
      /does not fit any key of the sender; the message contains the certificate CN=foreign/,
    );
  }));
