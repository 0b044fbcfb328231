// Reading a parsed tree: attributes, children, text.
import type { XmlElement } from './xml-element.ts';
import { XmlError } from './xml-error.ts';

/** Whether a child is an element of that name. */
function isElement(child: XmlElement | string, namespace: string, localName: string): child is XmlElement {
  return typeof child !== 'string' && child.localName === localName && child.namespace === namespace;
}

/** The value of an attribute; without a namespace the one that has none; undefined when it is absent. */
export function attributeOf(element: XmlElement, localName: string, namespace = ''): string | undefined {
  return element.attributes.find(
    (attribute) => attribute.localName === localName && attribute.namespace === namespace,
  )?.value;
}

/** The child elements of that name, in order. */
export function childElements(
  element: XmlElement,
  namespace: string,
  localName: string,
): readonly XmlElement[] {
  return element.children.filter((child) => isElement(child, namespace, localName));
}

/** The only child element of that name; undefined when there is none. @throws {XmlError} when there are two. */
export function childElement(
  element: XmlElement,
  namespace: string,
  localName: string,
): XmlElement | undefined {
  const found = childElements(element, namespace, localName);
  if (found.length > 1) throw new XmlError(`${element.localName} has more than one ${localName}`);
  return found[0];
}

/** The whole text of an element without white space at both ends; comments inside do not end it. @throws {XmlError} when it has child elements. */
export function textOf(element: XmlElement): string {
  const [only = ''] = element.children;
  if (element.children.length > 1 || typeof only !== 'string')
    throw new XmlError(`${element.localName} contains elements where text is expected`);
  return only.trim();
}

/** Every element of a tree in document order, itself first. */
export function* walkElements(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of element.children) if (typeof child !== 'string') yield* walkElements(child);
}
