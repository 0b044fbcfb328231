// What tests use of @xmldom/xmldom: its own declarations bring the whole DOM into a server that has none.

/** A node that is only handed on. */
export interface DomNode {
  readonly nodeType: number;
}

export declare class DOMParser {
  constructor(options?: { errorHandler?: (level: string, message: unknown) => void });
  parseFromString(
    text: string,
    type: 'text/xml',
  ): {
    getElementsByTagNameNS(namespace: string, localName: string): { item(index: number): DomNode | null };
  };
}
