// The contract of a SAML binding: how messages are received and sent.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import type { Assertion } from '../messages/assertion.ts';
import type { ServiceProvider } from '../service-provider.ts';

export type BindingName = 'redirect' | 'post' | 'artifact' | 'soap';

/** Whether the message is a request or a response. */
export type MessageParameter = 'SAMLRequest' | 'SAMLResponse';

/** A signature in a query (SAML Bindings §3.4.4.1). */
export interface QuerySignature {
  /** The signed parameters as received, percent-encoded, in the order of the specification. */
  readonly signedText: string;
  /** With values percent-encoded again, for senders that sign a different encoding than they send. */
  readonly respelledText: string;
  /** Algorithm URI. */
  readonly algorithm: string;
  /** Base64. */
  readonly signature: string;
}

/** A received message: parsed strictly but not verified. */
export interface ReceivedMessage {
  readonly binding: BindingName;
  readonly parameter: MessageParameter;
  readonly text: string;
  readonly root: XmlElement;
  /** Unchanged as received; undefined if absent, which differs from empty. */
  readonly relayState: string | undefined;
  /** Redirect binding only. */
  readonly querySignature: QuerySignature | undefined;
  /** Artifact binding only: the message is unsigned but was contained in a signed response. */
  readonly vouched?: boolean;
}

/** Where an outgoing message is signed: in the XML or in the query. */
export type SignaturePlace = 'embedded' | 'query';

export interface OutgoingMessage {
  readonly parameter: MessageParameter;
  readonly provider: ServiceProvider;
  /** Absolute URL of the service provider's endpoint. */
  readonly destination: string;
  readonly relayState: string | undefined;
  /** Renders the XML: `embedded` signs it if the client's settings require that, `query` does not. */
  render(signature: SignaturePlace): Promise<string>;
  /** Whether the client's settings require signed messages (`saml.server.signature`). */
  readonly signed: boolean;
  /** The assertion in the message, and the message with another one. Absent: it has none. */
  readonly editable?: {
    readonly assertion: Assertion;
    readonly with: (assertion: Assertion) => OutgoingMessage;
  };
}

/** A row of the table. */
export interface SamlBinding {
  readonly name: BindingName;
  /**
   * Reads the message from a request; undefined if the request has none in this binding.
   * @throws {SamlStatusError} `invalid_token` if it cannot be decoded or parsed.
   */
  receive(exchange: RealmExchange): Promise<ReceivedMessage | undefined>;
  /** Replies with a redirect, form or envelope that carries the message, and records it in Activity. */
  send(exchange: RealmExchange, message: OutgoingMessage): Promise<Reply>;
}
