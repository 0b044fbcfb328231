import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole, rail, SCREENS } from './support/console.ts';
import { askForSignIn } from './support/consumption-device.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer({ args: ['--features=docker'] });
  // Fills the lists: a refusal in Activity, a device code.
  await fetch(`${server.url}/realms/demo/protocol/openid-connect/auth?client_id=nobody`);
  await fetch(`${server.url}/realms/demo/protocol/openid-connect/auth/device`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: 'demo-tv' }),
  });
});
test.afterAll(async () => {
  await server.stop();
});

/** Texts drawn smaller than 12 pixels, as `size: text`, without those for screen readers only. */
function findSmallTexts(): string[] {
  // A transform can draw text smaller than its style says; half a pixel allows for rounding.
  const scaleOf = (element: HTMLElement, width: number): number =>
    element.offsetWidth === 0 ? 1 : Math.min(1, (width + 0.5) / element.offsetWidth);
  const sizeOf = (element: HTMLElement): number | undefined => {
    const { width, height } = element.getBoundingClientRect();
    const isDrawn = width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
    if (!isDrawn || ['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(element.tagName)) return undefined;
    return Number.parseFloat(getComputedStyle(element).fontSize) * scaleOf(element, width);
  };
  const hasText = (element: HTMLElement): boolean =>
    /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) ||
    [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    );
  return [...document.body.querySelectorAll<HTMLElement>('*')].filter(hasText).flatMap((element) => {
    const size = sizeOf(element) ?? 12;
    return size < 11.9 ? [`${size}: ${element.outerHTML.slice(0, 160)}`] : [];
  });
}

/** `heading` is the screen's, `what` the checked part. */
async function expectReadable(page: Page, heading: string, what = heading): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  await expect(page.locator('main [class*="Skeleton"]')).toHaveCount(0);
  expect(await page.evaluate(findSmallTexts), what).toEqual([]);
}

async function expectTabsReadable(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  for (const tab of await page.getByRole('tablist').first().getByRole('tab').all()) {
    await tab.click();
    await expect(page.getByRole('tabpanel').first()).not.toBeEmpty();
    await expectReadable(page, heading, `${heading}: ${await tab.textContent()}`);
  }
}

/** Opens the Device screen with two pending prompts. */
async function showPrompts(page: Page): Promise<void> {
  const names = ['LOOK-1', 'LOOK-2'];
  await askForSignIn(server.url, { binding_message: names[0] ?? '', acr_values: 'silver' });
  await askForSignIn(server.url, { binding_message: names[1] ?? '' });
  await rail(page)
    .getByRole('link', { name: /^Device/ })
    .click();
  for (const name of names)
    await expect(
      page
        .getByRole('article', { name })
        .getByRole('button', { name: /^Approve/ })
        .first(),
    ).toBeVisible();
}

for (const width of [1280, 400])
  test(`console "Frame": no text is smaller than 12 pixels, at a width of ${width}`, async ({ page }) => {
    // Checks every screen and tab, possibly on a busy machine.
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    await openConsole(page, server.url);
    const links = rail(page).getByRole('link');
    await expect(links).toHaveCount(SCREENS.length);
    for (const [index, name] of SCREENS.entries()) {
      // Requested here, because an earlier prompt may have expired.
      if (name === 'Device') await showPrompts(page);
      await links.nth(index).click();
      await expectReadable(page, name);
    }
    await rail(page).getByRole('link', { name: 'Realm' }).click();
    await expectTabsReadable(page, 'Realm');
    for (const [screen, name] of [
      ['Clients', 'demo-web'],
      ['Clients', 'demo-saml'],
      ['Clients', 'demo-registry'],
      ['Users', 'alice'],
      ['Roles', 'default-roles-demo'],
    ] as const) {
      await rail(page).getByRole('link', { name: screen }).click();
      await page.getByRole('link', { name, exact: true }).click();
      await expectTabsReadable(page, name);
    }
    await rail(page)
      .getByRole('link', { name: /^Activity/ })
      .click();
    await page.getByRole('navigation', { name: 'Flows' }).getByRole('link').first().click();
    await expectReadable(page, 'Activity', 'an exchange');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('alice');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'alice' })).toBeVisible();
    await expectReadable(page, 'Activity', 'the palette');
    await page.keyboard.press('Escape');
    await rail(page).getByRole('link', { name: 'Clients' }).click();
    await page.getByRole('button', { name: 'Create client' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectReadable(page, 'Clients', 'a dialog');
  });

test('language: instants are written 22 Nov 2026, 07:14:09', async ({ page }) => {
  await openConsole(page, server.url, 'Sessions');
  // The console's own sign-in is in master.
  await page.getByRole('combobox', { name: 'Realm' }).click();
  await page.getByRole('option', { name: 'master' }).click();
  const ago = page.getByRole('region', { name: 'Sessions' }).locator('time').first();
  await expect(ago).toHaveAttribute('title', /^\d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d$/);
  await rail(page).getByRole('link', { name: 'Realm' }).click();
  await page.getByRole('tab', { name: 'Keys' }).click();
  await expect(
    page.getByText(/certificate valid until \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d:\d\d/).first(),
  ).toBeVisible();
});

const scheme = (page: Page): Promise<string | null> =>
  page.locator('html').getAttribute('data-mantine-color-scheme');

const theme = (page: Page, name: string): Locator =>
  page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name });

test('console "Theme": system, light or dark; selected in the navigation and remembered', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openConsole(page, server.url);
  expect(await scheme(page)).toBe('dark');
  await expect(theme(page, 'System')).toBeChecked();
  await expectAccessible(page);
  await page.getByTitle('Theme: light').click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  // Our own colours follow the selection, not the system.
  await expect(page.locator('footer')).toHaveCSS('background-color', 'rgb(248, 249, 250)');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  expect(await scheme(page)).toBe('light');
  await expect(theme(page, 'Light')).toBeChecked();
  await theme(page, 'Light').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(theme(page, 'System')).toBeChecked();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
});

test('console "Theme": the palette can switch it, too, and a narrow window has the switch', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openConsole(page, server.url);
  for (const name of ['system', 'light', 'dark'])
    await expect(page.getByTitle(`Theme: ${name}`)).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Theme: dark');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(theme(page, 'Dark')).toBeChecked();
  await expectAccessible(page);
});

const shortcuts = (page: Page): Locator => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

test('console "Shortcuts": ? lists them, and Escape restores the focus', async ({ page }) => {
  await openConsole(page, server.url);
  const overview = rail(page).getByRole('link', { name: 'Overview' });
  await overview.focus();
  await page.keyboard.press('?');
  await expect(shortcuts(page)).toBeVisible();
  await expect(
    shortcuts(page).getByRole('row', { name: /Shift A Approve all pending prompts/ }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(shortcuts(page)).toBeHidden();
  await expect(overview).toBeFocused();
});

test('console "Shortcuts": the navigation and the palette open them; they are accessible in dark, too', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openConsole(page, server.url);
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await expect(shortcuts(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('shortcuts');
  await page.keyboard.press('Enter');
  await expect(shortcuts(page)).toBeVisible();
});

test('WCAG 2.2 §2.1.4: a single-key shortcut types a character in a field, and shortcuts can be turned off', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Clients');
  const search = page.getByRole('textbox', { name: 'Search clients' });
  await search.focus();
  await page.keyboard.type('a?d');
  await expect(search).toHaveValue('a?d');
  await expect(shortcuts(page)).toBeHidden();
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
  await shortcuts(page)
    .getByRole('switch', { name: /\? key/ })
    .click();
  await page.keyboard.press('Escape');
  await rail(page).getByRole('link', { name: 'Overview' }).focus();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Search' })).toBeFocused();
  await expect(shortcuts(page)).toBeHidden();
});

test('console "Shortcuts": no key typed into a field answers a prompt', async ({ page }) => {
  // New prompts, because earlier ones may have expired.
  const names = ['FIELD-1', 'FIELD-2'];
  for (const name of names) await askForSignIn(server.url, { binding_message: name });
  await openConsole(page, server.url, 'Device');
  for (const name of names) await expect(page.getByRole('article', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Add rule' }).click();
  const field = page.getByRole('dialog').getByRole('textbox').first();
  await field.focus();
  await page.keyboard.type('acd');
  await page.keyboard.press('Shift+A');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const device = await (await callAdmin(server.url, 'GET', '/emulator/v1/realms/demo/device')).json();
  const { pending } = device as { pending: readonly { bindingMessage?: string }[] };
  expect(pending.map(({ bindingMessage }) => bindingMessage)).toEqual(expect.arrayContaining(names));
});

test('WCAG 2.2 §2.3.3: folded parts open with motion, unless the system asks for less', async ({ page }) => {
  /** Unfolds the addresses of SAML. Resolves to how often something grew. */
  const unfold = async (): Promise<number> => {
    await page.evaluate(() => {
      document.body.dataset['moved'] = '0';
      document.addEventListener('transitionrun', ({ propertyName }) => {
        if (propertyName === 'height') document.body.dataset['moved'] += '1';
      });
    });
    await page.getByRole('button', { name: 'SAML 2.0' }).click();
    await expect(page.getByRole('table', { name: 'SAML addresses' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'SAML 2.0' })).not.toHaveAttribute('style', /height/);
    return Number(await page.locator('body').getAttribute('data-moved'));
  };
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openConsole(page, server.url);
  expect(await unfold()).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  expect(await unfold()).toBe(0);
});
