// A parsed element as text again, in exclusive canonical form.
import { escapeAttribute, escapeText } from './write-xml.ts';
import type { XmlAttribute, XmlElement } from './xml-element.ts';

/** Namespaces by prefix that are declared where the writer stands; the empty prefix is the default namespace. */
type Declared = Map<string, string>;

/** Bound to the prefix `xml` without a declaration (Namespaces in XML §3). */
const XML_PREFIX = 'xml';

/**
 * The element in exclusive canonical form without comments (Exclusive XML Canonicalization §3). Stands for itself: prefixes that were declared
 * above it are declared on it. A prefix that is used in a value only, as in `xsi:type`, is not: it is no part of that form.
 */
export function writeCanonical(element: XmlElement): string {
  return write(element, new Map([['', '']]));
}

function prefixOf(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? '' : name.slice(0, colon);
}

/** Namespaces that the names of an element and its attributes use, by prefix. */
function usedNamespaces({ name, namespace, attributes }: XmlElement): Map<string, string> {
  const used = new Map([[prefixOf(name), namespace]]);
  for (const attribute of attributes)
    if (attribute.namespace !== '') used.set(prefixOf(attribute.name), attribute.namespace);
  return used;
}

function write(element: XmlElement, declared: Declared): string {
  const { name, attributes, children } = element;
  const news = [...usedNamespaces(element)]
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
    text += typeof child === 'string' ? escapeText(child) : write(child, declared);
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
