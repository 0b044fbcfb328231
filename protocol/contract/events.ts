// Keycloak's events: their types, and their wire forms in the admin API.

/** Types of user events that Keycloak stores when the realm chooses none; each also exists with `_ERROR`. */
const STORED_BY_DEFAULT = [
  'LOGIN',
  'REGISTER',
  'LOGOUT',
  'CODE_TO_TOKEN',
  'CLIENT_LOGIN',
  'FEDERATED_IDENTITY_LINK',
  'REMOVE_FEDERATED_IDENTITY',
  'UPDATE_EMAIL',
  'UPDATE_PROFILE',
  'UPDATE_PASSWORD',
  'UPDATE_TOTP',
  'VERIFY_EMAIL',
  'VERIFY_PROFILE',
  'REMOVE_TOTP',
  'GRANT_CONSENT',
  'UPDATE_CONSENT',
  'REVOKE_GRANT',
  'SEND_VERIFY_EMAIL',
  'SEND_RESET_PASSWORD',
  'SEND_IDENTITY_PROVIDER_LINK',
  'RESET_PASSWORD',
  'RESTART_AUTHENTICATION',
  'IDENTITY_PROVIDER_LINK_ACCOUNT',
  'IDENTITY_PROVIDER_FIRST_LOGIN',
  'IDENTITY_PROVIDER_POST_LOGIN',
  'IMPERSONATE',
  'CUSTOM_REQUIRED_ACTION',
  'EXECUTE_ACTIONS',
  'EXECUTE_ACTION_TOKEN',
  'CLIENT_REGISTER',
  'CLIENT_UPDATE',
  'CLIENT_DELETE',
  'CLIENT_INITIATED_ACCOUNT_LINKING',
  'TOKEN_EXCHANGE',
  'OAUTH2_DEVICE_AUTH',
  'OAUTH2_DEVICE_VERIFY_USER_CODE',
  'OAUTH2_DEVICE_CODE_TO_TOKEN',
  'AUTHREQID_TO_TOKEN',
  'PERMISSION_TOKEN',
  'DELETE_ACCOUNT',
  'USER_DISABLED_BY_PERMANENT_LOCKOUT',
  'USER_DISABLED_BY_TEMPORARY_LOCKOUT',
  'OAUTH2_EXTENSION_GRANT',
  'FEDERATED_IDENTITY_OVERRIDE_LINK',
  'UPDATE_CREDENTIAL',
  'REMOVE_CREDENTIAL',
  'INVITE_ORG',
  'USER_SESSION_DELETED',
  'JWT_AUTHORIZATION_GRANT',
] as const;

/** Types that are stored only when the realm chooses them; each also exists with `_ERROR`. */
const STORED_ON_REQUEST = [
  'REFRESH_TOKEN',
  'VALIDATE_ACCESS_TOKEN',
  'INTROSPECT_TOKEN',
  'INVALID_SIGNATURE',
  'REGISTER_NODE',
  'UNREGISTER_NODE',
  'USER_INFO_REQUEST',
  'IDENTITY_PROVIDER_LOGIN',
  'IDENTITY_PROVIDER_RESPONSE',
  'IDENTITY_PROVIDER_RETRIEVE_TOKEN',
  'CLIENT_INFO',
  'PUSHED_AUTHORIZATION_REQUEST',
] as const;

/** A kind of user event, without `_ERROR`. */
export type EventKind = (typeof STORED_BY_DEFAULT)[number] | (typeof STORED_ON_REQUEST)[number];
/** As in the member `type` of an event. */
export type EventType = EventKind | `${EventKind}_ERROR`;

/** Errors of these are not stored by default, although the events are. */
const QUIET_ERRORS: ReadonlySet<EventType> = new Set<EventType>([
  'PERMISSION_TOKEN_ERROR',
  'USER_DISABLED_BY_PERMANENT_LOCKOUT_ERROR',
  'USER_DISABLED_BY_TEMPORARY_LOCKOUT_ERROR',
]);

const withErrors = (kinds: readonly EventKind[]): readonly EventType[] =>
  kinds.flatMap((kind): EventType[] => [kind, `${kind}_ERROR`]);

/** The types that are stored when the realm chooses none. */
export const DEFAULT_EVENT_TYPES: readonly EventType[] = withErrors(STORED_BY_DEFAULT).filter(
  (type) => !QUIET_ERRORS.has(type),
);

/** All types, sorted. */
export const EVENT_TYPES: readonly EventType[] = withErrors([
  ...STORED_BY_DEFAULT,
  ...STORED_ON_REQUEST,
]).toSorted();

/** What an administrator has done. */
export const OPERATION_TYPES = ['CREATE', 'UPDATE', 'DELETE', 'ACTION'] as const;
export type OperationType = (typeof OPERATION_TYPES)[number];

/** What an administrator has changed. */
export const RESOURCE_TYPES = [
  'REALM',
  'REALM_ROLE',
  'REALM_ROLE_MAPPING',
  'REALM_SCOPE_MAPPING',
  'AUTH_FLOW',
  'AUTH_EXECUTION_FLOW',
  'AUTH_EXECUTION',
  'AUTHENTICATOR_CONFIG',
  'REQUIRED_ACTION_CONFIG',
  'REQUIRED_ACTION',
  'IDENTITY_PROVIDER',
  'IDENTITY_PROVIDER_MAPPER',
  'PROTOCOL_MAPPER',
  'USER',
  'USER_LOGIN_FAILURE',
  'USER_SESSION',
  'USER_FEDERATION_PROVIDER',
  'USER_FEDERATION_MAPPER',
  'GROUP',
  'GROUP_MEMBERSHIP',
  'CLIENT',
  'CLIENT_INITIAL_ACCESS_MODEL',
  'CLIENT_ROLE',
  'CLIENT_ROLE_MAPPING',
  'CLIENT_SCOPE',
  'CLIENT_SCOPE_MAPPING',
  'CLIENT_SCOPE_CLIENT_MAPPING',
  'CLUSTER_NODE',
  'COMPONENT',
  'AUTHORIZATION_RESOURCE_SERVER',
  'AUTHORIZATION_RESOURCE',
  'AUTHORIZATION_SCOPE',
  'AUTHORIZATION_POLICY',
  'CUSTOM',
  'USER_PROFILE',
  'ORGANIZATION',
  'ORGANIZATION_MEMBERSHIP',
] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

/** A user event, as `GET /admin/realms/{realm}/events` lists it. */
export interface UserEventWire {
  readonly id: string;
  /** Milliseconds since the epoch, on the realm's clock. */
  readonly time: number;
  readonly type: EventType;
  /** The realm's ID. */
  readonly realmId: string;
  /** The `clientId`. */
  readonly clientId?: string;
  readonly userId?: string;
  readonly sessionId?: string;
  /** Absent if no request has caused the event. */
  readonly ipAddress?: string;
  readonly error?: string;
  readonly details: Readonly<Record<string, string>>;
  /** ID of the exchange in Activity; absent if no request has caused the event. Keycloak has no such member. */
  readonly activityId?: string;
}

/** An admin event, as `GET /admin/realms/{realm}/admin-events` lists it. */
export interface AdminEventWire {
  readonly id: string;
  /** Milliseconds since the epoch, on the realm's clock. */
  readonly time: number;
  /** The realm's ID. */
  readonly realmId: string;
  readonly authDetails: {
    /** IDs of the administrator's realm, client and user. */
    readonly realmId: string;
    readonly clientId?: string;
    readonly userId: string;
    readonly ipAddress: string;
  };
  readonly operationType: OperationType;
  readonly resourceType: ResourceType;
  /** Below the realm: `users/{id}`. Absent for the realm itself. */
  readonly resourcePath?: string;
  /** JSON text of what was sent, without secrets; only if the realm includes representations. */
  readonly representation?: string;
  /** ID of the exchange in Activity. Keycloak has no such member. */
  readonly activityId: string;
}

/** The configuration of a realm's events. */
export interface EventsConfigWire {
  readonly eventsEnabled: boolean;
  /** Seconds; 0 or absent: user events do not expire. */
  readonly eventsExpiration?: number;
  readonly eventsListeners: string[];
  readonly enabledEventTypes: string[];
  readonly adminEventsEnabled: boolean;
  readonly adminEventsDetailsEnabled: boolean;
}
