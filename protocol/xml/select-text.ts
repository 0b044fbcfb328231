// The text at a place of a tree, by a path of XPath 1.0: steps to children, descendants, attributes and text, with conditions.
import type { XmlElement } from './xml-element.ts';

/** A text is the value of an attribute, or text of an element. */
type XmlNode = XmlElement | string;

/** Whether one of the nodes of a list is kept; positions begin with 1. */
type Condition = (node: XmlNode, position: number, count: number) => boolean;

interface Step {
  /** Whether the step may begin at any descendant. */
  readonly isDeep: boolean;
  readonly select: (element: XmlElement) => readonly XmlNode[];
  readonly conditions: readonly Condition[];
}

const MOST_STEPS = 20;

/** A path of the supported kind; undefined for any other expression. */
export type XmlPath = (root: XmlElement) => string | undefined;

const STEP = /^(\/{0,2})(@?)(\.|text\(\)|node\(\)|[\w.*-]+(?::[\w.*-]+)?)((?:\[[^\]]*\])*)/;

/**
 * The text of the first node that the path finds in a document with this root; the function gives undefined if there is
 * none. `prefixes`: namespaces of the path; a prefix that is missing there is compared as it is written.
 */
export function compilePath(
  path: string,
  prefixes: ReadonlyMap<string, string> = new Map(),
): XmlPath | undefined {
  const inner = /^\s*(?:string|normalize-space)\((.*)\)\s*$/s.exec(path)?.[1] ?? path;
  const steps = compileSteps(inner.trim(), prefixes);
  if (steps === undefined) return undefined;
  return (root) => {
    const document: XmlElement = { ...root, name: '', localName: '', attributes: [], children: [root] };
    const [first] = walk([document], steps);
    return first === undefined ? undefined : textIn(first);
  };
}

function compileSteps(path: string, prefixes: ReadonlyMap<string, string>): readonly Step[] | undefined {
  const steps: Step[] = [];
  for (let rest = path; rest !== ''; ) {
    const [all = '', slashes = '', at = '', name = '', brackets = ''] = STEP.exec(rest) ?? [];
    const conditions = (brackets.match(/\[[^\]]*\]/g) ?? []).map((each) =>
      compileCondition(each.slice(1, -1).trim(), prefixes),
    );
    const isJoined = steps.length === 0 || slashes !== '';
    if (
      all === '' ||
      !isJoined ||
      steps.length === MOST_STEPS ||
      !conditions.every((each) => each !== undefined)
    )
      return undefined;
    steps.push({ isDeep: slashes === '//', select: compileSelection(at, name, prefixes), conditions });
    rest = rest.slice(all.length);
  }
  return steps.length === 0 ? undefined : steps;
}

function compileSelection(at: string, name: string, prefixes: ReadonlyMap<string, string>): Step['select'] {
  const fits = compileName(name, prefixes);
  if (at !== '') return ({ attributes }) => attributes.filter(fits).map(({ value }) => value);
  if (name === '.') return (element) => [element];
  if (name === 'text()') return ({ children }) => children.filter((child) => typeof child === 'string');
  if (name === 'node()') return ({ children }) => children;
  return ({ children }) => children.filter((child) => typeof child !== 'string' && fits(child));
}

type Named = Pick<XmlElement, 'name' | 'localName' | 'namespace'>;

function compileName(given: string, prefixes: ReadonlyMap<string, string>): (node: Named) => boolean {
  const [local = '', prefix] = given.split(':').toReversed();
  if (prefix === undefined && local === '*') return () => true;
  const namespace = prefix === undefined ? '' : prefixes.get(prefix);
  const isLocal = (name: string): boolean => local === '*' || name === local;
  if (namespace === undefined)
    return ({ name, localName }) => name.startsWith(`${prefix}:`) && isLocal(localName);
  return (node) => node.namespace === namespace && isLocal(node.localName);
}

const NUMBER = /^(?:position\(\)\s*=\s*)?(\d+)$/;
const LOCAL_NAME = /^(?:local-name|name)\(\s*\)\s*=\s*(["'])(.*)\1$/s;
const COMPARISON = /^(.*?)\s*(!?=)\s*(["'])(.*)\3$/s;

function compileCondition(text: string, prefixes: ReadonlyMap<string, string>): Condition | undefined {
  const both = text.split(/\s+and\s+/);
  if (both.length > 1) {
    const parts = both.map((each) => compileCondition(each, prefixes));
    return parts.every((each) => each !== undefined)
      ? (...given) => parts.every((isMatch) => isMatch(...given))
      : undefined;
  }
  const position = NUMBER.exec(text)?.[1];
  if (position !== undefined) return (_node, at) => at === Number(position);
  if (text === 'last()') return (_node, at, count) => at === count;
  const localName = LOCAL_NAME.exec(text)?.[2];
  if (localName !== undefined) return (node) => typeof node !== 'string' && node.localName === localName;
  return compileComparison(text, prefixes);
}

/** A path that must find something, or something with this text. */
function compileComparison(text: string, prefixes: ReadonlyMap<string, string>): Condition | undefined {
  const [, path = text, operator, , expected] = COMPARISON.exec(text) ?? [];
  const steps = path.startsWith('/') ? undefined : compileSteps(path, prefixes);
  if (steps === undefined) return undefined;
  return (node) => {
    const found = typeof node === 'string' ? (path === '.' ? [node] : []) : walk([node], steps);
    if (operator === undefined) return found.length > 0;
    return found.some((each) => (textIn(each) === expected) === (operator === '='));
  };
}

function walk(start: readonly XmlElement[], steps: readonly Step[]): readonly XmlNode[] {
  let nodes: readonly XmlNode[] = start;
  for (const { isDeep, select, conditions } of steps) {
    const elements = nodes.filter((node) => typeof node !== 'string');
    nodes = (isDeep ? withDescendants(elements) : elements).flatMap((element) =>
      conditions.reduce<readonly XmlNode[]>(
        (list, isMatch) => list.filter((node, index) => isMatch(node, index + 1, list.length)),
        select(element),
      ),
    );
  }
  return nodes;
}

/** The elements and all below them, each once. */
function withDescendants(elements: readonly XmlElement[]): readonly XmlElement[] {
  const found = new Set<XmlElement>();
  const add = (element: XmlElement): void => {
    if (found.has(element)) return;
    found.add(element);
    for (const child of element.children) if (typeof child !== 'string') add(child);
  };
  elements.forEach(add);
  return [...found];
}

function textIn(node: XmlNode): string {
  return typeof node === 'string' ? node : node.children.map(textIn).join('');
}
