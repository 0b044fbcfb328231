// The strict parser: turns XML text into a tree of elements, attributes and text.
import { type ScannedElement, scanXml, XML_LIMITS, type XmlLimits } from './scan-xml.ts';
import type { XmlDeclaration, XmlElement } from './xml-element.ts';
import { XmlError } from './xml-error.ts';

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

const XMLNS = 'http://www.w3.org/2000/xmlns/';

const NO_DECLARATIONS: readonly XmlDeclaration[] = Object.freeze([]);

function openElement({ name, localName, namespace, attributes }: ScannedElement): OpenElement {
  const kept = attributes
    .filter((attribute) => attribute.namespace !== XMLNS)
    .map((attribute) => Object.freeze(attribute));
  const declarations = kept.length === attributes.length ? NO_DECLARATIONS : readDeclarations(attributes);
  return { name, localName, namespace, attributes: Object.freeze(kept), declarations, children: [] };
}

function readDeclarations(attributes: ScannedElement['attributes']): readonly XmlDeclaration[] {
  return Object.freeze(
    attributes
      .filter(({ namespace }) => namespace === XMLNS)
      .map(({ name, localName, value }) =>
        Object.freeze({ prefix: name === 'xmlns' ? '' : localName, namespace: value }),
      ),
  );
}

/**
 * Parses an XML document (XML 1.0, Namespaces in XML 1.0; SAML Core §1.3). Rejects everything that {@link
 * scanXml} rejects.
 * @throws {XmlError} with line and column.
 */
export function parseXml(text: string, limits: Partial<XmlLimits> = {}): XmlElement {
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  scanXml(
    text,
    {
      open(scanned) {
        open.push(openElement(scanned));
      },
      text(run) {
        const children = open.at(-1)?.children;
        if (children === undefined) return;
        const last = children.at(-1);
        if (typeof last === 'string') children[children.length - 1] = last + run;
        else children.push(run);
      },
      close() {
        const element = open.pop();
        if (element === undefined) return;
        Object.freeze(element.children);
        Object.freeze(element);
        const parent = open.at(-1);
        if (parent === undefined) root = element;
        else parent.children.push(element);
      },
    },
    { ...XML_LIMITS, ...limits },
  );
  if (root === undefined) throw new XmlError('there is no root element');
  return root;
}
