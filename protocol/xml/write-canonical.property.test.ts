import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import { parseXml } from './parse-xml.ts';
import { writeCanonical } from './write-canonical.ts';

/** A third-party canonicalization, as the reference. */
interface Canonicalization {
  process(node: unknown, options: object): string;
}
const { C14nCanonicalization, ExclusiveCanonicalization } = (await import(
  'xml-crypto'
)) as unknown as Readonly<
  Record<'C14nCanonicalization' | 'ExclusiveCanonicalization', new () => Canonicalization>
>;

const PREFIXES = ['', 'p', 'q', 'r'];
const NAMES = ['a', 'B', 'c-1', 'd'];

const escapeMarkup = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('>', '&gt;');

interface Tag {
  readonly prefix: string;
  readonly name: string;
  /** Namespaces by prefix, declared here whether used or not. */
  readonly declared: Readonly<Record<string, string>>;
  readonly attributes: readonly { readonly prefix: string; readonly name: string; readonly value: string }[];
  readonly children: readonly (Tag | string)[];
}

const text = fc.string({ unit: fc.constantFrom('x', ' ', '&', '<', '>', '"', "'", 'é', '😀', ']') });
const declared = fc.record(
  {
    p: fc.constantFrom('u', 'v'),
    q: fc.constantFrom('u', 'w'),
    r: fc.constant('z'),
    '': fc.constantFrom('u', 'n'),
  },
  { requiredKeys: [] },
);
const { tree } = fc.letrec<{ tree: Tag; children: (Tag | string)[] }>((tie) => ({
  tree: fc.record({
    prefix: fc.constantFrom(...PREFIXES),
    name: fc.constantFrom(...NAMES),
    declared,
    attributes: fc.array(
      fc.record({ prefix: fc.constantFrom(...PREFIXES), name: fc.constantFrom(...NAMES), value: text }),
      { maxLength: 3 },
    ),
    children: tie('children'),
  }),
  children: fc.array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, text, tie('tree')), {
    maxLength: 3,
  }),
}));

/** Every prefix is declared at the root; attributes that would be duplicates are left out. */
function write(tag: Tag, inScope: Readonly<Record<string, string>>): string {
  const scope = { ...inScope, ...tag.declared };
  const seen = new Set<string>();
  const attributes = tag.attributes.filter(({ prefix, name }) => {
    const key = `${prefix === '' ? '' : scope[prefix]} ${name}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  const qualified = (prefix: string, name: string): string => (prefix === '' ? name : `${prefix}:${name}`);
  const declarations = Object.entries(tag.declared).map(
    ([prefix, uri]) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${uri}"`,
  );
  const written = attributes.map(
    ({ prefix, name, value }) => ` ${qualified(prefix, name)}="${escapeMarkup(value)}"`,
  );
  const name = qualified(tag.prefix, tag.name);
  const content = tag.children.map((child) =>
    typeof child === 'string' ? escapeMarkup(child) : write(child, scope),
  );
  return `<${name}${declarations.join('')}${written.join('')}>${content.join('')}</${name}>`;
}

for (const [title, Judge, options, form] of [
  ['Exclusive XML Canonicalization §3', ExclusiveCanonicalization, {}, {}],
  [
    'Exclusive XML Canonicalization §4: with a list of prefixes',
    ExclusiveCanonicalization,
    { inclusiveNamespacesPrefixList: ['p', 'r', 'none'] },
    { inclusive: new Set(['p', 'r', 'none']) },
  ],
  ['Canonical XML 1.0 §2', C14nCanonicalization, {}, { inclusive: 'all' }],
] as const) {
  test(`${title}: any element is written exactly as by xml-crypto`, () => {
    fc.assert(
      fc.property(tree, (generated) => {
        const root = { ...generated, declared: { p: 'u', q: 'w', r: 'z', ...generated.declared } };
        const xml = write(root, {});
        const document = new DOMParser().parseFromString(xml, 'text/xml') as unknown as {
          documentElement: unknown;
        };
        const expected = new Judge().process(document.documentElement, options);
        assert.equal(writeCanonical(parseXml(xml), form), String(expected));
      }),
      { numRuns: 300 },
    );
  });
}
