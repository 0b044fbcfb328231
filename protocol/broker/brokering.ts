// The interface between the broker's routes and the protocols by which providers are asked.
import type { ClientKeys } from '#protocol/client-authentication/client-keys.ts';
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { BrokeredTab, BrokeringTabs } from '#protocol/login/brokering/brokering-tabs.ts';
import type { Login } from '#protocol/login/sign-in.ts';
import type { IdentityProvider } from '#protocol/realm/view/identity-providers.ts';
import type { ProviderEndpoints } from '#protocol/realm/view/provider-endpoints.ts';
import type { TokenVerifier } from '#protocol/token/token-verifier.ts';
import type { SamlParts } from './saml/saml-parts.ts';

/** The addresses of what this server has in a provider's place; undefined: the provider itself is asked. */
export type FindStandIn = (
  exchange: RealmExchange,
  provider: IdentityProvider,
) => ProviderEndpoints | undefined;

export interface BrokerDeps {
  readonly tabs: BrokeringTabs;
  readonly login: Pick<Login, 'resumeSignOut'>;
  readonly calls: Pick<OutgoingCalls, 'send'>;
  readonly keys: Pick<RealmKeys, 'signingKey'>;
  readonly clientKeys: ClientKeys;
  readonly findStandIn: FindStandIn;
  readonly saml: SamlParts;
  readonly verifier: Pick<TokenVerifier, 'verifyAccessToken'>;
}

/** A provider, and where it is. */
export interface AskedProvider {
  readonly provider: IdentityProvider;
  readonly endpoints: ProviderEndpoints;
  readonly isStandIn: boolean;
}

/** How providers are asked: a row of the table of protocols. */
export interface BrokerProtocol {
  /** Sends the browser to the provider. */
  begin(deps: BrokerDeps, exchange: RealmExchange, tab: BrokeredTab, asked: AskedProvider): Promise<Reply>;
  /** The tab that an answer belongs to; undefined if it names none. */
  tabOf(exchange: RealmExchange): string | undefined;
  /** Receives what the provider sends outside of sign-ins; undefined: this is the answer of one. */
  receiveOther?(deps: BrokerDeps, exchange: RealmExchange, asked: AskedProvider): Promise<Reply | undefined>;
  /** Receives what the provider says of a person whose sign-in begins there; absent: it cannot begin there. */
  receiveUnsolicited?(
    deps: BrokerDeps,
    exchange: RealmExchange,
    asked: AskedProvider,
    /** The client's name in the address. */
    name: string,
  ): Promise<Reply>;
  /** Receives the provider's answer. */
  receive(deps: BrokerDeps, exchange: RealmExchange, tab: BrokeredTab, asked: AskedProvider): Promise<Reply>;
}
