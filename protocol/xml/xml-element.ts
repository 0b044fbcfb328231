// The strict parser's tree: elements, attributes and text, nothing else.

/** Never a namespace declaration. */
export interface XmlAttribute {
  /** Qualified: `xsi:type`. */
  readonly name: string;
  readonly localName: string;
  /** Empty: none. */
  readonly namespace: string;
  readonly value: string;
}

export interface XmlDeclaration {
  readonly prefix: string;
  /** Empty string: removes the default namespace. */
  readonly namespace: string;
}

/** Frozen. Comments are dropped, and the text around them is joined. */
export interface XmlElement {
  /** Qualified: `samlp:AuthnRequest`. */
  readonly name: string;
  readonly localName: string;
  /** Empty: none. */
  readonly namespace: string;
  readonly attributes: readonly XmlAttribute[];
  /** Namespaces declared on this element; the empty prefix is the default namespace. */
  readonly declarations: readonly XmlDeclaration[];
  /** Child elements and text in order; adjacent text is joined. */
  readonly children: readonly (XmlElement | string)[];
}
