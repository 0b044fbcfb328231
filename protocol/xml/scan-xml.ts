// Strictly scans XML text into events; forbidden content is rejected here for parser and pretty-printer
// alike.
import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { XmlElement } from './xml-element.ts';
import { XmlError } from './xml-error.ts';

/** Limits for one document. */
export interface XmlLimits {
  /** Length of the text. */
  readonly characters: number;
  /** Nesting of elements. */
  readonly depth: number;
  /** Elements, comments and runs of text. */
  readonly nodes: number;
  /** Per element, namespace declarations included. */
  readonly attributes: number;
}

/** Enough for every SAML message and the metadata of one entity. */
export const XML_LIMITS: XmlLimits = {
  characters: 1024 * 1024,
  depth: 64,
  nodes: 20_000,
  attributes: 256,
};

/** A start tag as written; attributes include namespace declarations. */
export type ScannedElement = Pick<XmlElement, 'name' | 'localName' | 'namespace' | 'attributes'>;

/** Events in document order. */
export interface XmlEvents {
  open(element: ScannedElement): void;
  /** Never empty; CDATA sections arrive as their text, separate from adjacent text. */
  text(text: string): void;
  close(): void;
  /** Only comments inside the root. */
  comment?(text: string): void;
}

/** Attributes that contain an identifier; in SAML, `xml:id` does not. */
const ID_ATTRIBUTES: ReadonlySet<string> = new Set(['ID', 'Id', 'id']);
const ENCODINGS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/** The message from saxes, without its full stop. */
function faultOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.endsWith('.') ? text.slice(0, -1) : text;
}

function readTag(tag: SaxesTagNS): ScannedElement {
  const attributes = Object.values(tag.attributes).map((attribute) => ({
    name: attribute.name,
    localName: attribute.local,
    namespace: attribute.uri,
    value: attribute.value,
  }));
  return { name: tag.name, localName: tag.local, namespace: tag.uri, attributes };
}

/** Enforces the limits and unique identifiers. */
class Budget {
  depth = 0;
  private nodes = 0;
  private readonly ids = new Set<string>();
  private readonly limits: XmlLimits;

  constructor(limits: XmlLimits) {
    this.limits = limits;
  }

  /** @throws {XmlError} beyond the limit. */
  node(): void {
    this.nodes += 1;
    if (this.nodes > this.limits.nodes) throw new XmlError(`more than ${this.limits.nodes} nodes`);
  }

  /** @throws {XmlError} beyond the limit. */
  attribute(count: number): void {
    if (count > this.limits.attributes)
      throw new XmlError(`more than ${this.limits.attributes} attributes of one element`);
  }

  /** @throws {XmlError} for nesting beyond the limit and for duplicate identifiers. */
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

function rejectForbidden(parser: SaxesParser): void {
  parser.on('doctype', () => {
    throw new XmlError('a document type declaration is not allowed');
  });
  parser.on('processinginstruction', ({ target }) => {
    throw new XmlError(`a processing instruction (${target.slice(0, 40)}) is not allowed`);
  });
  parser.on('xmldecl', ({ version = '1.0', encoding = 'UTF-8' }) => {
    if (version !== '1.0') throw new XmlError('only XML version 1.0 is supported');
    if (!ENCODINGS.has(encoding.toLowerCase())) throw new XmlError('only the encoding UTF-8 is supported');
  });
}

function forwardEvents(parser: SaxesParser, events: XmlEvents, budget: Budget): void {
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
 * Requires well-formed XML 1.0 with namespaces, without document type, processing instructions, or entities
 * beyond the five predefined ones and character references; with one root, unique identifiers, and within the
 * limits.
 * @throws {XmlError} with line and column.
 */
export function scanXml(text: string, events: XmlEvents, limits: XmlLimits = XML_LIMITS): void {
  if (text.length > limits.characters)
    throw new XmlError(`the XML is longer than ${limits.characters} characters`);
  const parser = new SaxesParser({ xmlns: true, position: false });
  rejectForbidden(parser);
  forwardEvents(parser, events, new Budget(limits));
  try {
    parser.write(text).close();
  } catch (error) {
    const reason = error instanceof XmlError ? error.reason : faultOf(error);
    throw new XmlError(reason, { line: parser.line, column: parser.columnIndex, cause: error });
  }
}
