// Delivers SAML messages like a browser without scripts: follows redirects, signs in, and stops at the page
// or redirect that leads back.
import { person } from './clients.ts';
import { PlainBrowser, submitSignIn } from './sign-in.ts';

/** A message to a service provider. */
export interface Delivered {
  readonly binding: 'post' | 'redirect';
  /** The service provider's URL, without query. */
  readonly target: string;
  /** `SAMLResponse`, `RelayState`, `SAMLart`, … as the service provider reads them. */
  readonly fields: Readonly<Record<string, string>>;
  /** The query of a redirect. */
  readonly query: string;
}

/** A page of the server where a message was expected. */
export interface Page {
  readonly status: number;
  readonly text: string;
}

const HTML_ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return HTML_ENTITIES[name] ?? whole;
  });
}

/** The hidden fields and target of a page's form; undefined for a page without SAML fields. */
function readPost(page: string): Delivered | undefined {
  const form = /<form[^>]*>/.exec(page)?.[0] ?? '';
  const fields: Record<string, string> = {};
  for (const [tag] of page.matchAll(/<input[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    if (name !== undefined) fields[name] = unescapeHtml(/value="([^"]*)"/.exec(tag)?.[1] ?? '');
  }
  if (!['SAMLResponse', 'SAMLRequest', 'SAMLart'].some((name) => name in fields)) return undefined;
  return {
    binding: 'post',
    target: unescapeHtml(/action="([^"]*)"/.exec(form)?.[1] ?? ''),
    fields,
    query: '',
  };
}

function readRedirect(url: URL): Delivered {
  return {
    binding: 'redirect',
    target: url.origin + url.pathname,
    fields: Object.fromEntries(url.searchParams),
    query: url.search.slice(1),
  };
}

/** The first request: a URL or a form. */
export interface Start {
  readonly url: string;
  readonly form?: Readonly<Record<string, string>>;
}

function isDelivered(found: Delivered | Page): found is Delivered {
  return 'binding' in found;
}

/** The result of a step: an end or the next request. */
async function readAnswer(answer: Response, at: string, origin: string): Promise<Delivered | Page | Start> {
  const location = answer.headers.get('location');
  if (location !== null) {
    const next = new URL(location, at);
    return next.origin === origin ? { url: next.href } : readRedirect(next);
  }
  const text = await answer.text();
  return readPost(text) ?? { status: answer.status, text };
}

/** Browses until a message leaves the server, or a page requires input that was not given. */
export async function browse(
  browser: PlainBrowser,
  start: Start,
  username?: string,
): Promise<Delivered | Page> {
  const { origin } = new URL(start.url);
  let { url, form } = start;
  let credentials = username === undefined ? undefined : person(username);
  let answer: Response | undefined;
  for (let step = 0; step < 12; step++) {
    const init = form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) };
    const found = await readAnswer(answer ?? (await browser.request(url, init)), url, origin);
    form = undefined;
    answer = undefined;
    if ('url' in found) {
      ({ url } = found);
      continue;
    }
    if ('binding' in found || credentials === undefined || !found.text.includes('kc-form-login'))
      return found;
    const page = { html: found.text, url };
    answer = await submitSignIn((to, submit) => browser.request(to, submit), page, credentials);
    credentials = undefined;
  }
  throw new Error(`too many steps; the last was ${url}`);
}

/** Like `browse`, if the result must be a message. */
export async function deliver(browser: PlainBrowser, start: Start, username?: string): Promise<Delivered> {
  const found = await browse(browser, start, username);
  if (!isDelivered(found)) throw new Error(`no message but a page, ${found.status}: ${found.text}`);
  return found;
}

/** Like `browse`, if the request must be refused with a page; returns the page. */
export async function refused(start: Start, browser: PlainBrowser = new PlainBrowser()): Promise<Page> {
  const found = await browse(browser, start);
  if (isDelivered(found)) throw new Error(`a message was sent to ${found.target}`);
  return found;
}
