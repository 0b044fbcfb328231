// The account console in other languages: every screen in long ones and in one that is written from right to left.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { screenHeading } from './support/account-console.ts';
import { LANGUAGES } from './support/page-languages.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;
const ADMIN = '/admin/realms/demo';

test.beforeAll(async () => {
  server = await startServer();
  // Keycloak's list of ten languages or more is a text field with suggestions.
  const settings = { ...LANGUAGES, supportedLocales: LANGUAGES.supportedLocales.slice(0, 9) };
  expect((await callAdmin(server.url, 'PUT', ADMIN, settings)).status).toBe(204);
  const read = async (path: string) => (await callAdmin(server.url, 'GET', `${ADMIN}${path}`)).json();
  const [bob] = (await read('/users?username=bob&exact=true')) as readonly { readonly id: string }[];
  const [account] = (await read('/clients?clientId=account')) as readonly { readonly id: string }[];
  const role = await read(`/clients/${account?.id}/roles/view-groups`);
  await callAdmin(server.url, 'POST', `${ADMIN}/users/${bob?.id}/role-mappings/clients/${account?.id}`, [
    role,
  ]);
});
test.afterAll(async () => {
  await server.stop();
});

const open = (page: Page, path = '') => page.goto(`${server.url}/realms/demo/account/${path}`);

/** A browser of this language, in which Bob has signed in. */
async function openAsBob(browser: Browser, locale: string, width: number): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: { width, height: 800 } });
  const page = await context.newPage();
  await open(page);
  await page.getByRole('button', { name: /Bob/ }).click();
  await expect(page.getByTestId('page-heading')).toBeVisible();
  return page;
}

/** Screens by path, with their headings. */
const SCREENS = {
  de: {
    '': 'Persönliche Angaben',
    'account-security/signing-in': 'Anmeldung',
    'account-security/device-activity': 'Geräte und Sitzungen',
    applications: 'Anwendungen',
    groups: 'Gruppen',
  },
  fr: {
    '': 'Informations personnelles',
    'account-security/signing-in': 'Connexion',
    'account-security/device-activity': 'Activité des appareils',
    applications: 'Applications',
    groups: 'Groupes',
  },
  ar: {
    '': 'المعلومات الشخصية',
    'account-security/signing-in': 'تسجيل الدخول',
    'account-security/device-activity': 'نشاط الأجهزة',
    applications: 'التطبيقات',
    groups: 'المجموعات',
  },
} as const;

/** Elements that are cut off at a side of the window. */
const OUTSIDE = `[...document.querySelectorAll('main *, header *')].filter((element) => {
  const { left, right, width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && (left < -1 || right > innerWidth + 1);
}).map((element) => element.outerHTML.slice(0, 100))`;

for (const [locale, direction] of [
  ['de', 'ltr'],
  ['fr', 'ltr'],
  ['ar', 'rtl'],
] as const)
  for (const width of [320, 1440])
    test(`issue 18 "Account console": every screen is in ${locale} and fits ${width} pixels`, async ({
      browser,
    }) => {
      // A second session has a button in the list of devices.
      const other = await openAsBob(browser, locale, width);
      const page = await openAsBob(browser, locale, width);
      for (const [path, name] of Object.entries(SCREENS[locale])) {
        await open(page, path);
        await expect(screenHeading(page, name)).toBeVisible();
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await expect(page.locator('html')).toHaveAttribute('dir', direction);
        await expect(page.locator('.pf-v5-c-skeleton, [role="progressbar"]')).toHaveCount(0);
        expect(await page.evaluate(OUTSIDE), path).toEqual([]);
      }
      await other.context().close();
      await page.context().close();
    });

for (const [locale, width, words] of [
  ['de', 1440, { email: 'E-Mail-Adresse', save: 'Speichern', language: 'Sprache auswählen' }],
  ['de', 320, { email: 'E-Mail-Adresse', save: 'Speichern', language: 'Sprache auswählen' }],
  ['ar', 1440, { email: 'البريد الإلكتروني', save: 'حفظ', language: 'اختر لغة' }],
  ['ar', 320, { email: 'البريد الإلكتروني', save: 'حفظ', language: 'اختر لغة' }],
] as const)
  test(`issue 18 "Account console": in ${locale} at ${width} pixels a fault is at its field, and another language is chosen`, async ({
    browser,
  }) => {
    const page = await openAsBob(browser, locale, width);
    const taken = {
      de: 'Ein anderes Konto verwendet diese E-Mail-Adresse.',
      ar: 'يستخدم حساب آخر هذا البريد الإلكتروني.',
    }[locale];
    await page.getByLabel(words.email).fill('alice@example.test');
    await page.getByRole('button', { name: words.save, exact: true }).click();
    await expect(page.getByText(taken)).toBeVisible();
    await page.getByLabel(words.email).fill('bob@example.test');
    await page.getByRole('button', { name: words.language }).click();
    await page.getByRole('option', { name: 'español' }).click();
    await page.getByRole('button', { name: words.save, exact: true }).click();
    // At once, and after a reload: it is the user's language now.
    for (const again of [false, true]) {
      if (again) await page.reload();
      await expect(screenHeading(page, 'Información personal')).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', 'es');
      await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
      await expect(page).toHaveTitle('Gestión de la cuenta');
    }
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Seleccione un idioma' }).click();
    await page.getByRole('option', { name: 'Predeterminado' }).click();
    await page.getByRole('button', { name: 'Guardar', exact: true }).click();
    await expect(page.getByText('Su cuenta se ha actualizado.')).toBeVisible();
    await page.context().close();
  });

test('Keycloak localization: a text of the realm is shown in its language, and ours in others', async ({
  browser,
}) => {
  const texts = { personalInfoDescription: 'Alles über Sie.' };
  expect((await callAdmin(server.url, 'POST', `${ADMIN}/localization/de`, texts)).status).toBe(204);
  const german = await openAsBob(browser, 'de', 1440);
  await expect(german.getByText('Alles über Sie.')).toBeVisible();
  const french = await openAsBob(browser, 'fr', 1440);
  await expect(french.getByText('Votre nom et les autres informations de votre compte.')).toBeVisible();
  await german.context().close();
  await french.context().close();
});
