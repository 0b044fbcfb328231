// Gives a command its access to the admin API: server, realm, and a token that is still valid.
import { join } from 'node:path';
import type { Arguments } from './arguments.ts';
import { CommandError, UsageError } from './command-error.ts';
import { type ConfigStore, createFileStore, createMemoryStore } from './config-file.ts';
import type { Host } from './host.ts';
import { ConnectionError, createHttpClient, type HttpClient } from './http-client.ts';
import type { JsonObject } from './json.ts';
import { readSession, readText, type Session, writeSession } from './session.ts';
import { signIn } from './sign-in.ts';
import { requestToken } from './token-endpoint.ts';
import { readTlsSettings } from './truststore.ts';

/** A token is renewed this long before it expires, so that it lasts for the request. */
export const EXPIRY_MARGIN_MS = 5000;

/** What the requests of one command need. */
export interface Access {
  readonly http: HttpClient;
  readonly server: string;
  /** Realm of the login. */
  readonly realm: string | undefined;
  readonly token: string | undefined;
}

/** The configuration that the command uses. @throws {UsageError} for --config with --no-config. */
export function openConfig(host: Host, args: Arguments): ConfigStore {
  const path = args.text('config');
  if (!args.flag('noConfig'))
    return createFileStore(path ?? join(host.homeDirectory, '.keycloak', 'kcadm.config'));
  if (path !== undefined) throw new UsageError('Options --config and --no-config are mutually exclusive');
  return createMemoryStore();
}

/** Options that sign in for this command only. */
const SIGNS_IN = ['user', 'password', 'secret', 'keystore', 'keypass', 'storepass', 'alias'] as const;

function requireServer(host: Host, args: Arguments, config: JsonObject): string {
  const server = args.text('server') ?? readText(config, 'serverUrl');
  if (server !== undefined) return server;
  throw new CommandError(`No server specified. Use --server, or '${host.program} config credentials'.`);
}

/** The token of a saved login, renewed and saved again if it expires soon. */
async function currentToken(
  host: Host,
  http: HttpClient,
  store: ConfigStore,
  place: { readonly server: string; readonly realm: string },
): Promise<string | undefined> {
  const session = readSession(store.read(), place.server, place.realm);
  if (session === undefined) return undefined;
  const now = host.now();
  const isValid = (until: number | undefined): boolean =>
    until === undefined || until - EXPIRY_MARGIN_MS > now;
  if (session.token !== undefined && isValid(session.expiresAt)) return session.token;
  const form = renewalForm(session);
  if (form === undefined) return undefined;
  if (form['refresh_token'] !== undefined && !isValid(session.refreshExpiresAt))
    throw new CommandError(`Session has expired. Login again with '${host.program} config credentials'`);
  const renewed = await renew(http, session, { ...place, form }, now);
  store.change((config) => writeSession(config, place.server, place.realm, renewed));
  return renewed.token;
}

/** How the session gets another token; undefined when it cannot. */
function renewalForm(session: Session): Record<string, string> | undefined {
  if (session.refreshToken !== undefined)
    return { grant_type: 'refresh_token', refresh_token: session.refreshToken };
  return session.grantType === 'client_credentials' ? { grant_type: 'client_credentials' } : undefined;
}

async function renew(
  http: HttpClient,
  session: Session,
  place: { readonly server: string; readonly realm: string; readonly form: Record<string, string> },
  now: number,
): Promise<Session> {
  try {
    const renewed = await requestToken(http, { ...place, client: session }, now);
    return { ...renewed, grantType: session.grantType };
  } catch (error) {
    if (!(error instanceof CommandError) || error instanceof ConnectionError) throw error;
    throw new CommandError(`Failed to refresh access token - ${error.message}`, { cause: error });
  }
}

/**
 * Signs in with the options of the command, or uses the saved login.
 * @throws {CommandError} without server or realm, when the login has expired or the server refuses it.
 */
export async function openAccess(host: Host, args: Arguments): Promise<Access> {
  const store = openConfig(host, args);
  const config = store.read();
  const server = requireServer(host, args, config);
  const realm = args.text('realm') ?? readText(config, 'realm');
  const given = args.text('token');
  const http = createHttpClient(() => readTlsSettings(host, args, config));
  if (given !== undefined) return { http, server, realm, token: given };
  if (realm === undefined) {
    throw new CommandError(
      `No realm or token specified. Use --realm, --token, or '${host.program} config credentials'.`,
    );
  }
  const place = { server, realm };
  if (!args.has(...SIGNS_IN)) return { http, ...place, token: await currentToken(host, http, store, place) };
  const clientId = readSession(config, server, realm)?.clientId;
  const { token } = await signIn(host, http, args, { ...place, clientId });
  return { http, ...place, token };
}
