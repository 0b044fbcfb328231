// The text of an HTML fragment, without its markup.

/** Contents that are not text. */
const HIDDEN = /<!--[\s\S]*?(?:-->|$)|<(script|style|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const TAG = /<\/?[a-z][^>]*(?:>|$)/gi;
const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi;

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  ndash: '–',
  mdash: '—',
};

function decode(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/**
 * What a person reads in the fragment: no tags, no scripts, entities decoded, blanks collapsed. The result is plain
 * text, which must be escaped like any other.
 */
export function textOfHtml(fragment: string): string {
  return fragment.replace(HIDDEN, ' ').replace(TAG, ' ').replace(ENTITY, decode).replace(/\s+/g, ' ').trim();
}
