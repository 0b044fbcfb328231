import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseXml } from './parse-xml.ts';
import { compilePath } from './select-text.ts';

const XML = `<root><p:Person xmlns:p="urn:p" id="7">
<p:Name lang="de">Ada</p:Name><p:Name lang="en">Ada L</p:Name>
<Address type="home"><City>Berlin</City><Street>A</Street></Address>
<Address type="work"><City>Bonn</City><Street>B<b>C</b></Street></Address>
</p:Person></root>`;
const ROOT = parseXml(XML);
const TOP = '/root';
const PREFIXES = new Map([['x', 'urn:p']]);

const select = (path: string) => compilePath(path, PREFIXES)?.(ROOT);

for (const [path, expected] of [
  [`${TOP}/x:Person/x:Name`, 'Ada'],
  ['//x:Name[2]', 'Ada L'],
  ['//x:Name[last()]', 'Ada L'],
  ['//x:Name[@lang="en"]/text()', 'Ada L'],
  ["//x:Name[@lang!='de']", 'Ada L'],
  ['//p:Name', 'Ada'],
  ['//*[local-name()="City"]', 'Berlin'],
  ["//*[local-name()='Address' and @type='work']/City", 'Bonn'],
  ['//Address[City="Bonn"]/Street', 'BC'],
  ['//Address[Street]/@type', 'home'],
  ['//Address[position()=2]/City/.', 'Bonn'],
  ['//x:Person/@id', '7'],
  ['string(//x:Person/@id)', '7'],
  ['//x:*/@lang', 'de'],
  ['//Street/b', 'C'],
  ['root//City', 'Berlin'],
  ['//City[.="Bonn"]', 'Bonn'],
] as const)
  test(`XPath 1.0 §2: ${path} is ${expected}`, () => {
    assert.equal(select(path), expected);
  });

test('XPath 1.0 §2.3: a name without a prefix has no namespace, and other namespaces do not fit', () => {
  for (const path of [
    '//Name',
    '//x:City',
    '/x:Person',
    '//x:Name[3]',
    '//q:Name',
    '//Address[Zip]',
    '//@none',
  ])
    assert.equal(select(path), undefined, path);
});

test('bad input: expressions of another kind are no paths', () => {
  for (const path of [
    '',
    ' ',
    '//',
    `${TOP}/`,
    '//a[',
    '//a[1',
    'a b',
    'count(//a)',
    '//a | //b',
    '//a[b > 1]',
    '//a/..',
    '$x',
    '//a[/b]',
  ])
    assert.equal(compilePath(path), undefined, path);
  assert.equal(compilePath('/a'.repeat(21)), undefined);
});

test('a path through many elements of any depth ends', () => {
  const deep = parseXml(`<a>${'<a>'.repeat(50)}x${'</a>'.repeat(50)}${'<a/>'.repeat(2000)}</a>`);
  assert.equal(compilePath('//a'.repeat(20))?.(deep), 'x');
});
