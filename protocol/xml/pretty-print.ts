// Indents XML for display, in runs that can be coloured; declarations and comments are kept.
import type { ActivityXmlKind, ActivityXmlRun } from '#protocol/contract/activity.ts';
import { type ScannedElement, scanXml } from './scan-xml.ts';
import { escapeText } from './write-xml.ts';

export type XmlLine = readonly ActivityXmlRun[];

/** Returns the replacement for an element's text; undefined: the text is shown. */
export type MaskText = (element: Pick<ScannedElement, 'namespace' | 'localName'>) => string | undefined;

type Child = Node | { readonly kind: 'text' | 'comment'; readonly text: string };

interface Node {
  readonly kind: 'element';
  readonly element: ScannedElement;
  readonly children: Child[];
}

const INDENT = '  ';
/** Longer start tags, in characters, have one line per attribute. */
const LONG_TAG = 100;

function run(kind: ActivityXmlKind, text: string): ActivityXmlRun {
  return { kind, text };
}

/** An attribute value in double quotes, as it would be typed; line breaks and tabs become references. */
function quote(value: string): string {
  const escaped = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#xA;')
    .replaceAll('\r', '&#xD;')
    .replaceAll('\t', '&#x9;');
  return `"${escaped}"`;
}

function readTree(text: string): Node {
  const top: Node[] = [];
  const open: Node[] = [];
  const add = (child: Child): void => {
    open.at(-1)?.children.push(child);
  };
  scanXml(text, {
    open(element) {
      const node: Node = { kind: 'element', element, children: [] };
      if (open.length === 0) top.push(node);
      else add(node);
      open.push(node);
    },
    text(content) {
      add({ kind: 'text', text: content });
    },
    close() {
      open.pop();
    },
    comment(content) {
      add({ kind: 'comment', text: content });
    },
  });
  const [root] = top;
  if (root === undefined) throw new TypeError('a document without a root passed the reader');
  return root;
}

/** The runs of a start tag without its closing bracket, one array per line. */
function startTag({ name, attributes }: ScannedElement, indent: string): ActivityXmlRun[][] {
  const start = [run('mark', `${indent}<`), run('name', name)];
  const written = attributes.map((attribute) => [
    run('attribute', attribute.name),
    run('mark', '='),
    run('value', quote(attribute.value)),
  ]);
  const length = attributes.reduce((sum, { name: each, value }) => sum + each.length + value.length + 4, 0);
  if (attributes.length < 2 || indent.length + name.length + length <= LONG_TAG)
    return [[...start, ...written.flatMap((runs) => [run('mark', ' '), ...runs])]];
  return [start, ...written.map((runs) => [run('mark', indent + INDENT + INDENT), ...runs])];
}

function inline(child: Child, mask: string | undefined): ActivityXmlRun[] {
  if (child.kind === 'comment') return [run('comment', `<!--${child.text}-->`)];
  if (child.kind === 'text') return mask === undefined ? [run('text', escapeText(child.text))] : [];
  return [];
}

function withLast(lines: ActivityXmlRun[][], ...runs: ActivityXmlRun[]): ActivityXmlRun[][] {
  lines.at(-1)?.push(...runs);
  return lines;
}

function endTag(name: string, indent = ''): ActivityXmlRun[] {
  return [run('mark', `${indent}</`), run('name', name), run('mark', '>')];
}

function printChild(child: Child, indent: string, mask: MaskText): ActivityXmlRun[][] {
  if (child.kind === 'element') return print(child, indent, mask);
  const text = child.text.trim();
  if (child.kind === 'text') return text === '' ? [] : [[run('text', indent + escapeText(text))]];
  return [[run('mark', indent), ...inline(child, undefined)]];
}

function print({ element, children }: Node, indent: string, mask: MaskText): ActivityXmlRun[][] {
  const start = startTag(element, indent);
  const masked = children.length === 0 ? undefined : mask(element);
  if (children.length === 0) return withLast(start, run('mark', '/>'));
  if (!children.some(({ kind }) => kind === 'element')) {
    const content = children.flatMap((child) => inline(child, masked));
    const secret = masked === undefined ? [] : [run('masked', masked)];
    return withLast(start, run('mark', '>'), ...secret, ...content, ...endTag(element.name));
  }
  const inside = children.flatMap((child) => printChild(child, indent + INDENT, mask));
  return [...withLast(start, run('mark', '>')), ...inside, endTag(element.name, indent)];
}

/**
 * Drops white space between elements and comments outside the root. @throws {XmlError} like {@link scanXml}.
 */
export function prettyPrint(text: string, mask: MaskText = () => undefined): readonly XmlLine[] {
  return print(readTree(text), '', mask);
}

/** The XML as text, indented for readers, with a line break at the end. */
export function indentXml(xml: string): string {
  const lines = prettyPrint(xml).map((runs) => runs.map(({ text }) => text).join(''));
  return `${lines.join('\n')}\n`;
}
