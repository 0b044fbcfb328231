// An answer in the form in which those of two servers are compared.
import type { ActivityRecord, ActivityValue } from '#protocol/contract/activity.ts';
import type { RealmAddress } from './addresses.ts';
import type { ReceivedResponse } from './other-server.ts';
import { type Page, readPage } from './page.ts';

/** What is handed to an application through the browser. */
export interface Delivery {
  /** Absolute; of a redirect without the parameters. */
  readonly url: string;
  readonly by: 'query' | 'fragment' | 'form';
  readonly parameters: ReadonlyMap<string, string>;
}

export interface Answer {
  readonly status: number;
  /** By name in lower case, without set-cookie and location. */
  readonly headers: ReadonlyMap<string, string>;
  /** `Set-Cookie` values of the step, those of redirects included. */
  readonly setCookies: readonly string[];
  /** JSON body; undefined: another body or none. */
  readonly json: unknown;
  /** False: Activity did not keep the body, or a HEAD request has none. */
  readonly isBodyKnown: boolean;
  readonly delivery: Delivery | undefined;
  /** Whether it is a page for the user. */
  readonly isPage: boolean;
  /** Title of the page; undefined: not known. */
  readonly title: string | undefined;
  /** The error that the page shows. */
  readonly message: string | undefined;
}

/** An answer of the other server, with the page on which its user goes on. */
export interface OtherAnswer extends Answer {
  readonly page: Page | undefined;
}

/** RFC 6749 §3.1: no parameter is sent twice; one that is counts as another parameter. */
function readParameters(pairs: Iterable<readonly [string, string]>): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>();
  const repeated = new Map<string, number>();
  for (const [name, value] of pairs) {
    if (parameters.has(name)) repeated.set(name, (repeated.get(name) ?? 1) + 1);
    else parameters.set(name, value);
  }
  for (const [name, count] of repeated) parameters.set(`${name} (repeated)`, `${count} times`);
  return parameters;
}

/** Undefined: no absolute URL. */
function splitLocation(location: string): Delivery | undefined {
  if (!URL.canParse(location)) return undefined;
  // As a browser reads it: `https://app.example.com` and `https://APP.example.com/` are the same address.
  const { href } = new URL(location);
  const [, url = '', query, fragment] = /^([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s.exec(href) ?? [];
  return {
    url,
    by: fragment === undefined ? 'query' : 'fragment',
    parameters: readParameters([...new URLSearchParams(query ?? ''), ...new URLSearchParams(fragment ?? '')]),
  };
}

/** One line, as a browser shows the text of a page. */
function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function isHtml(headers: ReadonlyMap<string, string>): boolean {
  return headers.get('content-type')?.toLowerCase().includes('html') === true;
}

/** Repeated headers become one (RFC 9110 §5.2), as in what a client receives. */
function joinHeaders(headers: readonly ActivityValue[]): ReadonlyMap<string, string> {
  const joined = new Map<string, string>();
  for (const { name, value } of headers) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return joined;
}

function withoutLocation(headers: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...headers].filter(([name]) => name !== 'location'));
}

function deliveryOfRecord({ response }: ActivityRecord): Delivery | undefined {
  const { location } = response;
  if (location === undefined) return undefined;
  if (location.by === 'redirect') return splitLocation(location.url);
  const parameters = readParameters(location.parameters.map(({ name, value }) => [name, value] as const));
  return {
    url: URL.canParse(location.url) ? new URL(location.url).href : location.url,
    by: 'form',
    parameters,
  };
}

/** What the recorded server answered; `exchanges`: those of a step, which ends with the last one. */
export function answerOfRecords(exchanges: readonly [ActivityRecord, ...ActivityRecord[]]): Answer {
  const last = exchanges.at(-1) ?? exchanges[0];
  const all = exchanges.flatMap(({ response }) => response.headers);
  const headers = joinHeaders(last.response.headers.filter(({ name }) => name !== 'set-cookie'));
  const { json } = last.response;
  const delivery = deliveryOfRecord(last);
  const isPage = isHtml(headers) && delivery === undefined;
  const message = isPage ? last.refusal?.description : undefined;
  // A text stands for a body that Activity did not keep.
  const isBodyKnown = typeof json !== 'string' && last.method !== 'HEAD';
  return {
    status: last.status,
    headers: withoutLocation(headers),
    setCookies: all.filter(({ name }) => name === 'set-cookie').map(({ value }) => value),
    json: isBodyKnown ? json : undefined,
    isBodyKnown,
    delivery,
    isPage,
    title: undefined,
    message: message === undefined ? undefined : toLine(message),
  };
}

/** A page whose only form is posted to another server without the user's doing. */
function postedForm({ forms }: Page, realm: RealmAddress): Delivery | undefined {
  const [form] = forms;
  if (form === undefined || forms.length > 1 || form.method !== 'POST') return undefined;
  const hidden = form.fields.filter(({ kind }) => kind === 'hidden');
  const isForUser = hidden.length === 0 || form.fields.some(({ kind }) => kind === 'input');
  if (isForUser || realm.below(form.action) !== undefined) return undefined;
  return {
    url: form.action,
    by: 'form',
    parameters: readParameters(hidden.map(({ name, value }) => [name, value] as const)),
  };
}

function parseJson({ headers, body }: ReceivedResponse): unknown {
  if (headers.get('content-type')?.toLowerCase().includes('json') !== true) return undefined;
  try {
    return JSON.parse(body);
  } catch {
    // A body that is not what its type says differs from any JSON.
    return undefined;
  }
}

/** What the other server answered; `responses`: a response and those to which redirects led. */
export function answerOfResponses(
  responses: readonly [ReceivedResponse, ...ReceivedResponse[]],
  realm: RealmAddress,
): OtherAnswer {
  const last = responses.at(-1) ?? responses[0];
  const location = last.headers.get('location');
  const page = isHtml(last.headers) ? readPage(last.body, last.url) : undefined;
  const posted = page === undefined ? undefined : postedForm(page, realm);
  const isPage = page !== undefined && posted === undefined && location === undefined;
  const target =
    location === undefined || !URL.canParse(location, last.url) ? '' : new URL(location, last.url).href;
  return {
    status: last.status,
    headers: withoutLocation(last.headers),
    setCookies: responses.flatMap(({ setCookies }) => setCookies),
    json: parseJson(last),
    isBodyKnown: true,
    delivery: location === undefined ? posted : splitLocation(target),
    isPage,
    title: isPage ? page.title : undefined,
    message: isPage ? page.message : undefined,
    page: isPage ? page : undefined,
  };
}
