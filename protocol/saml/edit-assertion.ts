// Changes assertions for holds: describes their content, and applies changes to it.
import { parseInstant, toIsoText } from '#protocol/clock.ts';
import type { AssertionWire } from '#protocol/contract/holds.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { OutgoingMessage, SamlBinding } from './bindings/binding.ts';
import type { Assertion, SamlAttribute } from './messages/assertion.ts';
import { ATTRIBUTE_NAME_FORMATS } from './xml-names.ts';

function describeAttributes(attributes: readonly SamlAttribute[]): Record<string, readonly string[]> {
  const values = new Map<string, readonly string[]>();
  for (const { name, values: own } of attributes) values.set(name, [...(values.get(name) ?? []), ...own]);
  return Object.fromEntries(values);
}

/** The assertion's content for a hold. */
export function describeContent(assertion: Assertion): AssertionWire {
  const { nameId, issuer, recipient, inResponseTo, audiences, authnStatement: statement } = assertion;
  return {
    nameId: nameId.value,
    nameIdFormat: nameId.format,
    issuer,
    recipient,
    ...(inResponseTo === undefined ? {} : { inResponseTo }),
    confirmationNotOnOrAfter: toIsoText(assertion.confirmableUntil),
    notBefore: toIsoText(assertion.notBefore),
    notOnOrAfter: toIsoText(assertion.notOnOrAfter),
    audiences,
    ...(statement === undefined
      ? {}
      : {
          authnInstant: toIsoText(statement.authenticatedAt),
          sessionIndex: statement.sessionIndex,
          sessionNotOnOrAfter: toIsoText(statement.sessionEndsAt),
          authnContextClass: statement.contextClass,
        }),
    attributes: describeAttributes(assertion.attributes),
  };
}

/** Named attributes take the place of all attributes with that name; their format stays. */
function changeAttributes(
  attributes: readonly SamlAttribute[],
  changes: NonNullable<AssertionWire['attributes']>,
): SamlAttribute[] {
  const before = new Map(attributes.map((attribute) => [attribute.name, attribute]));
  const unchanged = attributes.filter(({ name }) => !Object.hasOwn(changes, name));
  const changed = Object.entries(changes).flatMap(([name, values]): SamlAttribute[] => {
    const { nameFormat = ATTRIBUTE_NAME_FORMATS.basic, friendlyName } = before.get(name) ?? {};
    return values === null ? [] : [{ name, nameFormat, friendlyName, values }];
  });
  return [...unchanged, ...changed];
}

const instantOf = (text: string | undefined, before: number): number => parseInstant(text ?? '') ?? before;

function changeStatement(
  statement: Assertion['authnStatement'],
  changes: AssertionWire,
): Assertion['authnStatement'] {
  if (statement === undefined) return undefined;
  const { sessionIndex = statement.sessionIndex, authnContextClass = statement.contextClass } = changes;
  return {
    authenticatedAt: instantOf(changes.authnInstant, statement.authenticatedAt),
    sessionIndex,
    sessionEndsAt: instantOf(changes.sessionNotOnOrAfter, statement.sessionEndsAt),
    contextClass: authnContextClass,
  };
}

/** The assertion with the changes. Instants that are none change nothing; the caller checks them. */
export function changeAssertion(assertion: Assertion, changes: AssertionWire): Assertion {
  const { nameId, issuer, recipient, inResponseTo, audiences, attributes } = assertion;
  return {
    ...assertion,
    nameId: { value: changes.nameId ?? nameId.value, format: changes.nameIdFormat ?? nameId.format },
    issuer: changes.issuer ?? issuer,
    recipient: changes.recipient ?? recipient,
    inResponseTo: (changes.inResponseTo ?? inResponseTo) || undefined,
    confirmableUntil: instantOf(changes.confirmationNotOnOrAfter, assertion.confirmableUntil),
    notBefore: instantOf(changes.notBefore, assertion.notBefore),
    notOnOrAfter: instantOf(changes.notOnOrAfter, assertion.notOnOrAfter),
    audiences: changes.audiences ?? audiences,
    authnStatement: changeStatement(assertion.authnStatement, changes),
    attributes:
      changes.attributes === undefined ? attributes : changeAttributes(attributes, changes.attributes),
  };
}

/** Sends a message. Until the reply is written, its assertion can be changed. */
export async function sendEditable(
  binding: SamlBinding,
  exchange: RealmExchange,
  message: OutgoingMessage,
): Promise<Reply> {
  const reply = await binding.send(exchange, message);
  const { editable } = message;
  if (editable === undefined) return reply;
  return {
    ...reply,
    assertion: {
      content: describeContent(editable.assertion),
      edit: (changes) =>
        sendEditable(binding, exchange, editable.with(changeAssertion(editable.assertion, changes))),
    },
  };
}
