// What a SAML profile is: what is done with one kind of message.
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { XmlElement } from '#protocol/xml/xml-element.ts';
import type { BindingName, ReceivedMessage } from '../bindings/binding.ts';
import type { ServiceProvider } from '../service-provider.ts';

/** A message whose sender, signature and destination have been checked. */
export interface CheckedMessage {
  readonly received: ReceivedMessage;
  readonly provider: ServiceProvider;
  /** The element to read: the one that the signature covers where there is one that counts, otherwise the received root. */
  readonly root: XmlElement;
  /** Whether a signature was demanded and verified. */
  readonly verified: boolean;
}

/** A profile: a row of the table, found by the message's element and the binding it came by. */
export interface SamlProfile {
  /** Local name of the message in the namespace of the protocol: `AuthnRequest`. */
  readonly message: 'AuthnRequest' | 'LogoutRequest' | 'LogoutResponse';
  readonly bindings: readonly BindingName[];
  /** For Activity: `SAML sign-in request`. */
  readonly title: string;
  /** @throws {SamlStatusError} what the endpoint answers with a page (a fault over SOAP). */
  handle(exchange: RealmExchange, message: CheckedMessage): Promise<Reply>;
}
