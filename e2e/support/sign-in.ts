// Signs in like a browser without scripts: keeps cookies, posts the page's form, or the forms of realms that ask for the
// name first.

/** A browser without scripts: a cookie jar for one server. */
export class PlainBrowser {
  readonly #cookies = new Map<string, string>();

  /** Sends a request without following redirects. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#remember(line);
    return response;
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  #remember(line: string): void {
    const [pair = ''] = line.split(';');
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals);
    if (/;\s*max-age=0/i.test(line) || /expires=thu, 01[ -]jan[ -]1970/i.test(line))
      this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(equals + 1));
  }
}

/** The target of a page's form. */
export function formAction(page: string, formId: string): string {
  const form = new RegExp(`<form[^>]*id="${formId}"[^>]*>`).exec(page)?.[0] ?? '';
  const action = /action="([^"]*)"/.exec(form)?.[1];
  if (action === undefined) throw new Error(`no form #${formId} on the page:\n${page.slice(0, 2000)}`);
  return action.replaceAll('&amp;', '&').replaceAll('&#38;', '&');
}

/** Who signs in, and for which organization if the page asks for one. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Alias of an organization. */
  readonly organization?: string;
}

const CHOICE = 'kc-user-organizations';

/** The form of a page that is submitted next, with the fields that it has. */
function nextForm(page: string, credentials: Credentials): { id: string; fields: Record<string, string> } {
  if (page.includes(`id="${CHOICE}"`)) {
    if (credentials.organization === undefined) throw new Error(`an organization is asked for:\n${page}`);
    return { id: CHOICE, fields: { 'kc.org': credentials.organization } };
  }
  const { username, password } = credentials;
  const given = Object.entries({ username, password });
  const fields = given.filter(([name]) => new RegExp(`<input[^>]* name="${name}"`).test(page));
  return { id: 'kc-form-login', fields: Object.fromEntries(fields) };
}

/** A page, and its address. */
export interface OpenPage {
  readonly html: string;
  readonly url: string | URL;
}

/** Submits the sign-in page and, where the name is asked first, those that follow. The answer to the password. */
export async function submitSignIn(
  request: (url: string, init: RequestInit) => Promise<Response>,
  { html, url }: OpenPage,
  credentials: Credentials,
): Promise<Response> {
  let page = html;
  // Name, organization and password, each on a page of its own.
  for (let step = 0; step < 3; step++) {
    const { id, fields } = nextForm(page, credentials);
    const action = new URL(formAction(page, id), url).href;
    const answer = await request(action, { method: 'POST', body: new URLSearchParams(fields) });
    if ('password' in fields || answer.status !== 200) return answer;
    page = await answer.text();
  }
  throw new Error(`the password was never asked for:\n${page}`);
}

/** Opens an authorization URL, signs in, and returns the callback URL. */
export async function signIn(
  browser: PlainBrowser,
  authorizationUrl: string | URL,
  username: string,
  password: string,
): Promise<URL> {
  const page = await browser.request(String(authorizationUrl));
  const location = page.headers.get('location');
  if (page.status === 302 && location !== null) return new URL(location);
  const answer = await submitSignIn(
    (url, init) => browser.request(url, init),
    { html: await page.text(), url: authorizationUrl },
    { username, password },
  );
  const callback = answer.headers.get('location');
  if (answer.status !== 302 || callback === null)
    throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return new URL(callback);
}
