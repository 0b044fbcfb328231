// Requests to the admin API with the access of the command, and what a refusal is called.
import type { Access } from './access.ts';
import { CommandError } from './command-error.ts';
import type { HttpClient, HttpRequest, HttpResponse } from './http-client.ts';
import { isObject, type Json, JsonError, parseJson } from './json.ts';
import { readText } from './session.ts';

/** Header names are compared in lower case. */
export type Headers = ReadonlyMap<string, readonly [name: string, value: string]>;

export const NO_HEADERS: Headers = new Map();

/** The given headers after the usual ones, which they replace. */
export function completeHeaders(
  given: Headers,
  { token, hasBody }: { readonly token: string | undefined; readonly hasBody: boolean },
): Record<string, string> {
  const headers = new Map<string, readonly [string, string]>([['accept', ['Accept', 'application/json']]]);
  if (token !== undefined) headers.set('authorization', ['Authorization', `Bearer ${token}`]);
  if (hasBody) headers.set('content-type', ['Content-Type', 'application/json']);
  for (const [key, header] of given) headers.set(key, header);
  return Object.fromEntries(headers.values());
}

export function isSuccess({ status }: HttpResponse): boolean {
  return status >= 200 && status <= 299;
}

/** The message of a JSON error body: `errorMessage`, or `error_description [error]`. */
function describeBody({ body }: HttpResponse): string | undefined {
  let parsed: Json;
  try {
    parsed = parseJson(body.toString('utf8'));
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
  if (!isObject(parsed)) return undefined;
  const message = readText(parsed, 'errorMessage');
  const error = readText(parsed, 'error');
  if (message !== undefined || error === undefined) return message;
  // Compat: Keycloak's tool prints null for a missing description.
  return `${readText(parsed, 'error_description') ?? 'null'} [${error}]`;
}

/** The error for a response that is no success. */
export function refusal(response: HttpResponse, program: string): CommandError {
  const message =
    describeBody(response) ?? `HTTP error - ${response.status} ${response.statusMessage}`.trimEnd();
  const remedy = response.status === 401 ? `\nLogin again with '${program} config credentials'` : '';
  return new CommandError(`${message}${remedy}`);
}

/** @throws {CommandError} for 404 with the URL, for other refusals with the server's message. */
export function checkSuccess(response: HttpResponse, url: string, program: string): void {
  if (response.status === 404) throw new CommandError(`Resource not found for url: ${url}`);
  if (!isSuccess(response)) throw refusal(response, program);
}

/** Reads JSON from a response. @throws {CommandError} for anything else. */
export function parseAnswer(response: HttpResponse): Json {
  try {
    return parseJson(response.body.toString('utf8'));
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new CommandError(`Error processing results: ${error.message}`, { cause: error });
  }
}

/** The admin API for look-ups and changes whose responses are not printed. */
export interface AdminClient {
  /** The JSON of a resource; undefined for 404. */
  find(url: string): Promise<Json | undefined>;
  send(request: Pick<HttpRequest, 'method' | 'url'>, body: string): Promise<HttpResponse>;
}

export function createAdminClient(http: HttpClient, { token }: Access, program: string): AdminClient {
  return {
    async find(url) {
      const headers = completeHeaders(NO_HEADERS, { token, hasBody: false });
      const response = await http.send({ method: 'GET', url, headers });
      if (response.status === 404) return undefined;
      checkSuccess(response, url, program);
      return parseAnswer(response);
    },
    send: ({ method, url }, body) =>
      http.send({ method, url, headers: completeHeaders(NO_HEADERS, { token, hasBody: true }), body }),
  };
}
