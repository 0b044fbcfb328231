// The type of authentication channels: how a request reaches the entity that authenticates the user.
import type { DelegationWire } from '#protocol/contract/device.ts';
import type { OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';

/** A request to be sent to the entity. */
export interface Delegation {
  readonly realm: Realm;
  readonly client: Client;
  readonly username: string;
  /** The bearer token for reporting the result. */
  readonly token: string;
  readonly body: DelegationWire;
  /** ID of the flow in Activity. */
  readonly flow: string;
}

export interface AuthenticationChannel {
  /** Resolves when the entity has accepted the request. @throws {OAuthError} `server_error` 503 otherwise. */
  requestAuthentication(delegation: Delegation): Promise<void>;
}

export interface ChannelDeps {
  readonly calls: Pick<OutgoingCalls, 'send'>;
  /** The URL of an external entity, if the start options contain one. */
  readonly authenticationEntity: string | undefined;
  /** The built-in device's delegation URL for a realm. */
  readonly builtInDevice: (realmName: string) => string;
}

/** A row of the table of channels. */
export interface ChannelRow {
  /** Keycloak's provider ID, or Understudy's own. */
  readonly name: string;
  /** Undefined if the channel is not configured. */
  open(deps: ChannelDeps): AuthenticationChannel | undefined;
}
