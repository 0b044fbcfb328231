// Verifies a response that the server fetched by SOAP: its sender, its request and its signature.
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { XmlSignatureError } from '#protocol/crypto/xml-signature.ts';
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { readIssuer, readMessageHead } from './messages/message-head.ts';
import type { ServiceProvider } from './service-provider.ts';

export interface ExpectedAnswer {
  /** ID of the request. */
  readonly requestId: string;
  /** Whether to verify the signature if the client must sign; default true. */
  readonly verifies?: boolean;
}

/**
 * Checks that a response is the service provider's, to this request.
 * @returns the element to read: the signed one if the client must sign.
 * @throws {SamlStatusError} `invalid_request` for another sender or request, `invalid_signature`.
 */
export function checkAnswer(
  provider: ServiceProvider,
  received: XmlElement,
  { requestId, verifies = true }: ExpectedAnswer,
): XmlElement {
  const answer = provider.mustSign && verifies ? verifyAnswer(provider, received) : received;
  const issuer = readIssuer(answer);
  if (issuer !== provider.entityId)
    throw foreign(`The ${answer.localName} is from ${issuer ?? 'nobody'}, not from ${provider.entityId}.`);
  const { inResponseTo } = readMessageHead(answer);
  if (inResponseTo !== requestId)
    throw foreign(`The ${answer.localName} answers ${inResponseTo ?? 'no request'}, not ${requestId}.`);
  return answer;
}

/** An embedded element can be verified on its own: exclusive canonicalization ignores its surroundings. */
function verifyAnswer(
  { client, verificationKeys, signatureAlgorithm }: ServiceProvider,
  root: XmlElement,
): XmlElement {
  try {
    const allowSha1 = signatureAlgorithm === 'RSA_SHA1';
    return verifyElement({ root, keys: verificationKeys, allowSha1 });
  } catch (error) {
    if (!(error instanceof XmlSignatureError)) throw error;
    throw new SamlStatusError('invalid_signature', {
      reason: `The signature of the ${root.localName} does not count: ${error.reason}.`,
      remedy: `Sign it with the key of saml.signing.certificate of client ${client.clientId}, or set saml.client.signature to false.`,
      cause: error,
    });
  }
}

function foreign(reason: string): SamlStatusError {
  return new SamlStatusError('invalid_request', {
    reason,
    remedy: 'Let the service provider answer the request that it got, with its clientId as Issuer.',
    section: 'SAML Core §3.2.2',
  });
}
