import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { createTestExchange } from '#protocol/http/testing/exchange.ts';
import type { ReceivedMessage } from '#protocol/saml/bindings/binding.ts';
import { createRedirectBinding } from '#protocol/saml/bindings/redirect.ts';
import { createSamlSigners } from '#protocol/saml/signer.ts';
import { redirectQuery } from '#protocol/saml/testing/server.ts';
import { makeMessage, makeSignedMessage } from '#protocol/saml/testing/tampering.ts';
import { wrapSignatures } from '#protocol/saml/testing/wrapped-messages.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { brokerRealm, corpOf } from '../testing/mapper-input.ts';
import { SIGNER } from './testing/saml-provider.ts';
import { verifyMessage } from './verify-answer.ts';

const provider = corpOf(brokerRealm());
const exchange = createTestExchange();
const TRUST = { keys: [createPublicKey(SIGNER.key)], allowSha1: false };
const OTHER = { ...TRUST, keys: [generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey] };

const posted = (text: string): ReceivedMessage => ({
  binding: 'post',
  parameter: 'SAMLResponse',
  text,
  root: parseXml(text),
  relayState: undefined,
  querySignature: undefined,
});

const refuses = (received: ReceivedMessage, reason: RegExp, trust = TRUST): void =>
  assert.throws(
    () => verifyMessage(exchange, provider, received, trust),
    (error) => error instanceof OAuthError && reason.test(error.reason),
  );

test('SAML Core §5.4: a signed message is read as it was signed', async () => {
  const signed = posted(await makeSignedMessage('LogoutResponse'));
  assert.equal(verifyMessage(exchange, provider, signed, TRUST).isSigned, true);
  refuses(signed, /does not fit any key/, OTHER);
  assert.equal(verifyMessage(exchange, provider, signed, undefined).isSigned, false);
});

test('SAML Core §5: a message without a signature is reported as unsigned', () => {
  const { isSigned } = verifyMessage(exchange, provider, posted(makeMessage('LogoutResponse')), TRUST);
  assert.equal(isSigned, false);
});

for (const { form, about, xml } of await wrapSignatures('LogoutResponse'))
  test(`signature wrapping, form ${form}: ${about} does not count as signed`, () => {
    try {
      const { isSigned } = verifyMessage(exchange, provider, posted(xml), TRUST);
      assert.equal(isSigned, false);
    } catch (error) {
      assert.ok(error instanceof OAuthError, String(error));
    }
  });

const receive = async (query: string): Promise<ReceivedMessage> => {
  const signers = createSamlSigners({ list: async () => [] });
  const received = await createRedirectBinding({ signers }).receive(createTestExchange({ query }));
  return received ?? assert.fail('no message');
};

test('SAML Bindings §3.4.4.1: the signature of a redirect is that of the query', async () => {
  const text = makeMessage('LogoutResponse');
  const options = { parameter: 'SAMLResponse', relayState: 'x' } as const;
  const signed = await redirectQuery(text, { ...options, signer: SIGNER });
  assert.equal(verifyMessage(exchange, provider, await receive(signed), TRUST).isSigned, true);
  const unsigned = await receive(await redirectQuery(text, options));
  assert.equal(verifyMessage(exchange, provider, unsigned, TRUST).isSigned, false);
  refuses(await receive(signed.replace('RelayState=x', 'RelayState=y')), /does not fit any key/);
  refuses(await receive(signed.replace(/&Signature=.*/, '')), /SigAlg and no Signature/);
  refuses(await receive(signed.replace(/&SigAlg=[^&]*/, '')), /Signature and no SigAlg/);
});
