// The mapper that reads a part of an attribute whose value is XML.
import { parseXml } from '#protocol/xml/parse-xml.ts';
import { compilePath } from '#protocol/xml/select-text.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import { XmlError } from '#protocol/xml/xml-error.ts';
import {
  type MapperInput,
  type MapperResult,
  passedOver,
  type SamlAttribute,
  setAttribute,
} from './mapper.ts';

/** The longest value that is read. */
const MAX_LENGTH = 100_000;

/** `saml-xpath-attribute-idp-mapper`. Compat: each value is in an element `root`; without a name, all attributes are read. */
export function attributeByPath({ mapper, answer }: MapperInput): MapperResult {
  const { 'attribute.xpath': path, 'user.attribute': target } = mapper.config;
  const { 'attribute.friendly.name': friendly, 'attribute.name': name = friendly } = mapper.config;
  if (target === undefined) return passedOver('its setting user.attribute is missing');
  if (path === undefined) return passedOver('its setting attribute.xpath is missing');
  if (compilePath(path) === undefined)
    return passedOver(
      `its setting attribute.xpath is no path of elements and attributes: ${path.slice(0, 200)}`,
    );
  if (answer.attributes === undefined) return passedOver("the provider's answer is not a SAML assertion");
  const values = answer.attributes
    .filter((each) => name === undefined || each.name === name || each.friendlyName === name)
    .flatMap(rootsOf)
    .map((root) => compilePath(path, prefixesOf(root))?.(root)?.trim() ?? '')
    .filter((value) => value !== '');
  // Compat: the user keeps what it has.
  if (values.length === 0) return passedOver(`nothing is found by ${path.slice(0, 200)}`);
  return setAttribute(target, values, `XML of attribute ${name ?? '(any)'}`);
}

/** The values as trees: those with elements as they are, and texts that are XML; other texts are a `root` with the text. */
function rootsOf({ values, elements = [] }: SamlAttribute): readonly XmlElement[] {
  return values.map((value, index) => {
    const element = elements[index];
    if (element?.children.some((child) => typeof child !== 'string') === true)
      return { ...element, name: 'root', localName: 'root', namespace: '', attributes: [] };
    return parsed(`<root>${value.slice(0, MAX_LENGTH)}</root>`) ?? rootWith(value);
  });
}

function parsed(text: string): XmlElement | undefined {
  try {
    return parseXml(text);
  } catch (error) {
    if (error instanceof XmlError) return undefined;
    throw error;
  }
}

const rootWith = (text: string): XmlElement => ({
  name: 'root',
  localName: 'root',
  namespace: '',
  attributes: [],
  declarations: [],
  children: [text],
});

/** Compat: the prefixes of the path are those of the value. */
function prefixesOf(root: XmlElement): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  const add = ({ declarations, children }: XmlElement): void => {
    for (const { prefix, namespace } of declarations) if (prefix !== '') prefixes.set(prefix, namespace);
    for (const child of children) if (typeof child !== 'string') add(child);
  };
  add(root);
  return prefixes;
}
