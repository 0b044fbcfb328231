// A parsed element as text again, in exclusive canonical form.
import { escapeAttribute, escapeText } from './write-xml.ts';
import type { XmlAttribute, XmlElement } from './xml-element.ts';

/** Namespaces by prefix that are declared already; the empty prefix is the default namespace. */
type Declared = Readonly<Record<string, string>>;

/** Bound to the prefix `xml` without a declaration (Namespaces in XML §3). */
const XML_PREFIX = 'xml';

/**
 * The element in exclusive canonical form without comments (Exclusive XML Canonicalization §3). Stands for itself: prefixes that were declared
 * above it are declared on it. A prefix that is used in a value only, as in `xsi:type`, is not: it is no part of that form.
 */
export function writeCanonical(element: XmlElement): string {
  return write(element, { '': '' });
}

function prefixOf(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? '' : name.slice(0, colon);
}

function write(element: XmlElement, above: Declared): string {
  const { name, attributes, children } = element;
  const used: Record<string, string> = { [prefixOf(name)]: element.namespace };
  for (const attribute of attributes)
    if (attribute.namespace !== '') used[prefixOf(attribute.name)] = attribute.namespace;
  const news = Object.keys(used)
    .filter((prefix) => prefix !== XML_PREFIX && above[prefix] !== used[prefix])
    .sort(compare);
  let tag = `<${name}`;
  for (const prefix of news)
    tag += ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeAttribute(used[prefix] ?? '')}"`;
  for (const attribute of [...attributes].sort(compareAttributes))
    tag += ` ${attribute.name}="${escapeAttribute(attribute.value)}"`;
  const declared = news.length === 0 ? above : { ...above, ...used };
  const content = children.map((child) =>
    typeof child === 'string' ? escapeText(child) : write(child, declared),
  );
  return `${tag}>${content.join('')}</${name}>`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** By namespace, those without one first, then by name. */
function compareAttributes(a: XmlAttribute, b: XmlAttribute): number {
  return compare(a.namespace, b.namespace) || compare(a.localName, b.localName);
}
