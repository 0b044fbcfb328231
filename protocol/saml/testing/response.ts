// Reads responses for tests, as a service provider would.

import { attributeOf, childElement, childElements, textOf, walkElements } from '#protocol/xml/read-xml.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { NAMESPACES, STATUS_PREFIX } from '../xml-names.ts';
import type { Delivered } from './server.ts';

/** The first element with that local name. @throws {TypeError} if there is none. */
export function elementOf(root: XmlElement, localName: string): XmlElement {
  const found = findElement(root, localName);
  if (found === undefined) throw new TypeError(`no ${localName} in ${root.name}`);
  return found;
}

/** The first element with that local name. */
export function findElement(root: XmlElement, localName: string): XmlElement | undefined {
  for (const element of walkElements(root)) if (element.localName === localName) return element;
  return undefined;
}

/** The status codes of a response without their prefix: `Responder`, `NoPassive`. */
export function statusCodes({ root }: Pick<Delivered, 'root'>): readonly string[] {
  const codes: string[] = [];
  let place = childElement(root, NAMESPACES.protocol, 'Status');
  for (;;) {
    place = place && childElement(place, NAMESPACES.protocol, 'StatusCode');
    if (place === undefined) return codes;
    codes.push((attributeOf(place, 'Value') ?? '').replace(STATUS_PREFIX, ''));
  }
}

export function nameIdOf({ root }: Pick<Delivered, 'root'>): { value: string; format: string | undefined } {
  const nameId = elementOf(root, 'NameID');
  return { value: textOf(nameId), format: attributeOf(nameId, 'Format') };
}

/** The name and values of each attribute, in order. */
export function attributesOf({ root }: Pick<Delivered, 'root'>): readonly (readonly [string, ...string[]])[] {
  const statement = findElement(root, 'AttributeStatement');
  if (statement === undefined) return [];
  return childElements(statement, NAMESPACES.assertion, 'Attribute').map((attribute) => [
    attributeOf(attribute, 'Name') ?? '',
    ...childElements(attribute, NAMESPACES.assertion, 'AttributeValue').map(textOf),
  ]);
}
