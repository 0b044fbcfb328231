// Signs in like a browser without scripts: follows redirects, keeps cookies, posts the page's form.

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
  const action = new URL(formAction(await page.text(), 'kc-form-login'), String(authorizationUrl));
  const answer = await browser.request(action.href, {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
  });
  const callback = answer.headers.get('location');
  if (answer.status !== 302 || callback === null)
    throw new Error(`sign-in answered ${answer.status}: ${await answer.text()}`);
  return new URL(callback);
}
