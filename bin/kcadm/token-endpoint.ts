// Gets tokens from the server: password, client_credentials and refresh_token grants.
import { CommandError } from './command-error.ts';
import type { HttpClient, HttpResponse } from './http-client.ts';
import { isObject, type Json, JsonError, JsonNumber, type JsonObject, parseJson } from './json.ts';
import { readText, type Session } from './session.ts';

/** The client as which a token is requested. */
export interface ClientCredentials {
  readonly clientId: string;
  readonly secret?: string | undefined;
}

export interface TokenRequest {
  readonly server: string;
  readonly realm: string;
  readonly client: ClientCredentials;
  readonly form: Readonly<Record<string, string>>;
}

/** RFC 6749 §2.3.1: both parts are form-encoded first. */
function writeBasic({ clientId, secret = '' }: ClientCredentials): string {
  const pair = [clientId, secret].map((part) =>
    new URLSearchParams({ part }).toString().slice('part='.length),
  );
  return `Basic ${Buffer.from(pair.join(':')).toString('base64')}`;
}

/** The address of a path below the server, which may be written with a slash at its end. */
export function belowServer(server: string, path: string): string {
  return `${server.replace(/\/+$/, '')}/${path}`;
}

function parseBody({ header, body }: HttpResponse): JsonObject | undefined {
  if (!/^application\/json\b/i.test(header('content-type') ?? '')) return undefined;
  try {
    const parsed: Json = parseJson(body.toString('utf8'));
    return isObject(parsed) ? parsed : undefined;
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function describeRefusal(response: HttpResponse, body: JsonObject | undefined): string {
  const error = readText(body, 'error');
  if (error === undefined) return `${response.status} ${response.statusMessage}`;
  return `${readText(body, 'error_description') ?? 'null'} [${error}]`;
}

function readLifespan(body: JsonObject, name: string): number | undefined {
  const value = body.get(name);
  // 0 means: never expires.
  return value instanceof JsonNumber && Number(value.text) > 0 ? Number(value.text) * 1000 : undefined;
}

function expiryOf(now: number, lifespan: number | undefined): number | undefined {
  return lifespan === undefined ? undefined : now + lifespan;
}

/**
 * Requests a token; `now` is the time before the request.
 * @throws {CommandError} with the server's `error_description [error]`, or the status without one.
 */
export async function requestToken(http: HttpClient, request: TokenRequest, now: number): Promise<Session> {
  const { server, realm, client, form } = request;
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  if (client.secret !== undefined) headers['Authorization'] = writeBasic(client);
  const url = belowServer(server, `realms/${encodeURIComponent(realm)}/protocol/openid-connect/token`);
  const body = new URLSearchParams({ ...form, client_id: client.clientId }).toString();
  const response = await http.send({ method: 'POST', url, headers, body });
  const answer = parseBody(response);
  if (response.status < 200 || response.status > 299)
    throw new CommandError(describeRefusal(response, answer));
  const token = readText(answer, 'access_token');
  if (answer === undefined || token === undefined)
    throw new CommandError(
      `Error processing results: ${url} answered without an access token. Check --server`,
    );
  return {
    clientId: client.clientId,
    secret: client.secret,
    token,
    refreshToken: readText(answer, 'refresh_token'),
    grantType: form['grant_type'] === 'refresh_token' ? undefined : form['grant_type'],
    expiresAt: expiryOf(now, readLifespan(answer, 'expires_in')),
    refreshExpiresAt: expiryOf(now, readLifespan(answer, 'refresh_expires_in')),
  };
}
