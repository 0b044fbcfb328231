// Compares accepted and rejected signatures with xml-crypto.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { writeCanonical } from '#protocol/xml/write-canonical.ts';
import { SENDER, signedTestMessage, testMessage, testSigner } from './testing/xml-signer.ts';
import { verifyElement } from './verify-xml-signature.ts';
import { CANONICALIZATIONS, DSIG_NAMESPACE, signElement, signText } from './xml-signature.ts';

const PEM = String(SENDER.publicKey.export({ type: 'spki', format: 'pem' }));

/** The signed text according to xml-crypto; undefined when rejected. */
function verifyByLibrary(text: string): string | undefined {
  try {
    const verifier = new SignedXml({ publicCert: PEM, getCertFromKeyInfo: () => null });
    verifier.idAttributes = ['ID'];
    const signature = new DOMParser({ errorHandler: () => undefined })
      .parseFromString(text, 'text/xml')
      .getElementsByTagNameNS(DSIG_NAMESPACE, 'Signature')
      .item(0);
    if (signature === null) return undefined;
    verifier.loadSignature(signature);
    return verifier.checkSignature(text) ? verifier.getSignedReferences()[0] : undefined;
  } catch {
    return undefined;
  }
}

/** The same according to our implementation, in exclusive canonical form. */
function verifyByUs(text: string): string | undefined {
  try {
    return writeCanonical(
      verifyElement({ root: parseXml(text), keys: [SENDER.publicKey], allowSha1: false }),
    );
  } catch {
    return undefined;
  }
}

/** Both must agree; returns whether they accept. */
function judge(text: string): boolean {
  const [ours, theirs] = [verifyByUs(text), verifyByLibrary(text)];
  assert.equal(ours, theirs === undefined ? undefined : writeCanonical(parseXml(theirs)));
  return ours !== undefined;
}

const CHANGES: readonly (readonly [from: string, to: string])[] = [
  ['', ''],
  ['sp.example', 'sp.<!-- -->example'],
  ['sp.example', 'sp.<![CDATA[example]]>'],
  ['<dsig:KeyInfo>', '\n <dsig:KeyInfo>'],
  ['&lt;', '&#60;'],
  [' Version="2.0"', "\n\tVersion='2.0'"],
  ['<saml:Issuer', '<saml:Issuer '],
  ['sp.example', 'sq.example'],
  ['<saml:Issuer', '<x/><saml:Issuer'],
  ['Version="2.0"', 'Version="2.0" Consent=""'],
  ['<dsig:SignatureMethod', ' <dsig:SignatureMethod'],
  ['<saml:Issuer xmlns:saml="', '<saml:Issuer xmlns:saml="urn:x:'],
  [' xmlns:samlp=', ' xmlns:unused="urn:x" xmlns:samlp='],
  ['<dsig:Signature ', '<dsig:Signature xmlns:unused="urn:x" '],
  ['<dsig:SignedInfo', '<dsig:SignedInfo xmlns:unused="urn:x"'],
];

for (const [name, canonicalization] of Object.entries(CANONICALIZATIONS)) {
  test(`XML Signature 1.1 §3.2: with ${name} canonicalization of SignedInfo we accept what xml-crypto accepts`, async () => {
    const good = await signedTestMessage({ canonicalization });
    assert.equal(verifyByLibrary(good), testMessage(''));
    const accepted = CHANGES.filter(([from, to]) => judge(good.replace(from, to)));
    const isInclusive = name.startsWith('inclusive');
    assert.equal(accepted.length, isInclusive ? 7 : 10);
  });
}

test('Exclusive XML Canonicalization §4: a list of prefixes is respected', async () => {
  const declare = (xml: string, namespace: string): string =>
    xml.replace(' Destination', ` xmlns:xs="${namespace}" Destination`);
  const canonical = declare(testMessage(''), 'http://www.w3.org/2001/XMLSchema');
  const element = { id: '_request', canonical, inScope: {} };
  const [start = '', rest = ''] = (await signElement(testSigner(), element)).split(
    '</dsig:Transform></dsig:Transforms>',
  );
  const list = `<ec:InclusiveNamespaces xmlns:ec="${CANONICALIZATIONS.exclusive}" PrefixList="xs"></ec:InclusiveNamespaces>`;
  const listed = `${start}${list}</dsig:Transform></dsig:Transforms>${rest}`;
  const [, signedInfo = ''] = listed.split(/<dsig:SignedInfo>|<\/dsig:SignedInfo>/);
  const value = await signText(
    testSigner(),
    `<dsig:SignedInfo xmlns:dsig="${DSIG_NAMESPACE}">${signedInfo}</dsig:SignedInfo>`,
  );
  const message = testMessage(listed.replace(/(<dsig:SignatureValue>)[^<]*/, `$1${value}`));
  assert.equal(judge(declare(message, 'http://www.w3.org/2001/XMLSchema')), true);
  assert.equal(judge(declare(message, 'http://www.w3.org/2001/Schema')), false);
  assert.equal(judge(message), false);
});
