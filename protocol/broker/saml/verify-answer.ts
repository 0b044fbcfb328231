// Verifies signatures of a SAML provider: of messages as their binding signs them, and of assertions.
import { verifyElement } from '#protocol/crypto/verify-xml-signature.ts';
import { type SignatureTrust, XmlSignatureError } from '#protocol/crypto/xml-signature.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { ReceivedMessage } from '#protocol/saml/bindings/binding.ts';
import { verifyQuery } from '#protocol/saml/check-message.ts';
import { NAMESPACES } from '#protocol/saml/xml-names.ts';
import { childElements } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { providerProblem } from '../provider-problem.ts';

const RULE = 'check-signature';
const SECTION = 'SAML Core §5';

/** What may be read: with `isSigned`, only what the signature covers. */
export interface Verified {
  readonly root: XmlElement;
  readonly isSigned: boolean;
}

const hasSignature = (element: XmlElement): boolean =>
  childElements(element, NAMESPACES.signature, 'Signature').length > 0;

/** `trust` undefined: signatures are not checked. @throws {OAuthError} for a signature that does not fit. */
export function verifyMessage(
  exchange: RealmExchange,
  provider: IdentityProvider,
  received: ReceivedMessage,
  trust: SignatureTrust | undefined,
): Verified {
  const { root, querySignature, binding } = received;
  if (trust === undefined) return { root, isSigned: false };
  if (binding === 'redirect') {
    if (querySignature === undefined) return { root, isSigned: false };
    refuseMisfit(provider, root, () => verifyQuery(querySignature, trust));
    return passed(exchange, provider, root);
  }
  return verifyXml(exchange, provider, root, trust);
}

/**
 * An element that may have its own signature. `ancestors`: outermost first; their namespace declarations are in scope.
 * @throws {OAuthError} for a signature that does not fit.
 */
export function verifyXml(
  exchange: RealmExchange,
  provider: IdentityProvider,
  root: XmlElement,
  trust: SignatureTrust | undefined,
  ancestors: readonly XmlElement[] = [],
): Verified {
  if (trust === undefined || !hasSignature(root)) return { root, isSigned: false };
  const declarations = [...ancestors.flatMap((each) => each.declarations), ...root.declarations];
  const signed = refuseMisfit(provider, root, () =>
    verifyElement({ ...trust, root: { ...root, declarations }, hasSignedParts: true }),
  );
  return passed(exchange, provider, signed);
}

function passed({ activity }: RealmExchange, { name }: IdentityProvider, root: XmlElement): Verified {
  activity.recordPass(RULE, `The ${root.localName} is signed by ${name}.`, SECTION);
  return { root, isSigned: true };
}

function refuseMisfit<Result>(
  { alias }: IdentityProvider,
  { localName }: XmlElement,
  verify: () => Result,
): Result {
  try {
    return verify();
  } catch (error) {
    if (!(error instanceof XmlSignatureError)) throw error;
    throw providerProblem('invalidResponse', {
      reason: `The signature of the ${localName} from identity provider ${alias} does not count: ${error.reason}.`,
      remedy: `Put the provider's current certificate into config.signingCertificate of identity provider ${alias} (config.signatureAlgorithm RSA_SHA1 allows SHA-1), or set config.validateSignature to false.`,
      section: SECTION,
    });
  }
}
