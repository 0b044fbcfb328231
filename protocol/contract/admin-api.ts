// Wire types of Understudy's own API and of the admin API, as far as they are not part of a realm file.
import type { RoleRepresentation } from './realm-representation.ts';
import type { SettingFaultWire } from './settings.ts';

/** An error: `error` for missing resources and syntax, `errorMessage` for conflicts and validation. */
export interface AdminErrorWire {
  readonly error?: string;
  readonly errorMessage?: string;
  readonly error_description?: string;
  /** How to fix it: the setting or the request that helps. */
  readonly remedy?: string;
  /** The invalid member of a user; `errorMessage` is a message key and `params` are its parameters. */
  readonly field?: string;
  readonly params?: readonly string[];
  /** Several invalid members of a user, each with its own `field`. */
  readonly errors?: readonly AdminErrorWire[];
  /** For settings: each faulty key. */
  readonly faults?: readonly SettingFaultWire[];
}

/** `GET …/users/{id}/role-mappings`. */
export interface MappingsRepresentation {
  realmMappings?: RoleRepresentation[];
  clientMappings?: Record<string, { id: string; client: string; mappings: RoleRepresentation[] }>;
}

/** One live browser session, as returned by `GET …/users/{id}/sessions`. Instants are in milliseconds. */
export interface UserSessionRepresentation {
  id: string;
  username: string;
  userId: string;
  ipAddress: string;
  start: number;
  lastAccess: number;
  rememberMe: boolean;
  /** clientId by the client's id. */
  clients: Record<string, string>;
}

/** A client's part of a session. Instants are in milliseconds. */
export interface ClientSessionWire {
  readonly clientUuid: string;
  readonly clientId: string;
  readonly start: number;
  readonly lastRefresh: number;
  /** Granted scopes, separated by blanks. */
  readonly scope: string;
}

/** A row of `GET /emulator/v1/realms/{realm}/sessions`: a live session. Instants are in milliseconds. */
export interface RealmSessionWire extends UserSessionRepresentation {
  readonly offline: boolean;
  /** Activity's flow in which it began; empty when unknown. */
  readonly flow: string;
  readonly authenticatedAt: number;
  /** When it expires if it is not used again. */
  readonly endsAt: number;
  readonly clientSessions: readonly ClientSessionWire[];
}

/** `GET /emulator/v1/realms/{realm}/sessions`. */
export interface RealmSessionsWire {
  /** Total number of matching sessions on all pages. */
  readonly total: number;
  /** The realm's time in milliseconds. */
  readonly now: number;
  readonly sessions: readonly RealmSessionWire[];
}

/** `DELETE /emulator/v1/realms/{realm}/sessions`. */
export interface EndedSessionsWire {
  readonly ended: number;
}

/** One consent of `GET /emulator/v1/realms/{realm}/consents`. Dates are in milliseconds. */
export interface RealmConsentWire {
  readonly userId: string;
  readonly username: string;
  readonly clientId: string;
  readonly grantedClientScopes: readonly string[];
  readonly createdDate?: number;
  readonly lastUpdatedDate?: number;
}

/** `GET /emulator/v1/realms/{realm}/consents`. */
export interface RealmConsentsWire {
  /** Total number of matching consents on all pages. */
  readonly total: number;
  readonly consents: readonly RealmConsentWire[];
}

/** `GET …/attack-detection/brute-force/users/{id}`: failed sign-ins of a user. */
export interface LockoutWire {
  /** Whether the user is locked now. */
  readonly disabled: boolean;
  readonly numFailures: number;
  readonly numTemporaryLockouts?: number;
  /** Milliseconds; 0 when there was none. */
  readonly lastFailure: number;
  /** IP address of the last failure, or `n/a`. */
  readonly lastIPFailure: string;
  /** Seconds since the epoch; a number beyond every date for a permanent lock. */
  readonly failedLoginNotBefore?: number;
}

/** One key of `GET …/keys`. */
export interface RealmKeyRepresentation {
  providerId: string;
  providerPriority: number;
  kid: string;
  status: 'ACTIVE' | 'PASSIVE' | 'DISABLED';
  type: 'RSA' | 'OCT' | 'EC' | 'OKP';
  algorithm: string;
  publicKey?: string;
  certificate?: string;
  use: 'SIG' | 'ENC';
  /** Milliseconds. */
  validTo?: number;
}

/** A described certificate: one row of `POST /emulator/v1/certificates`. Instants are in milliseconds. */
export interface CertificateWire {
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal. */
  readonly serialNumber: string;
  readonly validFrom: number;
  readonly validTo: number;
  /** E.g. `RSA 2048`. */
  readonly key: string;
  /** SHA-256, in pairs of hexadecimal digits separated by colons. */
  readonly fingerprint: string;
  /** Base64 of the DER. */
  readonly certificate: string;
}

/** `GET …/clients/{id}/certificates/{attribute}`, and the response to generating one. Base64 of the DER. */
export interface ClientCertificateRepresentation {
  readonly certificate?: string;
  /** Only for callers who may change the client. */
  readonly privateKey?: string;
}

/** `GET /emulator/v1/server`: data for the window's status line and Overview. */
export interface ServerInfoWire {
  readonly product: 'Understudy';
  readonly version: string;
  /** Base URL as the caller sees it, without a trailing slash. */
  readonly baseUrl: string;
  /** `http://…` URLs on which the server listens. */
  readonly addresses: readonly string[];
  readonly features: readonly string[];
  readonly dataDir: string;
  readonly store: StateStoreWire;
  /** `electron 33.2.1` or `node 20.20.2`. */
  readonly runtime: string;
  /** Realms by name, as shown on Overview. */
  readonly realms: readonly RealmOverviewWire[];
  /** Realms that are not served because one of their files is damaged. */
  readonly outOfService: readonly RealmOutOfServiceWire[];
}

/** Where realms, users, keys and sessions are kept. */
export interface StateStoreWire {
  readonly kind: 'files' | 'memory' | 'postgres';
  /** The data directory, or `postgres:5432/keycloak`; empty for memory. */
  readonly place: string;
}

export interface RealmOutOfServiceWire {
  /** Absent when the damaged file does not reveal the name. */
  readonly realm?: string;
  /** Absolute path of the file. */
  readonly path: string;
  /** What is wrong with it, e.g. `it is not valid JSON`. */
  readonly problem: string;
}

/** One realm on Overview. */
export interface RealmOverviewWire {
  readonly realm: string;
  readonly displayName: string;
  readonly issuer: string;
  readonly discovery: string;
  /** Milliseconds that the realm's clock is ahead of real time; 0 when it is not moved. */
  readonly clockOffsetMs: number;
  /** The instant at which the realm's time stands still, ISO 8601; absent while it passes. */
  readonly clockFrozenAt?: string;
  /** Users offered for one-click sign-in; empty unless the realm allows it. */
  readonly namedUsers: readonly NamedUserWire[];
}

/** A user that developers may sign in as with one click. */
export interface NamedUserWire {
  readonly username: string;
  readonly name: string;
  /** The unchanged password from a realm file. Read from that file, never stored. */
  readonly password?: string;
  /** Realm roles, composites not expanded. */
  readonly roles: readonly string[];
}

/** A bundled sample application: `GET /emulator/v1/realms/{realm}/applications`. */
export interface SampleApplicationWire {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly state: 'stopped' | 'starting' | 'running' | 'failed';
  /** Where to open it in a browser, while it runs. */
  readonly url?: string;
  readonly error?: string;
  /** Why it cannot start in this realm: a sentence that names the missing client or setting. */
  readonly unavailable?: string;
}

/** An item of `GET /emulator/v1/realms/{realm}/export-report`: what Keycloak will read differently. */
export interface ExportFindingWire {
  /** The first place, as in a realm file: `clients[2].redirectUris[0]`. */
  readonly path: string;
  /** Sentences. */
  readonly message: string;
}
