// An XML message of an exchange as it is shown: indented, coloured, secrets masked, signature and encryption explained.
import type { ActivityDocument, ActivityExplanation } from '#protocol/contract/activity.ts';
import { MASK } from '#protocol/http/masking.ts';
import { MAX_KEPT_BODY_LENGTH, type NotedDocument } from '#protocol/http/recorded-exchange.ts';
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { type MaskText, prettyPrint, type XmlLine } from '#protocol/xml/pretty-print.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import { explainQuerySignature, explainXml } from './explain-xml.ts';

/** Elements whose text gives away what only the receiver may use: the signature, what is encrypted, an artifact. */
const SECRET_TEXTS: ReadonlySet<string> = new Set([
  'http://www.w3.org/2000/09/xmldsig# SignatureValue',
  'http://www.w3.org/2001/04/xmlenc# CipherValue',
  'urn:oasis:names:tc:SAML:2.0:protocol Artifact',
]);

const maskSecrets: MaskText = ({ namespace, localName }) =>
  SECRET_TEXTS.has(`${namespace} ${localName}`) ? MASK : undefined;

/** What stood beside a message in a query or form. */
type Parameters = readonly (readonly [name: string, value: string])[];

/** A signature in the query is of the message that the query carries. */
function besideIt({ name }: NotedDocument, parameters: Parameters): readonly ActivityExplanation[] {
  const values = new Map(parameters);
  const algorithm = values.get('SigAlg');
  if (algorithm === undefined || !values.has(name)) return [];
  const covers = [name, 'RelayState', 'SigAlg'].filter((each) => values.has(each));
  return [explainQuerySignature(algorithm, covers)];
}

function joinRuns(lines: readonly XmlLine[]): string {
  return lines.map((runs) => runs.map(({ text }) => text).join('')).join('\n');
}

/** As it came: what cannot be read has no structure to show. */
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

/** Shows a document; `parameters` are those of the query or form that carried it, `at` when it was sent (milliseconds since the epoch). */
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
    const explanations = [...explainXml(parseXml(document.xml), at), ...besideIt(document, parameters)];
    return { name: document.name, xml: joinRuns(lines), lines, explanations };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return describeUnreadable(document, error);
  }
}
