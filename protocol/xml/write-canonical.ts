// A parsed element as text again, in canonical form.
import { escapeAttribute, escapeText } from './write-xml.ts';
import type { XmlAttribute, XmlElement } from './xml-element.ts';

/** Namespaces by prefix that are declared where the writer is; the empty prefix is the default namespace. */
type Declared = Map<string, string>;

/** Bound to the prefix `xml` without a declaration (Namespaces in XML §3). */
const XML_PREFIX = 'xml';
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** Which canonical form is written; by default the exclusive one of an element that stands for itself. Comments are never written. */
export interface CanonicalForm {
  /**
   * Prefixes whose declarations are written whether a name uses them or not, as a `PrefixList` asks for (Exclusive XML Canonicalization §4).
   * `all`: inclusive canonical form (Canonical XML 1.0 §2).
   */
  readonly inclusive?: ReadonlySet<string> | 'all';
  /** The elements around it, outermost first: what they declare is in scope. */
  readonly ancestors?: readonly XmlElement[];
}

/**
 * The element in canonical form. Prefixes that were declared above it are declared on it. In exclusive form a prefix that is used in a value only,
 * as in `xsi:type`, is not: it is no part of that form.
 */
export function writeCanonical(
  element: XmlElement,
  { inclusive = new Set(), ancestors = [] }: CanonicalForm = {},
): string {
  const isListed = (prefix: string): boolean =>
    prefix !== XML_PREFIX && (inclusive === 'all' || inclusive.has(prefix));
  const scope = new Map(
    [...ancestors, element].flatMap(({ declarations }) =>
      declarations.map(({ prefix, namespace }) => [prefix, namespace] as const),
    ),
  );
  const inScope = [...scope].map(([prefix, namespace]) => ({ prefix, namespace }));
  const apex = inclusive === 'all' ? withXmlAttributes(element, ancestors) : element;
  return write({ ...apex, declarations: inScope }, new Map([['', '']]), isListed);
}

/** In inclusive form the outermost element has the `xml:` attributes of those around it (Canonical XML 1.0 §2.4). */
function withXmlAttributes(element: XmlElement, ancestors: readonly XmlElement[]): XmlElement {
  const inherited = ancestors.flatMap(({ attributes }) =>
    attributes.filter(({ namespace }) => namespace === XML_NAMESPACE),
  );
  if (inherited.length === 0) return element;
  const byName = new Map([...inherited, ...element.attributes].map((each) => [each.name, each]));
  return { ...element, attributes: [...byName.values()] };
}

function prefixOf(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? '' : name.slice(0, colon);
}

/** Namespaces that must be declared by the time an element is open, by prefix: those that its names use, and those that are listed. */
function requiredNamespaces(
  { name, namespace, attributes, declarations }: XmlElement,
  isListed: (prefix: string) => boolean,
): Map<string, string> {
  const required = new Map<string, string>();
  for (const declaration of declarations)
    if (isListed(declaration.prefix)) required.set(declaration.prefix, declaration.namespace);
  required.set(prefixOf(name), namespace);
  for (const attribute of attributes)
    if (attribute.namespace !== '') required.set(prefixOf(attribute.name), attribute.namespace);
  return required;
}

function write(element: XmlElement, declared: Declared, isListed: (prefix: string) => boolean): string {
  const { name, attributes, children } = element;
  const news = [...requiredNamespaces(element, isListed)]
    .filter(([prefix, namespace]) => prefix !== XML_PREFIX && declared.get(prefix) !== namespace)
    .sort(([one], [other]) => compare(one, other));
  let text = `<${name}`;
  for (const [prefix, namespace] of news)
    text += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(namespace)}"`;
  for (const attribute of [...attributes].sort(compareAttributes))
    text += ` ${attribute.name}="${escapeAttribute(attribute.value)}"`;
  text += '>';
  // One map for the whole document, put back behind each element: a copy for each would let a stranger make it slow.
  const before = news.map(([prefix]) => [prefix, declared.get(prefix)] as const);
  for (const [prefix, namespace] of news) declared.set(prefix, namespace);
  for (const child of children)
    text += typeof child === 'string' ? escapeText(child) : write(child, declared, isListed);
  for (const [prefix, namespace] of before) {
    if (namespace === undefined) declared.delete(prefix);
    else declared.set(prefix, namespace);
  }
  return `${text}</${name}>`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** By namespace, those without one first, then by name. */
function compareAttributes(a: XmlAttribute, b: XmlAttribute): number {
  return compare(a.namespace, b.namespace) || compare(a.localName, b.localName);
}
