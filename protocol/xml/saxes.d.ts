// The parts of saxes used here: its own declarations fail the compiler's library check.

interface SaxesAttributeNS {
  name: string;
  local: string;
  uri: string;
  value: string;
}

export interface SaxesTagNS {
  name: string;
  local: string;
  uri: string;
  attributes: Record<string, SaxesAttributeNS>;
}

interface Handlers {
  xmldecl(declaration: { version?: string; encoding?: string }): void;
  text(text: string): void;
  processinginstruction(instruction: { target: string; body: string }): void;
  doctype(text: string): void;
  comment(text: string): void;
  opentagstart(tag: { name: string }): void;
  attribute(attribute: { name: string }): void;
  opentag(tag: SaxesTagNS): void;
  closetag(tag: SaxesTagNS): void;
  cdata(text: string): void;
}

export declare class SaxesParser {
  constructor(options: { xmlns: true; position: boolean });
  readonly line: number;
  readonly columnIndex: number;
  on<Name extends keyof Handlers>(name: Name, handler: Handlers[Name]): void;
  write(chunk: string): this;
  close(): this;
}
