// For tests of the device grant: a polling device, and the browser of the user who approves it.
import { formAction, type TestBrowser, type TestPage } from '#protocol/login/testing/browser.ts';
import { WEB } from './realm.ts';
import type { Answer, OAuthTestServer } from './server.ts';

/** Value of `grant_type`. */
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** The device's codes. */
export interface DeviceCodes {
  readonly deviceCode: string;
  readonly userCode: string;
}

/** Requests codes as client `web`. @throws {TypeError} if refused. */
export async function askForCodes(
  server: OAuthTestServer,
  changes: Readonly<Record<string, string>> = {},
): Promise<DeviceCodes> {
  const { body, text } = await server.post('auth/device', { ...WEB, scope: 'openid', ...changes });
  if (typeof body['device_code'] !== 'string') throw new TypeError(`no codes: ${text}`);
  return { deviceCode: body['device_code'], userCode: String(body['user_code']) };
}

/** Polls as client `web`. */
export function pollDevice(
  server: OAuthTestServer,
  deviceCode: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return server.post('token', { ...WEB, grant_type: DEVICE_GRANT, device_code: deviceCode, ...changes });
}

/** Opens the complete verification URI. */
export function openCode(browser: TestBrowser, userCode: string): Promise<TestPage> {
  return browser.get(`/realms/demo/device?user_code=${encodeURIComponent(userCode)}`);
}

/** Signs in with the code and answers the consent page. */
export async function answerCode(
  server: OAuthTestServer,
  userCode: string,
  answer: 'accept' | 'cancel' = 'accept',
  { browser = server.browser(), username = 'alice' }: { browser?: TestBrowser; username?: string } = {},
): Promise<TestPage> {
  let page = await openCode(browser, userCode);
  if (page.text.includes('id="kc-form-login"'))
    page = await browser.signIn(page, username, `${username}-password`);
  while (page.status === 302 && !(page.headers.get('location') ?? '').includes('/device/status')) {
    page = await browser.get(page.headers.get('location') ?? '');
  }
  if (!page.text.includes('id="kc-login"')) return page;
  const button = answer === 'accept' ? { accept: 'Yes' } : { cancel: 'No' };
  return browser.post(formAction(page, 'understudy-consent'), button);
}
