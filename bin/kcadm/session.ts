// One login in the configuration: the tokens of a server and a realm, in the members that Keycloak's tool uses.
import { isObject, type Json, JsonNumber, type JsonObject, objectOf } from './json.ts';

export interface Session {
  readonly clientId: string;
  readonly secret?: string | undefined;
  readonly token?: string | undefined;
  readonly refreshToken?: string | undefined;
  /** `password` or `client_credentials`. */
  readonly grantType?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number | undefined;
  readonly refreshExpiresAt?: number | undefined;
}

/** A text member of the configuration. */
export function readText(object: JsonObject | undefined, name: string): string | undefined {
  const value = object?.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function readNumber(object: JsonObject, name: string): number | undefined {
  const value = object.get(name);
  return value instanceof JsonNumber ? Number(value.text) : undefined;
}

function memberObject(object: JsonObject | undefined, name: string): JsonObject | undefined {
  const value = object?.get(name);
  return isObject(value) ? value : undefined;
}

function createMember(object: JsonObject, name: string): JsonObject {
  const existing = memberObject(object, name);
  if (existing !== undefined) return existing;
  const created: JsonObject = new Map();
  object.set(name, created);
  return created;
}

export function readSession(config: JsonObject, server: string, realm: string): Session | undefined {
  const stored = memberObject(memberObject(memberObject(config, 'endpoints'), server), realm);
  if (stored === undefined) return undefined;
  return {
    clientId: readText(stored, 'clientId') ?? 'admin-cli',
    secret: readText(stored, 'secret'),
    token: readText(stored, 'token'),
    refreshToken: readText(stored, 'refreshToken'),
    grantType: readText(stored, 'grantTypeForAuthentication'),
    expiresAt: readNumber(stored, 'expiresAt'),
    refreshExpiresAt: readNumber(stored, 'refreshExpiresAt'),
  };
}

const milliseconds = (value: number | undefined): Json | undefined =>
  value === undefined ? undefined : new JsonNumber(String(value));

/** Replaces the login of a server and a realm. */
export function writeSession(config: JsonObject, server: string, realm: string, session: Session): void {
  const stored = objectOf({
    clientId: session.clientId,
    token: session.token,
    refreshToken: session.refreshToken,
    secret: session.secret,
    grantTypeForAuthentication: session.grantType,
    expiresAt: milliseconds(session.expiresAt),
    refreshExpiresAt: milliseconds(session.refreshExpiresAt),
  });
  createMember(createMember(config, 'endpoints'), server).set(realm, stored);
}
