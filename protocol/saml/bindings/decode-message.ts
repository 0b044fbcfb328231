// From what a binding carries to a message that is parsed strictly.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';

/** Names of the parameters of the bindings that browsers carry; each may come once. */
const PARAMETERS = [
  'SAMLRequest',
  'SAMLResponse',
  'SAMLEncoding',
  'RelayState',
  'SigAlg',
  'Signature',
  'SAMLart',
];

/** The message of a parameter, told to Activity before it is parsed. @throws {SamlStatusError} `invalid_token` for what is not taken as XML. */
export function readDocument(
  exchange: RealmExchange,
  text: string,
  name: string,
): { readonly text: string; readonly root: XmlElement } {
  exchange.activity.document('request', name, text);
  return { text, root: parseDocument(text, name) };
}

/** The root of a text. @throws {SamlStatusError} `invalid_token` with what the parser says. */
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

/** @throws {SamlStatusError} `invalid_token` when a parameter of the bindings came twice: who signs and who reads could mean different ones. */
export function checkParametersOnce(parameters: { readonly duplicates: readonly string[] }): void {
  const twice = parameters.duplicates.find((name) => PARAMETERS.includes(name));
  if (twice === undefined) return;
  throw new SamlStatusError('invalid_token', {
    reason: `The parameter ${twice} came more than once.`,
    remedy: `Send ${twice} once.`,
    section: 'SAML Bindings §3.4.4.1',
  });
}
