// What a SAML binding is: how a message comes in, and how one goes out.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import type { ServiceProvider } from '../service-provider.ts';

/** The bindings by their short names. */
export type BindingName = 'redirect' | 'post' | 'artifact' | 'soap';

/** Whether a message asks or answers. */
export type MessageParameter = 'SAMLRequest' | 'SAMLResponse';

/** The signature of a query (SAML Bindings §3.4.4.1). */
export interface QuerySignature {
  /** What was signed: the parameters as they came, still percent-encoded, in the order of the specification. */
  readonly signedText: string;
  /** The same with the values percent-encoded anew, for senders that sign another spelling than they send. */
  readonly respelledText: string;
  /** URI of the algorithm. */
  readonly algorithm: string;
  /** Base64. */
  readonly signature: string;
}

/** A message that came, read strictly but not yet believed. */
export interface ReceivedMessage {
  readonly binding: BindingName;
  readonly parameter: MessageParameter;
  /** The XML text. */
  readonly text: string;
  readonly root: XmlElement;
  /** Byte for byte as it came; undefined: none came, which is not the same as an empty one. */
  readonly relayState: string | undefined;
  /** Redirect binding only. */
  readonly querySignature: QuerySignature | undefined;
  /** Artifact binding only: the service provider's signed answer held it, so that it needs no signature of its own. */
  readonly vouched?: boolean;
}

/** Where the signature of an outgoing message stands: inside the XML, or beside it in the query. */
export type SignaturePlace = 'embedded' | 'query';

/** A message that goes out. */
export interface OutgoingMessage {
  readonly parameter: MessageParameter;
  readonly provider: ServiceProvider;
  /** Absolute URL of the service provider's endpoint. */
  readonly destination: string;
  readonly relayState: string | undefined;
  /** Renders the XML; with `embedded` it is signed if the client's settings say so, with `query` it is not. */
  render(signature: SignaturePlace): Promise<string>;
  /** Whether the client's settings say that messages are signed (`saml.server.signature`). */
  readonly signed: boolean;
}

/** A binding: a row of the table. */
export interface SamlBinding {
  readonly name: BindingName;
  /** `urn:oasis:names:tc:SAML:2.0:bindings:…` */
  readonly urn: string;
  /** `SAML Bindings §3.4` */
  readonly section: string;
  /**
   * Takes the message out of a request; undefined when the request carries none in this binding.
   * @throws {SamlStatusError} `invalid_token` for what cannot be decoded or parsed.
   */
  receive(exchange: RealmExchange): Promise<ReceivedMessage | undefined>;
  /** The answer that carries a message to a service provider: a redirect, a page that posts, an envelope. Tells Activity the document. */
  send(exchange: RealmExchange, message: OutgoingMessage): Promise<Reply>;
}
