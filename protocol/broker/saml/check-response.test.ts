import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import type { SamlStatus } from '#protocol/saml/status.ts';
import { NAMESPACES, STATUS_PREFIX } from '#protocol/saml/xml-names.ts';
import { type AnswerChanges, SIGNER, type Waiting, withWaiting } from './testing/saml-provider.ts';

const { privateKey: otherKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OTHER_SIGNER = { ...SIGNER, key: otherKey };
const ENCRYPTED = { wantAssertionsEncrypted: 'true' };

const status = (topLevel: string, secondLevel?: string, message?: string): SamlStatus => ({
  topLevel: STATUS_PREFIX + topLevel,
  secondLevel: secondLevel && STATUS_PREFIX + secondLevel,
  message,
});

const failed = (...codes: Parameters<typeof status>): AnswerChanges => ({
  response: { status: status(...codes) },
  assertion: undefined,
});

const REFUSED: readonly (readonly [string, AnswerChanges, RegExp, Readonly<Record<string, string>>?])[] = [
  [
    'a Response signed with another key',
    { signer: OTHER_SIGNER },
    /does not fit any key.*signingCertificate/,
  ],
  [
    'an assertion signed with another key',
    { signsResponse: false, signsAssertion: true, signer: OTHER_SIGNER },
    /signature of the Assertion.*does not fit any key/,
  ],
  [
    'a Response that was changed',
    { tamper: (xml) => xml.replace('ada@', 'eve@') },
    /changed after it was signed/,
  ],
  [
    'an assertion that was changed',
    { signsResponse: false, signsAssertion: true, tamper: (xml) => xml.replace('ada@', 'eve@') },
    /Assertion.*changed after it was signed/,
  ],
  [
    'no signature at all',
    { signsResponse: false },
    /Neither the Response nor the assertion.*validateSignature/,
  ],
  [
    'a signed Response whose assertion must be signed',
    {},
    /assertion.*is not signed.*wantAssertionsSigned/,
    { wantAssertionsSigned: 'true' },
  ],
  ['an assertion that must be encrypted', {}, /is not encrypted.*wantAssertionsEncrypted/, ENCRYPTED],
  ['the answer to an older request', { response: { inResponseTo: '_old' } }, /answers request _old, not ID_/],
  ['no InResponseTo', { response: { inResponseTo: undefined } }, /no InResponseTo: it answers no request/],
  ['another Issuer', { response: { issuer: 'https://evil.example' } }, /Issuer of the Response.*idpEntityId/],
  [
    'another Destination',
    { response: { destination: 'https://sp.example/acs' } },
    /is for https:\/\/sp\.example/,
  ],
  ['no assertion', { assertion: undefined }, /has 0 assertions/],
  [
    'a version that is not 2.0',
    {
      tamper: (xml) => xml.replace('Version="2.0"', 'Version="1.1"'),
      signsResponse: false,
      signsAssertion: true,
    },
    /SAML version 1\.1/,
  ],
  ['an empty ID', { response: { id: '' }, signsResponse: false }, /has no ID/],
  [
    'no Status',
    { signsResponse: false, tamper: (xml) => xml.replace(/<samlp:Status>.*<\/samlp:Status>/, '') },
    /has no Status/,
  ],
  ['the status Responder', failed('Responder', undefined, 'database down'), /Responder "database down".*log/],
  [
    'the status Requester',
    failed('Requester', 'InvalidNameIDPolicy'),
    /InvalidNameIDPolicy.*nameIDPolicyFormat/,
  ],
  ['the status AuthnFailed', failed('Responder', 'AuthnFailed'), /Responder, AuthnFailed.*Sign in again/],
  ['an unreadable document', { tamper: (xml) => `<!DOCTYPE a>${xml}` }, /is not accepted XML/],
];

for (const [name, changes, reason, config = {}] of REFUSED)
  test(`SAML Profiles §4.1.4.3: ${name} is refused`, () =>
    withWaiting(config, async (waiting) => assert.match(await waiting.refusal(changes), reason)));

async function isAccepted(waiting: Waiting, changes: AnswerChanges): Promise<void> {
  const page = await waiting.send(await waiting.answer(changes));
  assert.match(page.text, /kc-idp-review-profile-form/);
}

const ACCEPTED: readonly (readonly [string, AnswerChanges, Readonly<Record<string, string>>?])[] = [
  ['a signed Response', {}],
  ['a signed assertion', { signsResponse: false, signsAssertion: true }],
  ['a signed Response with a signed assertion', { signsAssertion: true }, { wantAssertionsSigned: 'true' }],
  ['no signature, with validateSignature off', { signsResponse: false }, { validateSignature: 'false' }],
  [
    'any Issuer, without idpEntityId',
    { response: { issuer: 'urn:x' }, assertion: { issuer: 'urn:x' } },
    { idpEntityId: '' },
  ],
];

for (const [name, changes, config = {}] of ACCEPTED)
  test(`SAML Core §5: ${name} is accepted`, () =>
    withWaiting(config, (waiting) => isAccepted(waiting, changes)));

/** In each form, the attacker's assertion is beside, around or before the one that the provider signed. */
const WRAPPED: readonly (readonly [string, (xml: string, evil: string) => string, RegExp])[] = [
  [
    'a second assertion before the signed one',
    (xml, evil) => xml.replace('<saml:Assertion ', `${evil}<saml:Assertion `),
    /has 2 assertions/,
  ],
  [
    'a second assertion after the signed one',
    (xml, evil) => xml.replace('</samlp:Response>', `${evil}</samlp:Response>`),
    /has 2 assertions/,
  ],
  [
    'the signed assertion inside Extensions of the Response',
    (xml, evil) => {
      const [signed = ''] = /<saml:Assertion .*<\/saml:Assertion>/.exec(xml) ?? [];
      return xml
        .replace(signed, evil)
        .replace('<samlp:Status>', `<samlp:Extensions>${signed}</samlp:Extensions><samlp:Status>`);
    },
    /Neither the Response nor the assertion/,
  ],
  [
    'the signed assertion inside the attacker’s, with its signature moved up',
    (xml, evil) => {
      const [signed = ''] = /<saml:Assertion .*<\/saml:Assertion>/.exec(xml) ?? [];
      const [signature = ''] = /<dsig:Signature .*<\/dsig:Signature>/.exec(signed) ?? [];
      const inner = signed.replace(signature, '');
      return xml.replace(
        signed,
        evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}<saml:Advice>${inner}</saml:Advice>`),
      );
    },
    /refers to another element|signed element is not|digest does not fit/,
  ],
  [
    'the signed assertion inside an Object of the attacker’s signature',
    (xml, evil) => {
      const [signed = ''] = /<saml:Assertion .*<\/saml:Assertion>/.exec(xml) ?? [];
      const [signature = ''] = /<dsig:Signature .*<\/dsig:Signature>/.exec(signed) ?? [];
      const object = `<dsig:Object>${signed}</dsig:Object></dsig:Signature>`;
      return xml.replace(
        signed,
        evil.replace('</saml:Issuer>', `</saml:Issuer>${signature.replace('</dsig:Signature>', object)}`),
      );
    },
    /beyond what is accepted/,
  ],
];

for (const [name, wrap, reason] of WRAPPED)
  test(`SAML Core §5.4: signature wrapping with ${name} is refused`, () =>
    withWaiting({}, async (waiting) => {
      const other = await waiting.answer({
        signsResponse: false,
        assertion: { id: '_evil', nameId: { value: 'eve@example.com', format: 'urn:x' } },
      });
      const [evil = ''] = /<saml:Assertion .*<\/saml:Assertion>/.exec(other) ?? [];
      const tamper = (xml: string): string => wrap(xml, evil);
      assert.match(await waiting.refusal({ signsResponse: false, signsAssertion: true, tamper }), reason);
    }));

test('SAML Core §6: an assertion encrypted for a key of the realm is accepted; for another one it is refused', () =>
  withWaiting(ENCRYPTED, async (waiting) => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    assert.match(await waiting.refusal({ encryptsFor: publicKey }), /EncryptedAssertion cannot be read/);
  }));

test('SAML Core §5.4.1: SHA-1 is accepted only with config.signatureAlgorithm RSA_SHA1', async () => {
  const changes: AnswerChanges = { signer: { ...SIGNER, algorithm: 'RSA_SHA1' } };
  await withWaiting({}, async (waiting) => assert.match(await waiting.refusal(changes), /SHA-1/));
  await withWaiting({ signatureAlgorithm: 'RSA_SHA1' }, (waiting) => isAccepted(waiting, changes));
});

test('SAML Core §2.7.3: the namespace of the assertion is that of SAML 2.0', () =>
  withWaiting({}, async (waiting) => {
    const tamper = (xml: string): string =>
      xml.replaceAll(NAMESPACES.assertion, 'urn:oasis:names:tc:SAML:1.0:assertion');
    assert.match(await waiting.refusal({ signsResponse: false, tamper }), /no Issuer/);
  }));
