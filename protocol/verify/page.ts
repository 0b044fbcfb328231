// Reads a page of a server as a browser that fills in its forms would: forms, links, and what it tells the user.
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

interface PageField {
  readonly name: string;
  readonly value: string;
  /** Hidden fields are sent as they are; others by what the user does. */
  readonly kind: 'hidden' | 'button' | 'input';
}

export interface PageForm {
  /** Absolute URL. */
  readonly action: string;
  readonly method: 'GET' | 'POST';
  /** Without the disabled ones, which are not sent. */
  readonly fields: readonly PageField[];
}

export interface Page {
  /** Absolute. */
  readonly url: string;
  readonly title: string;
  readonly forms: readonly PageForm[];
  /** Absolute URLs. */
  readonly links: readonly string[];
  /** Error that the page shows, by the element ids and classes of Keycloak's themes; undefined: none. */
  readonly message: string | undefined;
}

const FIELDS: ReadonlySet<string> = new Set(['input', 'button', 'select', 'textarea']);
const BUTTONS: ReadonlySet<string> = new Set(['submit', 'image', 'button', 'reset']);

/** All nodes below one in document order; without recursion, because pages may be nested to any depth. */
function* nodesIn(root: Node): Generator<Node> {
  const rest: Node[] = 'childNodes' in root ? root.childNodes.toReversed() : [];
  for (let node = rest.pop(); node !== undefined; node = rest.pop()) {
    yield node;
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) rest.push(child);
  }
}

function* elementsIn(root: Node): Generator<Element> {
  for (const node of nodesIn(root)) if ('tagName' in node) yield node;
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value;
}

function textIn(root: Node): string {
  const texts = [...nodesIn(root)].map((node) => ('value' in node ? node.value : ''));
  return texts.join('').replace(/\s+/g, ' ').trim();
}

/** An address in a page, which need not be one. */
function resolve(address: string, base: string): string {
  return URL.canParse(address, base) ? new URL(address, base).href : base;
}

function kindOf(element: Element): PageField['kind'] {
  const type = attribute(element, 'type')?.toLowerCase() ?? '';
  if (element.tagName === 'button' || (element.tagName === 'input' && BUTTONS.has(type))) return 'button';
  return element.tagName === 'input' && type === 'hidden' ? 'hidden' : 'input';
}

/** HTML §4.10.18.3: a field belongs to the form that it names, otherwise to the one around it. */
function belongsTo(form: Element, inside: ReadonlySet<Element>): (field: Element) => boolean {
  const id = attribute(form, 'id');
  return (field) => {
    const named = attribute(field, 'form');
    return named === undefined ? inside.has(field) : named !== '' && named === id;
  };
}

function readForm(
  form: Element,
  elements: readonly Element[],
  { base, url }: { readonly base: string; readonly url: string },
): PageForm {
  const fields = elements
    .filter(belongsTo(form, new Set(elementsIn(form))))
    .flatMap((element): PageField[] => {
      const name = attribute(element, 'name');
      if (!FIELDS.has(element.tagName) || name === undefined || name === '') return [];
      if (attribute(element, 'disabled') !== undefined) return [];
      return [{ name, value: attribute(element, 'value') ?? '', kind: kindOf(element) }];
    });
  const method = attribute(form, 'method')?.toLowerCase() === 'post' ? 'POST' : 'GET';
  const action = attribute(form, 'action')?.trim() ?? '';
  // HTML §4.10.21.3: a form without an action goes to the page's own address, whatever the base is.
  return { action: action === '' ? url : resolve(action, base), method, fields };
}

function hasClass(element: Element, ...names: readonly string[]): boolean {
  const classes = (attribute(element, 'class') ?? '').split(/\s+/);
  return names.some((name) => classes.includes(name));
}

/** The element to look in, and the class of the part that has the text; undefined: all of it. */
const MESSAGES: readonly (readonly [(element: Element) => boolean, part?: string])[] = [
  [(element) => attribute(element, 'id') === 'kc-error-message', 'instruction'],
  [(element) => attribute(element, 'id')?.startsWith('input-error') === true],
  [(element) => hasClass(element, 'alert-error', 'pf-m-danger'), 'kc-feedback-text'],
];

function messageIn(element: Element, part: string | undefined): string {
  const inner =
    part === undefined ? undefined : [...elementsIn(element)].find((each) => hasClass(each, part));
  return textIn(inner ?? element);
}

function findMessage(elements: readonly Element[]): string | undefined {
  for (const [matches, part] of MESSAGES) {
    // Themes leave room for messages, empty until there is one.
    const found = elements.filter(matches).map((element) => messageIn(element, part));
    const message = found.find((text) => text !== '');
    if (message !== undefined) return message;
  }
  return undefined;
}

function hrefsOf(elements: readonly Element[], tagName: string): readonly string[] {
  return elements.flatMap((element) => {
    const href = element.tagName === tagName ? attribute(element, 'href') : undefined;
    return href === undefined ? [] : [href];
  });
}

/** HTML §4.2.3: what relative addresses are relative to. */
function baseOf(elements: readonly Element[], url: string): string {
  const href = hrefsOf(elements, 'base')[0];
  return href === undefined ? url : resolve(href, url);
}

/** `url`: the page's address, absolute. Never throws: a browser shows any text. */
export function readPage(html: string, url: string): Page {
  const elements = [...elementsIn(parse(html))];
  const base = baseOf(elements, url);
  const title = elements.find(({ tagName }) => tagName === 'title');
  return {
    url,
    title: title === undefined ? '' : textIn(title),
    forms: elements
      .filter(({ tagName }) => tagName === 'form')
      .map((form) => readForm(form, elements, { base, url })),
    links: hrefsOf(elements, 'a').map((href) => resolve(href, base)),
    message: findMessage(elements),
  };
}
