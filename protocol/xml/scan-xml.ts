// The strict reading of XML text as events: what no message may contain is refused here, once for parser and pretty-printer.
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { XmlError } from './xml-error.ts';

/** How much XML is read before it is given up. */
export interface XmlLimits {
  /** Characters of the whole text. */
  readonly characters: number;
  /** Elements within elements. */
  readonly depth: number;
  /** Elements and runs of text. */
  readonly nodes: number;
  /** Of one element, declarations of namespaces included. */
  readonly attributes: number;
}

/** Enough for every SAML message and the metadata of one entity. */
export const XML_LIMITS: XmlLimits = {
  characters: 1024 * 1024,
  depth: 64,
  nodes: 20_000,
  attributes: 256,
};

/** An attribute as written, declarations of namespaces among them. */
interface ScannedAttribute {
  readonly name: string;
  readonly prefix: string;
  readonly localName: string;
  /** Empty: none. */
  readonly namespace: string;
  readonly value: string;
}

/** A start tag as written. */
export interface ScannedElement {
  readonly name: string;
  readonly localName: string;
  readonly namespace: string;
  readonly attributes: readonly ScannedAttribute[];
}

/** What is told of a document, in its order. */
export interface XmlEvents {
  open(element: ScannedElement): void;
  /** Never empty; CDATA sections arrive as the text that they mean, apart from the text beside them. */
  text(text: string): void;
  close(): void;
  /** Comments inside the root. */
  comment?(text: string): void;
}

/** Attributes that carry an identifier. `xml:id` is none in SAML. */
const ID_ATTRIBUTES: ReadonlySet<string> = new Set(['ID', 'Id', 'id']);
const ENCODINGS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** saxes' sentences, without the full stop. */
function faultOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

function readTag(tag: SaxesTagNS): ScannedElement {
  const attributes = Object.values(tag.attributes).map((attribute) => ({
    name: attribute.name,
    prefix: attribute.prefix,
    localName: attribute.local,
    namespace: attribute.uri,
    value: attribute.value,
  }));
  return { name: tag.name, localName: tag.local, namespace: tag.uri, attributes };
}

/** Counts what was read against the limits, and keeps the identifiers apart. */
class Budget {
  depth = 0;
  private nodes = 0;
  private readonly ids = new Set<string>();
  private readonly limits: XmlLimits;

  constructor(limits: XmlLimits) {
    this.limits = limits;
  }

  /** @throws {XmlError} when it is one too many. */
  node(): void {
    this.nodes += 1;
    if (this.nodes > this.limits.nodes) throw new XmlError(`more than ${this.limits.nodes} nodes`);
  }

  /** @throws {XmlError} for one attribute too many. */
  attribute(count: number): void {
    if (count > this.limits.attributes)
      throw new XmlError(`more than ${this.limits.attributes} attributes of one element`);
  }

  /** @throws {XmlError} for too deep a nesting and for an identifier that was there before. */
  open(element: ScannedElement): void {
    this.node();
    this.depth += 1;
    if (this.depth > this.limits.depth)
      throw new XmlError(`elements are nested deeper than ${this.limits.depth}`);
    for (const { name, value } of element.attributes) {
      if (!ID_ATTRIBUTES.has(name)) continue;
      if (this.ids.has(value)) throw new XmlError(`two elements have the same ${name}`);
      this.ids.add(value);
    }
  }
}

/** What is refused wherever it stands. */
function refuseForeign(parser: SaxesParser): void {
  parser.on('doctype', () => {
    throw new XmlError('a document type declaration is not allowed');
  });
  parser.on('processinginstruction', ({ target }) => {
    throw new XmlError(`a processing instruction (${target.slice(0, 40)}) is not allowed`);
  });
  parser.on('xmldecl', ({ version = '1.0', encoding = 'UTF-8' }) => {
    if (version !== '1.0') throw new XmlError('only XML version 1.0 is read');
    if (!ENCODINGS.has(encoding.toLowerCase())) throw new XmlError('only the encoding UTF-8 is read');
  });
}

function tell(parser: SaxesParser, events: XmlEvents, budget: Budget): void {
  let attributes = 0;
  const onText = (text: string): void => {
    if (text === '' || budget.depth === 0) return;
    budget.node();
    events.text(text);
  };
  parser.on('opentagstart', () => {
    attributes = 0;
  });
  parser.on('attribute', () => {
    attributes += 1;
    budget.attribute(attributes);
  });
  parser.on('opentag', (tag) => {
    const element = readTag(tag);
    budget.open(element);
    events.open(element);
  });
  parser.on('closetag', () => {
    budget.depth -= 1;
    events.close();
  });
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('comment', (text) => {
    budget.node();
    if (budget.depth > 0) events.comment?.(text);
  });
}

/**
 * Reads a document strictly: well-formed XML 1.0 with namespaces, without document type, processing instruction, or entity beyond the five
 * predefined ones and character references; with one root, unique identifiers, and within the limits.
 * @throws {XmlError} with the place of the fault.
 */
export function scanXml(text: string, events: XmlEvents, limits: XmlLimits = XML_LIMITS): void {
  if (text.length > limits.characters)
    throw new XmlError(`the XML is longer than ${limits.characters} characters`);
  const parser = new SaxesParser({ xmlns: true, position: false });
  refuseForeign(parser);
  tell(parser, events, new Budget(limits));
  try {
    parser.write(text).close();
  } catch (error) {
    const reason = error instanceof XmlError ? error.reason : faultOf(error);
    throw new XmlError(reason, { line: parser.line, column: parser.columnIndex, cause: error });
  }
}
