// Wire types of the admin API that are not part of a realm file, and of Understudy's own paths under /emulator/v1.
import type { RoleRepresentation } from './realm-representation.ts';
import type { SettingFaultWire } from './settings.ts';

/** An error of the admin API: `error` for not found and syntax, `errorMessage` for conflicts and validation. */
export interface AdminErrorWire {
  readonly error?: string;
  readonly errorMessage?: string;
  readonly error_description?: string;
  /** The member of a user that is wrong, with `errorMessage` as a message key and `params` for it. */
  readonly field?: string;
  readonly params?: readonly string[];
  /** Of settings: each key that is at fault. */
  readonly faults?: readonly SettingFaultWire[];
}

/** `GET …/users/{id}/role-mappings`. */
export interface MappingsRepresentation {
  realmMappings?: RoleRepresentation[];
  clientMappings?: Record<string, { id: string; client: string; mappings: RoleRepresentation[] }>;
}

/** One live browser session as `GET …/users/{id}/sessions` gives it. Instants are milliseconds. */
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

/** What a client has in a session. Instants are milliseconds. */
export interface ClientSessionWire {
  readonly clientUuid: string;
  readonly clientId: string;
  readonly start: number;
  readonly lastRefresh: number;
  /** Granted scopes, separated by blanks. */
  readonly scope: string;
}

/** One row of `GET /emulator/v1/realms/{realm}/sessions`: a live session with everything that the console shows. Instants are milliseconds. */
export interface RealmSessionWire extends UserSessionRepresentation {
  readonly offline: boolean;
  /** Activity's flow that began it; empty when nobody knows any more. */
  readonly flow: string;
  readonly authenticatedAt: number;
  /** When it ends if nothing more happens. */
  readonly endsAt: number;
  readonly clientSessions: readonly ClientSessionWire[];
}

/** `GET /emulator/v1/realms/{realm}/sessions`. */
export interface RealmSessionsWire {
  /** How many sessions fit the filter, this page and all others. */
  readonly total: number;
  /** The realm's time in milliseconds. */
  readonly now: number;
  readonly sessions: readonly RealmSessionWire[];
}

/** `DELETE /emulator/v1/realms/{realm}/sessions`. */
export interface EndedSessionsWire {
  readonly ended: number;
}

/** One consent of `GET /emulator/v1/realms/{realm}/consents`. Dates are milliseconds. */
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
  /** How many fit the filter, this page and all others. */
  readonly total: number;
  readonly consents: readonly RealmConsentWire[];
}

/** `GET …/attack-detection/brute-force/users/{id}`: wrong passwords of a user. */
export interface LockoutWire {
  /** Whether the user is locked now. */
  readonly disabled: boolean;
  readonly numFailures: number;
  readonly numTemporaryLockouts?: number;
  /** Milliseconds; 0 when there was none. */
  readonly lastFailure: number;
  /** Address of the last failure, or `n/a`. */
  readonly lastIPFailure: string;
  /** Until when the user is locked, seconds since the epoch; a number beyond every date when for good. */
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

/** What a certificate says: one row of `POST /emulator/v1/certificates`. Instants are milliseconds. */
export interface CertificateWire {
  readonly subject: string;
  readonly issuer: string;
  /** Hexadecimal. */
  readonly serialNumber: string;
  readonly validFrom: number;
  readonly validTo: number;
  /** `RSA 2048`. */
  readonly key: string;
  /** SHA-256, in pairs of hexadecimal digits with colons between. */
  readonly fingerprint: string;
  /** Base64 of the DER. */
  readonly certificate: string;
}

/** `GET …/clients/{id}/certificates/{attribute}` and what making one answers. Base64 of the DER. */
export interface ClientCertificateRepresentation {
  readonly certificate?: string;
  /** For who may change the client only. */
  readonly privateKey?: string;
}

/** `GET /emulator/v1/server`: what the window's status line and Overview need. */
export interface ServerInfoWire {
  readonly product: 'Understudy';
  readonly version: string;
  /** Base URL as this caller sees it, no trailing slash. */
  readonly baseUrl: string;
  /** `http://…` addresses the server listens on. */
  readonly addresses: readonly string[];
  readonly features: readonly string[];
  readonly dataDir: string;
  /** `electron 33.2.1` or `node 20.20.2`. */
  readonly runtime: string;
  /** Realms by name, with what Overview shows of each. */
  readonly realms: readonly RealmOverviewWire[];
  /** Realms that are not served because one of their files cannot be used. */
  readonly outOfService: readonly RealmOutOfServiceWire[];
}

/** A realm that is not served. */
export interface RealmOutOfServiceWire {
  /** Absent when the damage leaves no name. */
  readonly realm?: string;
  /** Absolute path of the file. */
  readonly path: string;
  /** What is wrong with it: `it is not valid JSON`. */
  readonly problem: string;
}

/** One realm on Overview. */
export interface RealmOverviewWire {
  readonly realm: string;
  readonly displayName: string;
  readonly issuer: string;
  readonly discovery: string;
  /** Milliseconds that the realm's clock is ahead of real time; 0 when it follows it. */
  readonly clockOffsetMs: number;
  /** Users offered for one-click sign-in; empty unless the realm allows it. */
  readonly namedUsers: readonly NamedUserWire[];
}

/** A user that a developer may sign in as with one click. */
export interface NamedUserWire {
  readonly username: string;
  readonly name: string;
  /** The password, where a realm file contained it and it has not been changed. Known from that file, never stored. */
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
}

/** `GET|PUT /emulator/v1/realms/{realm}/clock`. */
export interface ClockWire {
  /** Milliseconds ahead of real time. */
  readonly offsetMs: number;
  /** The realm's time, ISO 8601. */
  readonly now: string;
}
