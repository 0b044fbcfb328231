// Opens the console of a headless server in a browser.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** The navigation between the screens. */
export const rail = (page: Page): Locator => page.getByRole('navigation', { name: 'Screens' });

/** Where the console remembers the sign-in that it has begun. */
const PENDING_KEY = 'understudy.console.sign-in';

/** A sign-in at the server that the console only has to finish. The cookies are in the browser. */
async function signInBeforehand(page: Page, serverUrl: string, hash: string) {
  const pending = { state: randomUUID(), verifier: randomBytes(32).toString('base64url'), hash };
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: 'security-admin-console',
    redirect_uri: `${serverUrl}/console/`,
    scope: 'openid',
    state: pending.state,
    code_challenge: createHash('sha256').update(pending.verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const form = await page.request.get(
    `${serverUrl}/realms/master/protocol/openid-connect/auth?${parameters}`,
  );
  const action = /action="([^"]+)"/.exec(await form.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
  const answer = await page.request.post(new URL(action, serverUrl).href, {
    form: { username: 'admin', password: 'admin' },
    maxRedirects: 0,
  });
  return { pending, callback: answer.headers()['location'] ?? '' };
}

/** The headings of the screens, in navigation order. */
export const SCREENS = [
  'Overview',
  'Activity',
  'Device',
  'Mail',
  'Faults',
  'Clients',
  'Users',
  'Roles',
  'Groups',
  'Providers',
  'Sessions',
  'Realm',
  'Logs',
  'Settings',
] as const;

/** Opens the console, signed in as the administrator, and waits for the screen; `heading` in another language. */
export async function openConsole(
  page: Page,
  serverUrl: string,
  screen: (typeof SCREENS)[number] = 'Overview',
  heading: string = screen,
): Promise<void> {
  const hash = screen === 'Overview' ? '' : `#/${screen.toLowerCase()}`;
  const { pending, callback } = await signInBeforehand(page, serverUrl, hash);
  await page.addInitScript(
    ({ key, value, state }) => {
      if (new URLSearchParams(location.search).get('state') === state) sessionStorage.setItem(key, value);
    },
    { key: PENDING_KEY, value: JSON.stringify(pending), state: pending.state },
  );
  await page.goto(callback);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/**
 * Intercepts requests of the open page. Chromium uses a new route only a moment after `route` has returned,
 * so an immediate request might bypass it; this function waits until the route is in use.
 */
export async function intercept(
  page: Page,
  path: string | RegExp,
  handler: (route: Route) => Promise<void>,
): Promise<void> {
  const probe = '/intercepted-yet';
  await page.route(path, handler);
  await page.route(`**${probe}`, (route) => route.fulfill({ status: 204 }));
  const ask = (): Promise<number> =>
    page.evaluate(
      (address) =>
        fetch(address).then(
          ({ status }) => status,
          () => 0, // The server may be unreachable.
        ),
      probe,
    );
  await expect.poll(ask).toBe(204);
}

/** Holds requests to `path` until the returned function is called. */
export async function holdRequests(page: Page, method: string, path: string | RegExp): Promise<() => void> {
  let letGo: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await intercept(page, path, async (route) => {
    if (route.request().method() === method) await gone;
    await route.continue();
  });
  return letGo;
}
