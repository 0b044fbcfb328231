// Accessors for a parsed tree: attributes, children, text.
import type { XmlElement } from './xml-element.ts';
import { XmlError } from './xml-error.ts';

function isElement(child: XmlElement | string, namespace: string, localName: string): child is XmlElement {
  return typeof child !== 'string' && child.localName === localName && child.namespace === namespace;
}

/** Undefined when absent; `namespace` defaults to none. */
export function attributeOf(element: XmlElement, localName: string, namespace = ''): string | undefined {
  return element.attributes.find(
    (attribute) => attribute.localName === localName && attribute.namespace === namespace,
  )?.value;
}

export function childElements(
  element: XmlElement,
  namespace: string,
  localName: string,
): readonly XmlElement[] {
  return element.children.filter((child) => isElement(child, namespace, localName));
}

/** The only child with that name; undefined when absent. @throws {XmlError} when there are several. */
export function childElement(
  element: XmlElement,
  namespace: string,
  localName: string,
): XmlElement | undefined {
  const found = childElements(element, namespace, localName);
  if (found.length > 1) throw new XmlError(`${element.localName} has more than one ${localName}`);
  return found[0];
}

/** Trimmed text; comments do not split it. @throws {XmlError} when there are child elements. */
export function textOf(element: XmlElement): string {
  const [only = ''] = element.children;
  if (element.children.length > 1 || typeof only !== 'string')
    throw new XmlError(`${element.localName} contains elements where text is expected`);
  return only.trim();
}

/** All elements of a tree in document order, starting with `element`. */
export function* walkElements(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (typeof child !== 'string') yield* walkElements(child);
}
