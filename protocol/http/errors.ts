// Turns refusals and defects into replies: JSON for programs, a plain page for browsers.
import { OAuthError, type OAuthErrorDetails } from '#protocol/errors/oauth-error.ts';
import type { DiskOperation, StorageError } from '#protocol/errors/storage-error.ts';
import type { Exchange, Reply } from './exchange.ts';
import { type Html, html } from './html.ts';
import { challenge, htmlReply, jsonReply, NO_STORE } from './replies.ts';
import type { RequestFault } from './request-fault.ts';

/** Missing credentials: a challenge without an error, 401 without body. RFC 6749 §5.2, RFC 9110 §11.6.1. */
export class MissingCredentialsError extends OAuthError {
  /** Value of `WWW-Authenticate`. */
  readonly challenge: string;

  constructor(realmName: string, details: OAuthErrorDetails) {
    super('invalid_client', { status: 401, ...details });
    this.name = 'MissingCredentialsError';
    this.challenge = challenge('Basic', { realm: realmName });
  }
}

/** A refusal as JSON, never cached; also reported to Activity. RFC 6749 §5.2. */
export function oauthErrorReply(exchange: Exchange, error: OAuthError): Reply {
  exchange.activity.refused(error);
  if (error instanceof MissingCredentialsError) {
    return { status: error.status, headers: { ...NO_STORE, 'www-authenticate': error.challenge } };
  }
  const description = error.description === '' ? {} : { error_description: error.description };
  return jsonReply(error.status, { error: error.code, ...description }, NO_STORE);
}

/** Headings of the plain page by status; the fallback is that of a bad request. */
const HEADINGS: Readonly<Record<number, string>> = {
  403: 'Not allowed',
  404: 'Nothing here',
  405: 'Method not allowed',
  500: 'Something went wrong',
  503: 'Realm out of service',
};

/** The language of pages for requests that did not get to an endpoint. */
export interface FaultTexts {
  /** BCP 47 tag, for `lang`. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  /** Undefined: the text is in English only. */
  translate(english: string): string | undefined;
}

export const ENGLISH_FAULTS: FaultTexts = { locale: 'en', direction: 'ltr', translate: (text) => text };

/** A paragraph with the text, marked as English if it is not in the language of the page. */
export function renderDescription({ locale, translate }: FaultTexts, english: string): Html {
  const text = translate(english) ?? (locale === 'en' ? english : undefined);
  return text === undefined
    ? html`<p class="instruction" lang="en" dir="ltr">${english}</p>`
    : html`<p class="instruction">${text}</p>`;
}

/** A page for a browser at a wrong address; self-contained, because nothing in the request is trusted yet. */
function faultPage(
  texts: FaultTexts,
  status: number,
  description: string,
  english: string = HEADINGS[status] ?? 'The request cannot be understood',
): Reply {
  const heading = texts.translate(english) ?? english;
  return htmlReply(
    status,
    html`<!doctype html>
<html lang="${texts.locale}" dir="${texts.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${heading}</title>
</head>
<body id="keycloak-bg">
<main id="kc-error-message">
<h1 id="kc-page-title">${heading}</h1>
${renderDescription(texts, description)}
</main>
</body>
</html>
`,
  );
}

/** A browser that requested an address that does not exist. */
export interface LostVisitor extends Pick<Exchange, 'baseUrl' | 'basePath' | 'remoteAddress'> {
  readonly fault: RequestFault;
  /** Whether it has an `Origin` header: a script sent it, the user did not open the address. Fetch §3.2. */
  readonly isScript: boolean;
  readonly texts: FaultTexts;
}

/** Whether a browser is opening a page, as opposed to a program: a GET that accepts HTML. */
export function wantsPage(method: string, accept: string | undefined): boolean {
  return method === 'GET' && accept !== undefined && accept.includes('text/html');
}

/** A plain page when a browser opened the address or submitted a form, JSON otherwise. */
export function faultReply(
  fault: RequestFault,
  method: string,
  accept: string | undefined,
  texts: FaultTexts = ENGLISH_FAULTS,
): Reply {
  // No page has a form for an address that does not exist.
  const isForm = method === 'POST' && fault.status !== 404;
  if (wantsPage(isForm ? 'GET' : method, accept)) {
    const page = faultPage(texts, fault.status, fault.description);
    return { ...page, headers: { ...page.headers, ...fault.headers } };
  }
  return jsonReply(
    fault.status,
    { error: fault.code, error_description: fault.description },
    { ...NO_STORE, ...fault.headers },
  );
}

const STORAGE_TITLES: Readonly<Record<DiskOperation, string>> = {
  read: 'The data cannot be read',
  write: 'Nothing can be saved',
};

/**
 * 503 when the data directory is gone, full or not accessible, or the database cannot be used, with what happened and how to fix it; also a
 * page where a browser submitted a form. RFC 9110 §15.6.4; the code is that of RFC 6749 §4.1.2.1.
 */
export function storageReply(
  error: StorageError,
  accept: string | undefined,
  texts: FaultTexts = ENGLISH_FAULTS,
): Reply {
  const { description, remedy, operation, retryAfterSeconds } = error;
  const text = `${description} ${remedy}`;
  const retry = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  if (wantsPage('GET', accept)) {
    const page = faultPage(texts, 503, text, STORAGE_TITLES[operation]);
    return { ...page, headers: { ...page.headers, ...retry } };
  }
  const body = { error: 'temporarily_unavailable', error_description: text };
  return jsonReply(503, body, { ...NO_STORE, ...retry });
}

/** The response to an internal error; details are in the log only. */
export function defectReply(
  method: string,
  accept: string | undefined,
  texts: FaultTexts = ENGLISH_FAULTS,
): Reply {
  const description = 'For more on this error consult the server log.';
  if (wantsPage(method, accept)) return faultPage(texts, 500, description);
  return jsonReply(500, { error: 'unknown_error', error_description: description }, NO_STORE);
}
