// Groups recorded exchanges as their senders made them: which browser sent one, and where a redirect led it.
import type { ActivityRecord } from '#protocol/contract/activity.ts';

export interface Step {
  /** The exchange that began the step, then those to which the server's own redirects led. Never empty. */
  readonly exchanges: readonly [ActivityRecord, ...ActivityRecord[]];
  /** The browser, by a number; undefined: an application. */
  readonly browser: number | undefined;
  /** Whether the browser was signed in before the recording began. */
  readonly wasSignedIn: boolean;
}

interface OpenStep extends Step {
  readonly exchanges: [ActivityRecord, ...ActivityRecord[]];
}

/** The cookie of a signed-in browser. */
const IDENTITY_COOKIE = 'KEYCLOAK_IDENTITY';

function responseHeader({ response }: ActivityRecord, name: string): string | undefined {
  return response.headers.find((header) => header.name === name)?.value;
}

/** Path and query, comparable with those of a request. */
function targetKey(path: string, parameters: Iterable<readonly [string, string]>): string {
  return JSON.stringify([path, [...parameters].sort()]);
}

function requestKey({ path, request }: ActivityRecord): string {
  return targetKey(
    path,
    request.query.map(({ name, value }) => [name, value] as const),
  );
}

function redirectKey(record: ActivityRecord): string | undefined {
  const location = responseHeader(record, 'location');
  if (location === undefined || !URL.canParse(location)) return undefined;
  const { pathname, searchParams } = new URL(location);
  return targetKey(pathname, searchParams);
}

/** Cookies that browsers share: what they say is no secret of one of them. */
const SHARED_COOKIES: ReadonlySet<string> = new Set(['KEYCLOAK_LOCALE', 'KEYCLOAK_REMEMBER_ME']);

/** `name=value` of each cookie. */
function setCookies({ response }: ActivityRecord): readonly string[] {
  return response.headers.flatMap(({ name, value }) =>
    name === 'set-cookie' ? [value.split(';', 1)[0]?.trim() ?? ''] : [],
  );
}

/** Whether a cookie tells a browser from others. */
function isOwn(cookie: string): boolean {
  const [name = '', ...value] = cookie.split('=');
  return !SHARED_COOKIES.has(name) && value.join('=') !== '';
}

interface Browsers {
  /** The browser that sent it, by its cookies. */
  find(record: ActivityRecord): number | undefined;
  remember(browser: number, record: ActivityRecord): void;
  next(): number;
}

/** Tells browsers apart by the cookies that they were given. */
function createBrowsers(): Browsers {
  const owners = new Map<string, number>();
  let count = 0;
  return {
    find: ({ request }) =>
      request.cookies.map(({ name, value }) => owners.get(`${name}=${value}`)).find((id) => id !== undefined),
    remember(browser, record) {
      for (const cookie of setCookies(record)) if (isOwn(cookie)) owners.set(cookie, browser);
    },
    next: () => count++,
  };
}

function isFromBrowser(record: ActivityRecord): boolean {
  return record.from === 'browser' || setCookies(record).length > 0;
}

/** `records`: the earliest first. */
export function groupSteps(records: readonly ActivityRecord[]): readonly Step[] {
  const browsers = createBrowsers();
  const steps: OpenStep[] = [];
  /** Steps that a redirect left open, by where it leads. */
  const open = new Map<string, OpenStep>();
  for (const record of records) {
    const key = requestKey(record);
    const continued = record.method === 'GET' ? open.get(key) : undefined;
    open.delete(key);
    continued?.exchanges.push(record);
    const step = continued ?? beginStep(record, browsers);
    if (continued === undefined) steps.push(step);
    if (step.browser === undefined) continue;
    browsers.remember(step.browser, record);
    const next = redirectKey(record);
    if (next !== undefined) open.set(next, step);
  }
  return steps;
}

function beginStep(record: ActivityRecord, browsers: Browsers): OpenStep {
  const known = browsers.find(record);
  const browser = known ?? (isFromBrowser(record) ? browsers.next() : undefined);
  const isSignedIn = record.request.cookies.some(({ name }) => name === IDENTITY_COOKIE);
  return { exchanges: [record], browser, wasSignedIn: isSignedIn && known === undefined };
}
