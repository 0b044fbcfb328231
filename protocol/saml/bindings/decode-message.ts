// Parses the messages that bindings carry.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';

/** Parameters of the front-channel bindings; each may occur once. */
const PARAMETERS = [
  'SAMLRequest',
  'SAMLResponse',
  'SAMLEncoding',
  'RelayState',
  'SigAlg',
  'Signature',
  'SAMLart',
];

/** Records and parses a message. @throws {SamlStatusError} `invalid_token` for invalid XML. */
export function readDocument(
  exchange: RealmExchange,
  text: string,
  name: string,
): { readonly text: string; readonly root: XmlElement } {
  exchange.activity.document('request', name, text);
  return { text, root: parseDocument(text, name) };
}

/** The root element of a text. @throws {SamlStatusError} `invalid_token` with the parser's message. */
export function parseDocument(text: string, name: string): XmlElement {
  try {
    return parseXml(text);
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new SamlStatusError('invalid_token', {
      reason: `${name} is not accepted XML: ${error.message}.`,
      remedy: 'Send well-formed XML without document type, entities and processing instructions.',
      section: 'SAML Core §1.3',
      cause: error,
    });
  }
}

/** @throws {SamlStatusError} `invalid_token` for a repeated parameter, which parties may read differently. */
export function checkParametersOnce(parameters: { readonly duplicates: readonly string[] }): void {
  const twice = parameters.duplicates.find((name) => PARAMETERS.includes(name));
  if (twice === undefined) return;
  throw new SamlStatusError('invalid_token', {
    reason: `The parameter ${twice} was sent more than once.`,
    remedy: `Send ${twice} once.`,
    section: 'SAML Bindings §3.4.4.1',
  });
}
