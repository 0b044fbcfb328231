// An XML document as the strict parser gives it: elements, attributes and text, nothing else.

/** An attribute. Namespace declarations are kept apart. */
export interface XmlAttribute {
  /** As written: `xsi:type`. */
  readonly name: string;
  readonly localName: string;
  /** Empty: none. */
  readonly namespace: string;
  readonly value: string;
}

/** A namespace declaration. */
export interface XmlDeclaration {
  readonly prefix: string;
  /** Empty: the default namespace ends here. */
  readonly namespace: string;
}

/** An element. Comments are not kept: the text on both sides of one is one text. Frozen. */
export interface XmlElement {
  /** As written: `samlp:AuthnRequest`. */
  readonly name: string;
  readonly localName: string;
  /** Empty: none. */
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  /** Namespaces that are declared here, with their prefixes; the empty prefix is the default namespace. */
  readonly declarations: readonly XmlDeclaration[];
  /** Child elements and texts in order; text next to text is one. */
  readonly children: readonly (XmlElement | string)[];
}
