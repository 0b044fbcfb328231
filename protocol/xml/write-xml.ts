// Writing XML as text that is in exclusive canonical form already, so that what is signed needs no second pass.

/** What canonical XML writes as references in text and in attributes (Canonical XML 1.0 §2.3). */
const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
};

/** Characters that XML 1.0 does not know (§2.2) become U+FFFD: a directory's stray control character must not break a message. */
const TEXT_SPECIALS = /[&<>\r]|[^\t\n\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const ATTRIBUTE_SPECIALS = /[&<"\t\n\r]|[^\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

function reference(character: string): string {
  return REFERENCES[character] ?? '\uFFFD';
}

/** A text as canonical XML writes it between tags (Canonical XML 1.0 §2.3). */
export function escapeText(text: string): string {
  return text.replace(TEXT_SPECIALS, reference);
}

/** A text as canonical XML writes it between the double quotes of an attribute (Canonical XML 1.0 §2.3). */
export function escapeAttribute(text: string): string {
  return text.replace(ATTRIBUTE_SPECIALS, reference);
}

/** Attributes by name as written; `xmlns` and `xmlns:…` declare namespaces; undefined ones are left out. */
export type AttributeValues = Readonly<Record<string, string | undefined>>;

/** Declarations first, then attributes without a prefix, then those with one; each group by name (Canonical XML 1.0 §2.2). */
function rank(name: string): number {
  if (name === 'xmlns') return 0;
  if (name.startsWith('xmlns:')) return 1;
  return name.includes(':') ? 3 : 2;
}

function compareNames(a: string, b: string): number {
  const difference = rank(a) - rank(b);
  if (difference !== 0) return difference;
  return a < b ? -1 : 1;
}

/**
 * An element in canonical form: attributes in canonical order and escaped, a start and an end tag even when it is empty. `content` is XML
 * already (children, {@link escapeText}). Prefixed attributes are ordered by their written name, which is the canonical order while they
 * share one prefix.
 */
export function writeElement(name: string, attributes: AttributeValues, content = ''): string {
  let tag = `<${name}`;
  for (const key of Object.keys(attributes).sort(compareNames)) {
    const value = attributes[key];
    if (value !== undefined) tag += ` ${key}="${escapeAttribute(value)}"`;
  }
  return `${tag}>${content}</${name}>`;
}

/** An element that holds text. */
export function writeTextElement(name: string, attributes: AttributeValues, text: string): string {
  return writeElement(name, attributes, escapeText(text));
}
