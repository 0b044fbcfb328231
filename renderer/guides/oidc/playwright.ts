// Playwright with understudy/playwright.

import { text } from '../../texts/text.ts';
import { type Guide, type GuideValues, lines } from '../guide.ts';
import { js } from '../quote.ts';
import { clientRealmFile } from './client-realm-file.ts';

const CONFIG = lines(
  "import { defineConfig } from '@playwright/test';",
  "import { understudy } from 'understudy/playwright';",
  '',
  'export default defineConfig({',
  "  testDir: 'tests',",
  '  fullyParallel: true,',
  "  webServer: understudy({ import: 'realms/' }),",
  '});',
);

function writeTest(values: GuideValues): string {
  const file = clientRealmFile(values).name.replace('realms/', '');
  return lines(
    "import { expect, test } from 'understudy/playwright';",
    '',
    `test.use({ realm: ${js(file)} });`,
    '',
    "test('a user signs in', async ({ page, idp }) => {",
    "  const ann = await idp.user('ann', { claims: { tier: 'gold' } });",
    '  await ann.signIn(page); // a session, without a form',
    '',
    '  // Replace these lines by page.goto() of your application, started with idp.issuer.',
    `  const redirectUri = ${js(values.redirectUri)};`,
    '  const parameters = new URLSearchParams({',
    `    client_id: ${js(values.clientId)},`,
    "    response_type: 'code',",
    "    scope: 'openid',",
    "    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',",
    "    code_challenge_method: 'S256',",
    '    redirect_uri: redirectUri,',
    '  });',
    "  const endpoint = idp.issuer + '/protocol/openid-connect/auth?' + parameters;",
    '  const response = await page.request.get(endpoint, { maxRedirects: 0 });',
    "  const location = new URL(response.headers()['location'] ?? '');",
    '  expect(location.origin + location.pathname).toBe(redirectUri);',
    "  expect(location.searchParams.has('code')).toBe(true);",
    '',
    `  await expect(idp).toHaveSeen({ endpoint: 'authorization', client: ${js(values.clientId)}, times: 1 });`,
    '  await expect(idp).toHaveNoRefusals();',
    '});',
  );
}

export const PLAYWRIGHT: Guide = {
  id: 'playwright',
  title: 'Playwright',
  summary: 'guides:playwright.summary',
  runtime: 'guides:runtime.node2019',
  kind: 'redirect',
  callback: { path: '/callback' },
  write: (values) => ({
    install: 'npm install --save-dev @playwright/test understudy\nnpx playwright install chromium',
    files: [
      clientRealmFile(values),
      { name: 'playwright.config.ts', text: CONFIG },
      { name: 'tests/sign-in.spec.ts', text: writeTest(values) },
    ],
    command: 'npx playwright test',
    expect: text('guides:playwright.expect'),
    notes: [text('guides:playwright.note')],
  }),
};
