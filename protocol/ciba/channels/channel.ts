// What an authentication channel is: it brings a request to the entity that authenticates the user.
import type { OutgoingCalls } from '#protocol/http/outgoing-calls.ts';
import type { Client, Realm } from '#protocol/realm/view/realm.ts';

/** The JSON that the entity gets (service description §4.2); further members are the request's own parameters. */
export interface DelegationWire {
  readonly [parameter: string]: string | boolean;
  readonly login_hint: string;
  readonly scope: string;
  readonly is_consent_required: boolean;
}

/** A request on its way to the entity. */
export interface Delegation {
  readonly realm: Realm;
  readonly client: Client;
  readonly username: string;
  /** With it the entity reports the result. */
  readonly token: string;
  readonly body: DelegationWire;
  /** Activity's flow. */
  readonly flow: string;
}

/** A channel. */
export interface AuthenticationChannel {
  /** Resolves when the entity has taken the request. @throws {OAuthError} `server_error` 503 when it has not. */
  requestAuthentication(delegation: Delegation): Promise<void>;
}

/** What channels are opened with. */
export interface ChannelDeps {
  readonly calls: Pick<OutgoingCalls, 'post'>;
  /** The foreign entity's address, when the start options name one. */
  readonly authenticationEntity: string | undefined;
  /** Where the built-in device takes the delegations of a realm. */
  readonly builtInDevice: (realmName: string) => string;
}

/** A row of the table of channels. */
export interface ChannelRow {
  /** Keycloak's provider id, or our own. */
  readonly name: string;
  /** The channel; undefined when it is not configured. */
  open(deps: ChannelDeps): AuthenticationChannel | undefined;
}
