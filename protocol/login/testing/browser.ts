// Test browser: keeps cookies, follows redirects only on request, and fills in forms.

export interface TestPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Decoded query and fragment parameters of the redirect target. */
  readonly leadsTo: Readonly<Record<string, string>>;
}

function parametersOf({ searchParams, hash }: URL): Record<string, string> {
  return Object.fromEntries([...searchParams, ...new URLSearchParams(hash.slice(1))]);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

function decodeEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Target of the form with this id. @throws {TypeError} when the page has no such form. */
export function formAction(page: TestPage, formId = 'kc-form-login'): string {
  const action = new RegExp(`<form id="${formId}"[^>]* action="([^"]*)"`).exec(page.text)?.[1];
  if (action === undefined) throw new TypeError(`the page has no form ${formId}: ${page.text}`);
  return decodeEntities(action);
}

/** Target of the link with this id. @throws {TypeError} when the page has no such link. */
export function linkTarget(page: TestPage, linkId: string): string {
  const href = new RegExp(`<a id="${linkId}" href="([^"]*)"`).exec(page.text)?.[1];
  if (href === undefined) throw new TypeError(`the page has no link ${linkId}: ${page.text}`);
  return decodeEntities(href);
}

export type Field = readonly [name: string, value: string];

function listFields(fields: Readonly<Record<string, string>> | readonly Field[]): [string, string][] {
  return Array.isArray(fields) ? fields.map(([name, value]) => [name, value]) : Object.entries(fields);
}

/** One browser with its cookies. Paths are relative to the server. */
export class TestBrowser {
  readonly cookies: Map<string, string> = new Map();
  readonly baseUrl: string;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  get(url: string): Promise<TestPage> {
    return this.#send(url, { method: 'GET' });
  }

  /** Pairs may repeat a field. */
  post(url: string, fields: Readonly<Record<string, string>> | readonly Field[]): Promise<TestPage> {
    return this.#send(url, { method: 'POST', body: new URLSearchParams(listFields(fields)) });
  }

  /** A body as it is. */
  postBody(url: string, body: string, contentType: string): Promise<TestPage> {
    return this.#send(url, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType, accept: 'text/html,*/*;q=0.8' },
    });
  }

  /** Follows redirects within this server. */
  async follow(answer: TestPage): Promise<TestPage> {
    const location = answer.headers.get('location');
    if (location === null || !location.startsWith(this.baseUrl)) return answer;
    return this.follow(await this.get(location));
  }

  /** In two forms where organizations make the page ask for the name first. */
  async signIn(page: TestPage, username: string, password: string): Promise<TestPage> {
    const action = formAction(page);
    if (!action.includes('execution=organization&')) return this.post(action, { username, password });
    return this.post(formAction(await this.post(action, { username })), { password });
  }

  async #send(url: string, init: RequestInit): Promise<TestPage> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...init.headers, ...(cookie === '' ? {} : { cookie }) };
    const response = await fetch(new URL(url, this.baseUrl), { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    const location = response.headers.get('location');
    const leadsTo = location === null ? {} : parametersOf(new URL(location));
    return { status: response.status, headers: response.headers, text: await response.text(), leadsTo };
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0(?:;|$)/.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
