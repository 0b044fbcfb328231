// Writes a parsed element as text in canonical form.
import { compare, escapeAttribute, escapeText } from './write-xml.ts';
import type { XmlAttribute, XmlElement } from './xml-element.ts';

/** Namespaces by prefix declared at the current position; the empty prefix is the default namespace. */
type Declared = Map<string, string>;

/** Bound to the prefix `xml` without declaration (Namespaces in XML §3). */
const XML_PREFIX = 'xml';
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';

/** By default the exclusive form of a stand-alone element. Comments are never written. */
export interface CanonicalForm {
  /**
   * Prefixes that are declared even if unused, as in a `PrefixList` (Exclusive XML Canonicalization §4).
   * `all`: inclusive canonical form (Canonical XML 1.0 §2).
   */
  readonly inclusive?: ReadonlySet<string> | 'all';
  /** Its ancestors, outermost first: their declarations are in scope. */
  readonly ancestors?: readonly XmlElement[];
}

/**
 * Prefixes declared on ancestors are declared on the element. In exclusive form a prefix used only in a
 * value, as in `xsi:type`, is not declared: it is not part of that form.
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

/** In inclusive form, `xml:` attributes of ancestors are inherited (Canonical XML 1.0 §2.4). */
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

/** Namespaces by prefix that an element requires: those used by its names, and those listed. */
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
  const added = [...requiredNamespaces(element, isListed)]
    .filter(([prefix, namespace]) => prefix !== XML_PREFIX && declared.get(prefix) !== namespace)
    .sort(([one], [other]) => compare(one, other));
  let text = `<${name}`;
  for (const [prefix, namespace] of added)
    text += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(namespace)}"`;
  for (const attribute of [...attributes].sort(compareAttributes))
    text += ` ${attribute.name}="${escapeAttribute(attribute.value)}"`;
  text += '>';
  // One map for the whole document, restored after each element: a copy per element would let a crafted
  // document slow us down.
  const before = added.map(([prefix]) => [prefix, declared.get(prefix)] as const);
  for (const [prefix, namespace] of added) declared.set(prefix, namespace);
  for (const child of children)
    text += typeof child === 'string' ? escapeText(child) : write(child, declared, isListed);
  for (const [prefix, namespace] of before) {
    if (namespace === undefined) declared.delete(prefix);
    else declared.set(prefix, namespace);
  }
  return `${text}</${name}>`;
}

/** By namespace, those without one first, then by local name. */
function compareAttributes(a: XmlAttribute, b: XmlAttribute): number {
  return compare(a.namespace, b.namespace) || compare(a.localName, b.localName);
}
