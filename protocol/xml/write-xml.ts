// Writes XML directly in exclusive canonical form, so that signing needs no second pass.

/** References that canonical XML uses in text and attributes (Canonical XML 1.0 §2.3). */
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

/** Characters invalid in XML 1.0 (§2.2), which directories may contain, become U+FFFD. */
const TEXT_SPECIALS = /[&<>\r]|[^\t\n\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ATTRIBUTE_SPECIALS = /[&<"\t\n\r]|[^\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function reference(character: string): string {
  return REFERENCES[character] ?? '\uFFFD';
}

/** Escapes element content (Canonical XML 1.0 §2.3). */
export function escapeText(text: string): string {
  return text.replace(TEXT_SPECIALS, reference);
}

/** Escapes an attribute value in double quotes (Canonical XML 1.0 §2.3). */
export function escapeAttribute(text: string): string {
  return text.replace(ATTRIBUTE_SPECIALS, reference);
}

/** Attributes by qualified name; `xmlns` and `xmlns:…` declare namespaces; undefined values are omitted. */
export type AttributeValues = Readonly<Record<string, string | undefined>>;

/**
 * Declarations, then unprefixed attributes, then prefixed ones; each group by name (Canonical XML 1.0 §2.2).
 */
function rank(name: string): number {
  if (name === 'xmlns') return 0;
  if (name.startsWith('xmlns:')) return 1;
  return name.includes(':') ? 3 : 2;
}

function compareNames(a: string, b: string): number {
  return rank(a) - rank(b) || compare(a, b);
}

/** By UTF-16 code units. */
export function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * An element in canonical form: attributes sorted and escaped, with an end tag even when empty. `content`
 * must already be XML (children, {@link escapeText}). Prefixed attributes are sorted by qualified name, which
 * is the canonical order only while they share one prefix.
 */
export function writeElement(name: string, attributes: AttributeValues, content = ''): string {
  let tag = `<${name}`;
  for (const key of Object.keys(attributes).sort(compareNames)) {
    const value = attributes[key];
    if (value !== undefined) tag += ` ${key}="${escapeAttribute(value)}"`;
  }
  return `${tag}>${content}</${name}>`;
}

/** An element that contains text, which is escaped. */
export function writeTextElement(name: string, attributes: AttributeValues, text: string): string {
  return writeElement(name, attributes, escapeText(text));
}
