// Checks a SAML provider's response, and opens its assertion.
import type { SignatureTrust } from '#protocol/crypto/xml-signature.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import { readMessageHead } from '#protocol/saml/messages/message-head.ts';
import { describeStatus, isSuccess, readStatus } from '#protocol/saml/messages/read-status.ts';
import { NAMESPACES, SAML_VERSION, STATUS_PREFIX } from '#protocol/saml/xml-names.ts';
import { childElement, childElements } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import type { AskedProvider } from '../brokering.ts';
import type { ProviderAnswer } from '../mappers/mapper.ts';
import { deniedByProvider, providerProblem } from '../provider-problem.ts';
import { checkAssertion, checkIssuer, consumeAssertion, type ExpectedResponse } from './check-assertion.ts';
import { type ReceivedAssertion, readAssertion } from './read-assertion.ts';
import { readPerson } from './read-person.ts';
import type { SamlParts } from './saml-parts.ts';
import { isOn } from './settings.ts';
import { type Verified, verifyXml } from './verify-answer.ts';

const SAML = NAMESPACES.assertion;

/** A response whose signature, if it has one, is valid. */
export interface ReceivedResponse {
  readonly response: Verified;
  /** By which the assertion is verified; undefined: signatures are not checked. */
  readonly trust: SignatureTrust | undefined;
  /** The XML of the response. */
  readonly text: string;
}

/** Who the person is. @throws {OAuthError} for the first failed check. @throws {SamlStatusError}, {XmlError} */
export async function checkResponse(
  parts: SamlParts,
  exchange: RealmExchange,
  asked: AskedProvider,
  { response, trust, text }: ReceivedResponse,
  expected: ExpectedResponse,
): Promise<ProviderAnswer> {
  checkHead(asked, response, expected);
  checkStatus(asked.provider, response.root);
  const assertion = await openAssertion(parts, exchange, asked.provider, { response, trust });
  checkAssertion(exchange, asked, assertion, expected);
  const person = readPerson(asked.provider, assertion, text);
  await consumeAssertion(parts.usedAssertions, exchange, asked.provider, assertion);
  return person;
}

function checkHead(
  asked: AskedProvider,
  { root, isSigned }: Verified,
  { endpoint, requestId }: ExpectedResponse,
): void {
  const { version, destination, issuer, inResponseTo } = readMessageHead(root);
  if (version !== SAML_VERSION)
    throw invalid(
      `The Response is of SAML version ${version}.`,
      `Send Version="${SAML_VERSION}".`,
      'SAML Core §3.2.2',
    );
  checkDestination(endpoint, destination, isSigned, 'Response');
  checkIssuer(asked, issuer, 'Response');
  if (inResponseTo === requestId) return;
  if (requestId === undefined)
    throw invalid(
      `The Response answers request ${inResponseTo}, and came to an address for sign-ins that begin at the provider.`,
      'Omit InResponseTo if the sign-in begins at the provider, and send answers to requests to the endpoint without /clients/.',
      'SAML Profiles §4.1.5',
    );
  throw invalid(
    inResponseTo === undefined
      ? 'The Response has no InResponseTo: it answers no request.'
      : `The Response answers request ${inResponseTo}, not ${requestId}, the last one in this tab.`,
    'Start the sign-in at the application, and answer each AuthnRequest with its ID in InResponseTo.',
    'SAML Profiles §4.1.4.3',
  );
}

/** Required in signed messages. @throws {OAuthError} SAML Bindings §3.5.5.2. */
export function checkDestination(
  endpoint: string,
  destination: string | undefined,
  isSigned: boolean,
  element: string,
): void {
  if (destination === endpoint || (destination === undefined && !isSigned)) return;
  throw invalid(
    destination === undefined
      ? `The ${element} is signed and has no Destination.`
      : `The ${element} is for ${destination}, and came to ${endpoint}.`,
    `Send Destination="${endpoint}", or start the server with the hostname under which the provider knows it.`,
    'SAML Bindings §3.5.5.2',
  );
}

/** Status codes with which a person, or a rule of the provider, has refused. SAML Core §3.2.2.2. */
const DENIALS: ReadonlySet<string> = new Set(
  ['AuthnFailed', 'RequestDenied'].map((name) => STATUS_PREFIX + name),
);

function checkStatus({ alias, name }: IdentityProvider, response: XmlElement): void {
  const status = readStatus(response);
  if (isSuccess(status)) return;
  const isDenial = DENIALS.has(status.secondLevel ?? '');
  const details = {
    reason: `Identity provider ${alias} answered ${describeStatus(status).slice(0, 500)}.`,
    remedy: isDenial
      ? 'The person, or a rule of the provider, has refused. Sign in again and agree.'
      : status.topLevel.endsWith(':Requester')
        ? `Check what the provider knows of this realm as its service provider, and the settings of identity provider ${alias} that shape the request (config.nameIDPolicyFormat, config.wantAuthnRequestsSigned, config.authnContextClassRefs).`
        : 'Check the log of the provider.',
    section: 'SAML Core §3.2.2.2',
  };
  throw isDenial ? deniedByProvider(name, details) : providerProblem('unexpected', details);
}

/** The only assertion, decrypted, and its signature verified. */
async function openAssertion(
  { encrypted }: SamlParts,
  exchange: RealmExchange,
  provider: IdentityProvider,
  { response, trust }: { readonly response: Verified; readonly trust: SignatureTrust | undefined },
): Promise<ReceivedAssertion> {
  const { root } = response;
  const plain = childElements(root, SAML, 'Assertion');
  const sealed = childElements(root, SAML, 'EncryptedAssertion');
  const [only] = [...plain, ...sealed];
  if (only === undefined || plain.length + sealed.length > 1)
    throw invalid(
      `The Response has ${plain.length + sealed.length} assertions.`,
      'Send one saml:Assertion or saml:EncryptedAssertion.',
      'SAML Profiles §4.1.4.2',
    );
  if (sealed.length === 0 && isOn(provider, 'wantAssertionsEncrypted'))
    throw invalid(
      `The assertion of identity provider ${provider.alias} is not encrypted.`,
      `Let the provider encrypt for the realm's certificate (its metadata has it), or set config.wantAssertionsEncrypted of identity provider ${provider.alias} to false.`,
      'SAML Core §6',
    );
  const opened = sealed.length === 0 ? only : await encrypted.openAssertion(exchange, only, [root]);
  const verified = verifyXml(exchange, provider, opened, trust, sealed.length === 0 ? [root] : [root, only]);
  checkSigned(provider, { response, assertion: verified, isChecked: trust !== undefined }, opened);
  return readAssertion(await openSubject(encrypted, exchange, verified.root));
}

interface Signatures {
  readonly response: Verified;
  readonly assertion: Verified;
  readonly isChecked: boolean;
}

/** Compat: `wantAssertionsSigned` requires a signature even if signatures are not checked. */
function checkSigned(
  provider: IdentityProvider,
  { response, assertion, isChecked }: Signatures,
  opened: XmlElement,
): void {
  const hasOwn = childElements(opened, NAMESPACES.signature, 'Signature').length > 0;
  const { alias } = provider;
  if (isOn(provider, 'wantAssertionsSigned') && !hasOwn)
    throw invalid(
      `The assertion of identity provider ${alias} is not signed.`,
      `Let the provider sign assertions, or set config.wantAssertionsSigned of identity provider ${alias} to false.`,
      'SAML Core §5',
    );
  if (isChecked && !response.isSigned && !assertion.isSigned)
    throw invalid(
      `Neither the Response nor the assertion of identity provider ${alias} is signed.`,
      `Let the provider sign one of them, or set config.validateSignature of identity provider ${alias} to false.`,
      'SAML Profiles §4.1.3.5',
    );
}

async function openSubject(
  encrypted: SamlParts['encrypted'],
  exchange: RealmExchange,
  assertion: XmlElement,
): Promise<XmlElement> {
  const subject = childElement(assertion, SAML, 'Subject');
  if (subject === undefined) return assertion;
  const opened = await encrypted.open(exchange, subject);
  return {
    ...assertion,
    children: assertion.children.map((child) => (child === subject ? opened : child)),
  };
}

function invalid(reason: string, remedy: string, section: string) {
  return providerProblem('invalidResponse', { reason, remedy, section });
}
