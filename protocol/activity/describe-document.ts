// Renders an XML message: indented, coloured, secrets masked, signatures and encryption explained.
import type { ActivityDocument, ActivityExplanation } from '#protocol/contract/activity.ts';
import { MASK } from '#protocol/http/masking.ts';
import { MAX_KEPT_BODY_LENGTH, type NotedDocument } from '#protocol/http/recorded-exchange.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { type MaskText, prettyPrint, type XmlLine } from '#protocol/xml/pretty-print.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { explainQuerySignature, explainXml } from './explain-xml.ts';

/** Elements whose text is meant for the receiver only: signatures, encrypted content, artifacts. */
const SECRET_TEXTS: ReadonlySet<string> = new Set([
  'http://www.w3.org/2000/09/xmldsig# SignatureValue',
  'http://www.w3.org/2001/04/xmlenc# CipherValue',
  'urn:oasis:names:tc:SAML:2.0:protocol Artifact',
]);

const maskSecrets: MaskText = ({ namespace, localName }) =>
  SECRET_TEXTS.has(`${namespace} ${localName}`) ? MASK : undefined;

/** All parameters of the query or form that carried a message. */
type Parameters = readonly (readonly [name: string, value: string])[];

/** A signature in the query covers the message in the same query. */
function explainOwnQuery({ name }: NotedDocument, parameters: Parameters): readonly ActivityExplanation[] {
  const values = new Map(parameters);
  const algorithm = values.get('SigAlg');
  if (algorithm === undefined || !values.has(name)) return [];
  const covers = [name, 'RelayState', 'SigAlg'].filter((each) => values.has(each));
  return [explainQuerySignature(algorithm, covers)];
}

function joinRuns(lines: readonly XmlLine[]): string {
  return lines.map((runs) => runs.map(({ text }) => text).join('')).join('\n');
}

/** Shown unmodified: unreadable XML has no structure. */
function describeUnreadable({ name, xml }: NotedDocument, error: XmlError): ActivityDocument {
  const place = error.line === undefined ? '' : `, line ${error.line}, column ${error.column}`;
  return {
    name,
    xml,
    lines: xml.split('\n').map((text) => [{ kind: 'text', text }]),
    explanations: [{ title: 'Not readable', facts: [{ name: 'Reason', value: `${error.reason}${place}` }] }],
  };
}

function describeDropped(name: string, length: number): ActivityDocument {
  const value = `The message has ${length} characters; Activity keeps messages of up to ${MAX_KEPT_BODY_LENGTH}.`;
  const explanations = [{ title: 'Not kept', facts: [{ name: 'Reason', value }] }];
  return { name, xml: '', lines: [], explanations };
}

/**
 * `parameters` are those of the query or form that carried the document, `at` is when it was sent (epoch ms).
 */
export function describeDocument(
  document: NotedDocument,
  {
    parameters,
    at,
    reveal,
  }: { readonly parameters: Parameters; readonly at: number; readonly reveal: boolean },
): ActivityDocument {
  if (document.droppedLength !== undefined) return describeDropped(document.name, document.droppedLength);
  try {
    const lines = prettyPrint(document.xml, reveal ? undefined : maskSecrets);
    const explanations = [
      ...explainXml(parseXml(document.xml), at),
      ...explainOwnQuery(document, parameters),
    ];
    return { name: document.name, xml: joinRuns(lines), lines, explanations };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return describeUnreadable(document, error);
  }
}
