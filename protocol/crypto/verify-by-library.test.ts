import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { SENDER, signedTestMessage, testMessage, testSigner } from './testing/xml-signer.ts';
import { verifyByLibrary } from './verify-by-library.ts';
import { verifyElement } from './verify-xml-signature.ts';
import { CANONICALIZATIONS, signElement, signText, XmlSignatureError } from './xml-signature.ts';
import { checkSignatureShape } from './xml-signature-shape.ts';

const trust = { keys: [SENDER.publicKey], allowSha1: false };

function byLibrary(text: string): Promise<string> {
  return verifyByLibrary(text, checkSignatureShape(parseXml(text), false), trust);
}

test('XML Signature 1.1 §4.4.1: SignedInfo in inclusive canonical form is verified', async () => {
  const text = await signedTestMessage({ canonicalization: CANONICALIZATIONS.inclusive });
  assert.equal(checkSignatureShape(parseXml(text), false).isPlain, false);
  assert.equal(await byLibrary(text), testMessage(''));
});

test('Exclusive XML Canonicalization §4: a list of prefixes is followed', async () => {
  const declaration = ' xmlns:xs="http://www.w3.org/2001/XMLSchema"';
  const declare = (xml: string): string => xml.replace(' Destination', `${declaration} Destination`);
  const canonical = declare(testMessage(''));
  const element = { id: '_request', canonical, inScope: {} };
  const [start = '', rest = ''] = (await signElement(testSigner(), element)).split(
    '</dsig:Transform></dsig:Transforms>',
  );
  const list = `<ec:InclusiveNamespaces xmlns:ec="${CANONICALIZATIONS.exclusive}" PrefixList="xs"></ec:InclusiveNamespaces>`;
  const listed = `${start}${list}</dsig:Transform></dsig:Transforms>${rest}`;
  const [, signedInfo = ''] = listed.split(/<dsig:SignedInfo>|<\/dsig:SignedInfo>/);
  const value = await signText(
    testSigner(),
    `<dsig:SignedInfo xmlns:dsig="http://www.w3.org/2000/09/xmldsig#">${signedInfo}</dsig:SignedInfo>`,
  );
  const signature = listed.replace(/(<dsig:SignatureValue>)[^<]*/, `$1${value}`);
  const text = declare(testMessage(signature));
  assert.equal(checkSignatureShape(parseXml(text), false).isPlain, false);
  assert.equal(
    createHash('sha1')
      .update(await byLibrary(text))
      .digest('hex'),
    createHash('sha1').update(canonical).digest('hex'),
  );
  await assert.rejects(byLibrary(text.replace('XMLSchema', 'Schema')), XmlSignatureError);
});

test('XML Signature 1.1 §3.2: both ways to verify agree, on what is good and on what is not', async () => {
  const good = await signedTestMessage();
  const changes: readonly (readonly [string, string])[] = [
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
  ];
  for (const [from, to] of changes) {
    const text = good.replace(from, to);
    const root = parseXml(text);
    const settle = (run: Promise<unknown>): Promise<boolean> =>
      run.then(
        () => true,
        () => false,
      );
    const [own, library] = [
      await settle(verifyElement({ text, root, ...trust })),
      await settle(byLibrary(text)),
    ];
    assert.equal(own, library, `${from} → ${to}`);
  }
});

test('SAML Core §1.3: a message of more nodes than the library bears is refused', async () => {
  const text = await signedTestMessage({ canonicalization: CANONICALIZATIONS.inclusive });
  const [start, end] = text.split('<dsig:Signature ');
  await assert.rejects(byLibrary(`${start}${'<x/>'.repeat(1000)}<dsig:Signature ${end}`), XmlError);
});

test('XML Signature 1.1 §3.2: what was changed, and what another key signed, is refused', async () => {
  const text = await signedTestMessage({ canonicalization: CANONICALIZATIONS.inclusive });
  await assert.rejects(byLibrary(text.replace('sp.example', 'sq.example')), /digest does not fit/);
  await assert.rejects(
    byLibrary(text.replace(' xmlns:samlp=', ' xmlns:other="urn:x" xmlns:samlp=')),
    /does not fit any key/,
  );
});
