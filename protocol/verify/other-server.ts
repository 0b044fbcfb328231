// Sends requests to the other server, and keeps the cookies of each browser.
import { CookieJar } from 'tough-cookie';
import { OptionError } from '#protocol/errors/option-error.ts';
import { reasonOfFailure } from '#protocol/http/network-failure.ts';
import { isBaseUrl } from '#protocol/http/server-address.ts';
import { otherRealm, type RealmAddress } from './addresses.ts';

export interface OutgoingRequest {
  readonly method: string;
  /** Absolute. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ReceivedResponse {
  /** Address that answered, absolute. */
  readonly url: string;
  readonly status: number;
  /** By name in lower case, without set-cookie. */
  readonly headers: ReadonlyMap<string, string>;
  readonly setCookies: readonly string[];
  readonly body: string;
}

/** Sends a request; a browser's cookies are sent with it and kept. @throws {NoAnswer} */
export type Send = (request: OutgoingRequest, cookies?: CookieJar) => Promise<ReceivedResponse>;

/** The other server did not answer; the message says why. */
export class NoAnswer extends Error {
  override readonly name: string = 'NoAnswer';
}

const TIMEOUT_MS = 30_000;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

async function readBody(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new RangeError(`the answer is larger than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function receive(response: Response, url: string): Promise<ReceivedResponse> {
  const headers = new Map([...response.headers].filter(([name]) => name !== 'set-cookie'));
  const setCookies = response.headers.getSetCookie();
  return { url, status: response.status, headers, setCookies, body: await readBody(response) };
}

/** Redirects are not followed. */
export const send: Send = async ({ method, url, headers, body }, cookies) => {
  try {
    const cookie = await cookies?.getCookieString(url);
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(cookie === undefined || cookie === '' ? {} : { cookie }) },
      ...(body === undefined ? {} : { body }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const received = await receive(response, url);
    for (const text of received.setCookies) await cookies?.setCookie(text, url, { ignoreError: true });
    return received;
  } catch (cause) {
    throw new NoAnswer(reasonOfFailure(cause), { cause });
  }
};

/** As browsers do, Secure cookies are kept on loopback addresses. */
export function createCookieJar(): CookieJar {
  return new CookieJar(undefined, { rejectPublicSuffixes: false });
}

const REMEDY =
  'Give the base URL of the other server, with /auth if it has that: --against=https://sso.example.com.';

function unusable(problem: string, exitCode: 1 | 2, cause?: unknown): OptionError {
  return new OptionError('--against', problem, REMEDY, { exitCode, cause });
}

/** Base URL and realm of the other server; the URL may name another realm: `https://sso.example.com/realms/test`. */
function readTarget(against: string, realm: string): string {
  if (!isBaseUrl(against)) throw unusable('is not the base URL of a server', 2);
  const url = new URL(against);
  const path = url.pathname.replace(/\/+$/, '');
  const named = /^(.*\/realms\/[^/]+)$/.exec(path)?.[1];
  return `${url.origin}${named ?? `${path}/realms/${encodeURIComponent(realm)}`}`;
}

/**
 * The realm of the other server.
 * @throws {OptionError} `--against`: not a URL (exit code 2), no answer or no such realm (exit code 1).
 */
export async function findOtherRealm(against: string, realm: string): Promise<RealmAddress> {
  const url = readTarget(against, realm);
  let response: ReceivedResponse;
  try {
    response = await send({ method: 'GET', url: `${url}/.well-known/openid-configuration`, headers: {} });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    throw unusable(`${url} cannot be reached: ${error.message}`, 1, error);
  }
  if (response.status !== 200) throw unusable(`${url} answers ${response.status} to discovery`, 1);
  return otherRealm(url, readIssuer(response.body) ?? url);
}

function readIssuer(text: string): string | undefined {
  try {
    const { issuer } = JSON.parse(text) as { issuer?: unknown };
    return typeof issuer === 'string' && URL.canParse(issuer) ? issuer : undefined;
  } catch {
    // Compared as any other document later.
    return undefined;
  }
}
