// The full view of a recorded exchange, computed when opened: everything decoded, secrets masked.
import type {
  ActivityLocation,
  ActivityMessage,
  ActivityRecord,
  ActivityToken,
  ActivityValue,
} from '#protocol/contract/activity.ts';
import { decodeJws } from '#protocol/crypto/jws.ts';
import { parseCookies } from '#protocol/http/cookies.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { isSecretParameter, maskJson, maskUrl, shownHeader, shownValue } from '#protocol/http/masking.ts';
import { type NotedDocument, queryOf, type RecordedExchange } from '#protocol/http/recorded-exchange.ts';
import { listAddedHeaders } from '#protocol/http/reply-writer.ts';
import { type CurlRequest, renderCurl } from './curl.ts';
import { describeDocument } from './describe-document.ts';
import { readPairs } from './request-parameters.ts';
import { requestHeader, summarize } from './summarize.ts';

type Pair = readonly [name: string, value: string];

function headerPairs(rawHeaders: readonly string[]): Pair[] {
  return rawHeaders.flatMap((name, index): Pair[] =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
  );
}

/** The reply's own headers, then those that the server adds to every reply. */
function replyHeaderPairs({ reply, written }: RecordedExchange): Pair[] {
  const headers = reply?.headers ?? {};
  const own = Object.entries(headers).flatMap(([name, value]): Pair[] =>
    typeof value === 'string'
      ? value === ''
        ? []
        : [[name, value]]
      : value.map((each): Pair => [name, each]),
  );
  return [...own, ...headerPairs(written === undefined ? [] : listAddedHeaders(headers, written))];
}

/** Parsed JSON. Of other text only the length is shown, because it may contain anything. */
function readJson(text: string, length: number): unknown {
  if (text === '') return length === 0 ? undefined : `(${length} characters, not kept)`;
  try {
    return JSON.parse(text);
  } catch {
    // The server rejected the request for the same reason.
    return `(${length} characters that are not JSON)`;
  }
}

function textPairs(json: unknown): Pair[] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [];
  return Object.entries(json).flatMap(([name, value]): Pair[] =>
    typeof value === 'string' ? [[name, value]] : [],
  );
}

function maskClaims(claims: object): { readonly [member: string]: unknown } {
  const masked = maskJson(claims);
  return typeof masked === 'object' && masked !== null ? { ...masked } : {};
}

/** Decodes the JWTs among the values, each once. */
function findTokens(pairs: readonly Pair[], reveal: boolean): ActivityToken[] {
  const seen = new Set<string>();
  return pairs.flatMap(([name, value]) => {
    const token = seen.has(value) || !value.startsWith('ey') ? undefined : decodeJws(value);
    if (token === undefined) return [];
    seen.add(value);
    return [
      { name, header: { ...token.header }, claims: reveal ? { ...token.claims } : maskClaims(token.claims) },
    ];
  });
}

function shownPairs(pairs: readonly Pair[], reveal: boolean): ActivityValue[] {
  return pairs.map(([name, value]) => shownValue(name, value, isSecretParameter(name), reveal));
}

interface MessageParts {
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
  readonly form: readonly Pair[];
  readonly cookies: readonly Pair[];
  readonly json: unknown;
  readonly bearer: readonly Pair[];
  readonly documents: readonly NotedDocument[];
  /** When it was sent, in milliseconds since the epoch. */
  readonly at: number;
}

function describeMessage(parts: MessageParts, reveal: boolean): ActivityMessage {
  const { json, at } = parts;
  const parameters = [...parts.query, ...parts.form, ...parts.bearer];
  return {
    headers: parts.headers.map(([name, value]) => shownHeader(name, value, reveal)),
    query: shownPairs(parts.query, reveal),
    form: shownPairs(parts.form, reveal),
    cookies: parts.cookies.map(([name, value]) => shownValue(name, value, true, reveal)),
    ...(json === undefined ? {} : { json: reveal ? json : maskJson(json) }),
    tokens: findTokens(
      [...parts.query, ...parts.form, ...textPairs(json), ...parts.cookies, ...parts.bearer],
      reveal,
    ),
    documents: parts.documents.map((document) => describeDocument(document, { parameters, at, reveal })),
  };
}

function isForm(recorded: RecordedExchange): boolean {
  return (
    requestHeader(recorded, 'content-type')?.toLowerCase().startsWith('application/x-www-form-urlencoded') ===
    true
  );
}

/** Whether the body is XML that is shown as a document. */
function isShownXml(recorded: RecordedExchange): boolean {
  if (documentsOf(recorded, 'request').length === 0) return false;
  return requestHeader(recorded, 'content-type')?.toLowerCase().split(';', 1)[0]?.endsWith('xml') === true;
}

function documentsOf(
  recorded: RecordedExchange,
  direction: NotedDocument['direction'],
): readonly NotedDocument[] {
  return recorded.documents.filter((document) => document.direction === direction);
}

function requestParts(recorded: RecordedExchange): MessageParts {
  const { facts, requestBody, requestBodyLength } = recorded;
  const form = isForm(recorded);
  const bearer = /^(\w+) +(\S+)$/.exec(requestHeader(recorded, 'authorization') ?? '');
  return {
    headers: headerPairs(facts.rawHeaders),
    query: readPairs(queryOf(facts.target)),
    form: form ? readPairs(requestBody) : [],
    cookies: [...parseCookies(requestHeader(recorded, 'cookie'))],
    json: form || isShownXml(recorded) ? undefined : readJson(requestBody, requestBodyLength),
    bearer: [
      ...(bearer === null ? [] : [['authorization', bearer[2] ?? ''] as const]),
      // The whole body may be a token, as sent to a client's Admin URL.
      ...(form ? [] : [['body', requestBody] as const]),
    ],
    documents: documentsOf(recorded, 'request'),
    at: recorded.startedAt,
  };
}

function setCookiePairs(headers: readonly Pair[]): Pair[] {
  return headers.flatMap(([name, value]) =>
    name === 'set-cookie' ? [...parseCookies(value.split(';', 1)[0])] : [],
  );
}

/** Parameters of a redirect: both query and fragment may carry a response. */
function locationPairs(url: string): Pair[] {
  const [beforeFragment = '', fragment = ''] = url.split('#', 2);
  return [...readPairs(queryOf(beforeFragment)), ...readPairs(fragment)];
}

interface Target {
  readonly by: ActivityLocation['by'];
  readonly url: string;
  readonly parameters: readonly Pair[];
}

/** Where the browser goes next, by a redirect or by a form. */
function targetOf(reply: Reply | undefined, headers: readonly Pair[]): Target | undefined {
  const url = headers.find(([name]) => name === 'location')?.[1];
  if (url !== undefined) return { by: 'redirect', url, parameters: locationPairs(url) };
  const form = reply?.postedForm;
  return form === undefined ? undefined : { by: 'form', url: form.action, parameters: form.fields };
}

function describeResponse(recorded: RecordedExchange, reveal: boolean): ActivityRecord['response'] {
  const headers = replyHeaderPairs(recorded);
  const target = targetOf(recorded.reply, headers);
  const body = recorded.reply?.body?.toString() ?? '';
  const isJson = headers.some(([name, value]) => name === 'content-type' && value.includes('json'));
  const message = describeMessage(
    {
      headers,
      query: [],
      form: [],
      cookies: setCookiePairs(headers),
      json: isJson ? readJson(body, recorded.replyBodyLength) : undefined,
      bearer: target?.parameters ?? [],
      documents: documentsOf(recorded, 'response'),
      at: recorded.startedAt,
    },
    reveal,
  );
  if (target === undefined) return message;
  const { by, url, parameters } = target;
  const location = { by, url: reveal ? url : maskUrl(url), parameters: shownPairs(parameters, reveal) };
  return { ...message, location };
}

/** The URL that was called, not masked. */
export function requestUrl(recorded: RecordedExchange): string {
  const { target, secure } = recorded.facts;
  const host = requestHeader(recorded, 'host') ?? 'localhost';
  return target.startsWith('/') ? `${secure ? 'https' : 'http'}://${host}${target}` : target;
}

function curlRequest(recorded: RecordedExchange, request: ActivityMessage, reveal: boolean): CurlRequest {
  const url = requestUrl(recorded);
  return {
    method: recorded.facts.method,
    url: reveal ? url : maskUrl(url),
    headers: request.headers,
    form: request.form,
    body: request.json === undefined ? undefined : JSON.stringify(request.json),
  };
}

/** Secrets are masked unless `reveal`. */
export function describeExchange(recorded: RecordedExchange, reveal: boolean): ActivityRecord {
  const request = describeMessage(requestParts(recorded), reveal);
  return {
    ...summarize(recorded),
    decisions: recorded.decisions,
    request,
    response: describeResponse(recorded, reveal),
    curl: renderCurl(curlRequest(recorded, request, reveal)),
  };
}
