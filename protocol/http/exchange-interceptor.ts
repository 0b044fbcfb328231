// The port through which faults and holds step in between a request and its handler.
import type { EndpointName } from '#protocol/contract/endpoints.ts';
import type { RealmExchange, Reply } from './exchange.ts';
import type { RecordedExchange } from './recorded-exchange.ts';

/** A request of a realm, parsed and about to be handled. */
export interface InterceptedExchange {
  readonly exchange: RealmExchange;
  /** Undefined for pages of the sign-in and other routes without a name. */
  readonly endpoint: EndpointName | undefined;
  readonly recorded: RecordedExchange;
  /** Aborted when the caller closes its connection. */
  readonly callerGone: AbortSignal;
}

/** Handles the exchange as usual; an exchange with changed members may be given. */
export type Handle = (exchange: RealmExchange) => Reply | Promise<Reply>;

export interface ExchangeInterceptor {
  /** Whether anything steps in for requests of the realm. Asked for every request, so it must cost nothing. */
  isArmed(realmId: string): boolean;
  /**
   * Answers in place of the handler, or around it.
   * @throws {AbortedRequestError} when the caller goes away while the exchange waits.
   */
  intercept(intercepted: InterceptedExchange, handle: Handle): Promise<Reply>;
  /** The server is about to stop: whatever waits goes on at once, and nothing steps in any more. */
  startClosing(): void;
}
