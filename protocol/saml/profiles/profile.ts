// The contract of a SAML profile, which handles one kind of message.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import type { BindingName, ReceivedMessage } from '../bindings/binding.ts';
import type { ServiceProvider } from '../service-provider.ts';

/** A message whose sender, signature and destination have been checked. */
export interface CheckedMessage {
  readonly received: ReceivedMessage;
  readonly provider: ServiceProvider;
  /** The element to read: the signed one if a signature was required, otherwise the received root. */
  readonly root: XmlElement;
  /** Whether a signature was required and verified. */
  readonly verified: boolean;
}

/** A row of the table, selected by the message's element and binding. */
export interface SamlProfile {
  /** Local name in the protocol namespace. */
  readonly message: 'AuthnRequest' | 'LogoutRequest' | 'LogoutResponse';
  readonly bindings: readonly BindingName[];
  /** Title in Activity. */
  readonly title: string;
  /** @throws {SamlStatusError} which the endpoint answers with a page, or a fault over SOAP. */
  handle(exchange: RealmExchange, message: CheckedMessage): Promise<Reply>;
}
