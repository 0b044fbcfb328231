// Renders assertions.
import { toIsoText } from '#protocol/clock.ts';
import { escapeAttribute, escapeText } from '#protocol/xml/write-xml.ts';
import { BEARER_CONFIRMATION, NAMESPACES, SAML_VERSION } from '../xml-names.ts';

/**
 * XML as sent, and in the exclusive canonical form for digests. They differ in the prefix of
 * `xsi:type="xs:string"`, whose declaration must be sent but is not canonical.
 */
export interface XmlTexts {
  readonly wire: string;
  readonly canonical: string;
}

export interface SamlAttribute {
  readonly name: string;
  /** URN of the name format. */
  readonly nameFormat: string;
  readonly friendlyName: string | undefined;
  readonly values: readonly string[];
}

/** SAML Core §2.7.2. */
interface AuthnStatement {
  /** Milliseconds, like all instants here. */
  readonly authenticatedAt: number;
  readonly sessionIndex: string;
  readonly sessionEndsAt: number;
  readonly contextClass: string;
}

/** The content of an assertion. SAML Core §2.3.3. */
export interface Assertion {
  readonly id: string;
  readonly issuedAt: number;
  readonly issuer: string;
  readonly nameId: { readonly value: string; readonly format: string };
  /** URL of the assertion consumer service. */
  readonly recipient: string;
  /** ID of the request; undefined if unsolicited. */
  readonly inResponseTo: string | undefined;
  /** Latest time at which it may be presented. */
  readonly confirmableUntil: number;
  readonly notBefore: number;
  readonly notOnOrAfter: number;
  readonly audiences: readonly string[];
  readonly oneTimeUse: boolean;
  /** Undefined omits the statement. */
  readonly authnStatement: AuthnStatement | undefined;
  readonly attributes: readonly SamlAttribute[];
}

/** A message or assertion in two parts; the signature goes between them. */
export interface RenderedMessage {
  /** Up to and including the issuer; the same in both forms. */
  readonly head: string;
  readonly rest: XmlTexts;
}

const SCHEMA_DECLARATION = ` xmlns:xs="${NAMESPACES.schema}"`;

/** Every element declares its own prefix, so that the text is canonical. */
export function renderAssertion(assertion: Assertion): RenderedMessage {
  const { id, issuedAt, issuer } = assertion;
  const head = `<saml:Assertion xmlns:saml="${NAMESPACES.assertion}" ID="${id}" IssueInstant="${toIsoText(issuedAt)}" Version="${SAML_VERSION}"><saml:Issuer>${escapeText(issuer)}</saml:Issuer>`;
  const before = `${renderSubject(assertion)}${renderConditions(assertion)}${renderAuthnStatement(assertion.authnStatement)}`;
  const finish = (declaration: string): string =>
    `${before}${renderAttributes(assertion.attributes, declaration)}</saml:Assertion>`;
  return { head, rest: { wire: finish(SCHEMA_DECLARATION), canonical: finish('') } };
}

function renderSubject({ nameId, recipient, inResponseTo, confirmableUntil }: Assertion): string {
  const answers = inResponseTo === undefined ? '' : ` InResponseTo="${escapeAttribute(inResponseTo)}"`;
  return `<saml:Subject><saml:NameID Format="${escapeAttribute(nameId.format)}">${escapeText(nameId.value)}</saml:NameID><saml:SubjectConfirmation Method="${BEARER_CONFIRMATION}"><saml:SubjectConfirmationData${answers} NotOnOrAfter="${toIsoText(confirmableUntil)}" Recipient="${escapeAttribute(recipient)}"></saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject>`;
}

function renderConditions({ notBefore, notOnOrAfter, audiences, oneTimeUse }: Assertion): string {
  const named = audiences
    .map((audience) => `<saml:Audience>${escapeText(audience)}</saml:Audience>`)
    .join('');
  const once = oneTimeUse ? '<saml:OneTimeUse></saml:OneTimeUse>' : '';
  return `<saml:Conditions NotBefore="${toIsoText(notBefore)}" NotOnOrAfter="${toIsoText(notOnOrAfter)}"><saml:AudienceRestriction>${named}</saml:AudienceRestriction>${once}</saml:Conditions>`;
}

function renderAuthnStatement(statement: AuthnStatement | undefined): string {
  if (statement === undefined) return '';
  const { authenticatedAt, sessionIndex, sessionEndsAt, contextClass } = statement;
  return `<saml:AuthnStatement AuthnInstant="${toIsoText(authenticatedAt)}" SessionIndex="${escapeAttribute(sessionIndex)}" SessionNotOnOrAfter="${toIsoText(sessionEndsAt)}"><saml:AuthnContext><saml:AuthnContextClassRef>${escapeText(contextClass)}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
}

function renderAttributes(attributes: readonly SamlAttribute[], declaration: string): string {
  if (attributes.length === 0) return '';
  const elements = attributes.map(({ name, nameFormat, friendlyName, values }) => {
    const friendly = friendlyName === undefined ? '' : ` FriendlyName="${escapeAttribute(friendlyName)}"`;
    const content = values.map(
      (value) =>
        `<saml:AttributeValue${declaration} xmlns:xsi="${NAMESPACES.schemaInstance}" xsi:type="xs:string">${escapeText(value)}</saml:AttributeValue>`,
    );
    return `<saml:Attribute${friendly} Name="${escapeAttribute(name)}" NameFormat="${escapeAttribute(nameFormat)}">${content.join('')}</saml:Attribute>`;
  });
  return `<saml:AttributeStatement>${elements.join('')}</saml:AttributeStatement>`;
}
