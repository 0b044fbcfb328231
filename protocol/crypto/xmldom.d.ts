// The parts of @xmldom/xmldom that tests use: its own declarations bring DOM types into a server.

/** Opaque. */
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
