// Parses an assertion that a SAML provider has sent.
import { parseInstant } from '#protocol/saml/messages/instant.ts';
import { readIssuer } from '#protocol/saml/messages/message-head.ts';
import { BEARER_CONFIRMATION, NAMESPACES } from '#protocol/saml/xml-names.ts';
import { attributeOf, childElement, childElements, textOf, walkElements } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import type { SamlAttribute } from '../mappers/mapper.ts';

const { assertion: SAML, schemaInstance: XSI } = NAMESPACES;

/** SAML Core §2.2.3. */
export interface ReceivedNameId {
  readonly value: string;
  /** URN; undefined: not stated. */
  readonly format: string | undefined;
  readonly nameQualifier: string | undefined;
  readonly spNameQualifier: string | undefined;
}

/** A period; milliseconds, undefined for an open end. */
export interface Period {
  readonly notBefore: number | undefined;
  readonly notOnOrAfter: number | undefined;
}

/** A bearer confirmation. SAML Profiles §4.1.4.2. */
export interface Confirmation extends Period {
  readonly recipient: string | undefined;
  readonly inResponseTo: string | undefined;
}

/** SAML Core §2.3.3. */
export interface ReceivedAssertion {
  readonly id: string;
  readonly issuer: string | undefined;
  /** Undefined: the subject has no name identifier. */
  readonly nameId: ReceivedNameId | undefined;
  readonly confirmations: readonly Confirmation[];
  readonly conditions: Period;
  /** One list for each AudienceRestriction. */
  readonly audiences: readonly (readonly string[])[];
  readonly sessionIndex: string | undefined;
  readonly attributes: readonly SamlAttribute[];
}

/** Expects an EncryptedID of the Subject to be decrypted. @throws {XmlError} for repeated elements and invalid times. */
export function readAssertion(root: XmlElement): ReceivedAssertion {
  const subject = childElement(root, SAML, 'Subject');
  const conditions = childElement(root, SAML, 'Conditions');
  const [statement] = childElements(root, SAML, 'AuthnStatement');
  return {
    id: attributeOf(root, 'ID') ?? '',
    issuer: readIssuer(root),
    nameId: subject === undefined ? undefined : readNameId(subject),
    confirmations: subject === undefined ? [] : readConfirmations(subject),
    conditions: conditions === undefined ? readPeriod() : readPeriod(conditions),
    audiences: conditions === undefined ? [] : readAudiences(conditions),
    sessionIndex: (statement && attributeOf(statement, 'SessionIndex')) || undefined,
    attributes: childElements(root, SAML, 'AttributeStatement')
      .flatMap((each) => childElements(each, SAML, 'Attribute'))
      .flatMap(readAttribute),
  };
}

/** The NameID of a Subject or LogoutRequest. @throws {XmlError} for two of them. */
export function readNameId(parent: XmlElement): ReceivedNameId | undefined {
  const element = childElement(parent, SAML, 'NameID');
  const value = element === undefined ? '' : textOf(element);
  if (element === undefined || value === '') return undefined;
  return {
    value,
    format: attributeOf(element, 'Format') || undefined,
    nameQualifier: attributeOf(element, 'NameQualifier') || undefined,
    spNameQualifier: attributeOf(element, 'SPNameQualifier') || undefined,
  };
}

function readConfirmations(subject: XmlElement): readonly Confirmation[] {
  return childElements(subject, SAML, 'SubjectConfirmation')
    .filter((each) => attributeOf(each, 'Method') === BEARER_CONFIRMATION)
    .map((each) => {
      const data = childElement(each, SAML, 'SubjectConfirmationData');
      return {
        ...readPeriod(data),
        recipient: (data && attributeOf(data, 'Recipient')) || undefined,
        inResponseTo: (data && attributeOf(data, 'InResponseTo')) || undefined,
      };
    });
}

function readPeriod(element?: XmlElement): Period {
  const read = (name: string): number | undefined => {
    const text = element && attributeOf(element, name);
    if (text === undefined) return undefined;
    const instant = parseInstant(text);
    if (instant === undefined) throw new XmlError(`${name} of ${element?.localName} is not an xs:dateTime`);
    return instant;
  };
  return { notBefore: read('NotBefore'), notOnOrAfter: read('NotOnOrAfter') };
}

function readAudiences(conditions: XmlElement): readonly (readonly string[])[] {
  return childElements(conditions, SAML, 'AudienceRestriction').map((restriction) =>
    childElements(restriction, SAML, 'Audience').map(textOf),
  );
}

function readAttribute(element: XmlElement): readonly SamlAttribute[] {
  const name = attributeOf(element, 'Name') ?? '';
  if (name === '') return [];
  const values = childElements(element, SAML, 'AttributeValue').filter(
    (value) => !/^(?:true|1)$/.test(attributeOf(value, 'nil', XSI) ?? ''),
  );
  return [
    {
      name,
      friendlyName: attributeOf(element, 'FriendlyName') || undefined,
      values: values.map(readText),
      ...(values.some(hasElements) ? { elements: values } : {}),
    },
  ];
}

const hasElements = ({ children }: XmlElement): boolean =>
  children.some((child) => typeof child !== 'string');

/** All text of a value, which may have elements such as the NameID of an `eduPersonTargetedID`. */
function readText(value: XmlElement): string {
  return [...walkElements(value)]
    .flatMap(({ children }) => children.filter((child) => typeof child === 'string'))
    .join('')
    .trim();
}
