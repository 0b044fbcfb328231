// Compares docs/reference/locators.md, on which test suites rely, with the pages and the console.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { openConsole } from './support/console.ts';
import { askForSignIn } from './support/consumption-device.ts';
import { card, history } from './support/device-screen.ts';
import { ROOT } from './support/server.ts';
import { authorizationUrl, type PageSite, startPageSite, USER_PAGES } from './support/user-pages.ts';

/** The cells of a table's rows, without the code marks around them, by section. */
function readTables(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const [, ...sections] = readFileSync(join(ROOT, 'docs/reference/locators.md'), 'utf8').split('\n## ');
  return new Map(
    sections.map((section) => {
      const rows = section
        .split('\n')
        .filter((line) => line.startsWith('| '))
        .map((line) => line.split('|').slice(1, -1));
      const cells = rows.slice(1).map((row) => row.map((cell) => cell.trim().replaceAll('`', '')));
      return [section.slice(0, section.indexOf('\n')), cells] as const;
    }),
  );
}

const TABLES = readTables();
const EVERY_PAGE = 'Every page';
const CONSOLE = 'Console';

type Scope = Pick<Page, 'getByLabel' | 'getByRole' | 'getByText'>;

/** Understands the calls that the page uses, and chains of them. @throws {Error} for any other. */
function toLocator(scope: Scope, text: string): Locator {
  const [, kind, what = '', options = '', rest] =
    /^getBy(\w+)\('([^']*)'(?:, \{ ([^}]*) \})?\)(?:\.(.*))?$/.exec(text) ?? [];
  const name = /name: '([^']*)'/.exec(options)?.[1];
  const level = /level: (\d)/.exec(options)?.[1];
  const exact = options.includes('exact: true');
  const role = what as Parameters<Page['getByRole']>[0];
  const finders: Readonly<Record<string, () => Locator>> = {
    Label: () => scope.getByLabel(what, { exact }),
    Text: () => scope.getByText(what, { exact }),
    Role: () =>
      scope.getByRole(role, {
        exact,
        ...(name === undefined ? {} : { name }),
        ...(level === undefined ? {} : { level: Number(level) }),
      }),
  };
  const found = finders[kind ?? '']?.();
  if (found === undefined) throw new Error(`not a locator: ${text}`);
  return rest === undefined ? found : toLocator(found, rest);
}

async function checkElement(page: Page, [what, locator, id, field]: readonly string[]): Promise<void> {
  const found = locator ? toLocator(page, locator) : page.locator(`#${id}`);
  await expect(found, what).toHaveCount(1);
  if (id) await expect(found, what).toHaveAttribute('id', id);
  if (field) await expect(found, what).toHaveAttribute('name', field);
}

let site: PageSite;
test.beforeAll(async () => {
  site = await startPageSite();
});
test.afterAll(() => site.stop());

/** Rows by page: a section's title, and when the element is shown. */
function groupRows(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const groups = new Map<string, (readonly string[])[]>();
  for (const [title, rows] of TABLES) {
    if (title === EVERY_PAGE || title === CONSOLE) continue;
    for (const row of rows) {
      const name = `${title} ${row[4]}`.trim();
      groups.set(name, [...(groups.get(name) ?? []), row]);
    }
  }
  return groups;
}

const ROWS = groupRows();

test('documentation "Locators": the page of locators is about every page', () => {
  expect([...ROWS.keys()].toSorted()).toEqual(Object.keys(USER_PAGES).toSorted());
  expect(TABLES.get(EVERY_PAGE)?.map(([name]) => name)).toEqual(
    [...TABLES.keys()].filter((title) => title !== EVERY_PAGE && title !== CONSOLE),
  );
});

for (const [name, rows] of ROWS) {
  test(`documentation "Locators": the page "${name}" has the listed IDs, fields, roles and names`, async ({
    page,
  }) => {
    await USER_PAGES[name]?.open(page, site);
    for (const row of rows) await checkElement(page, row);
    const [, pageId = '', heading = ''] = TABLES.get(EVERY_PAGE)?.find(([each]) => each === name) ?? [];
    if (pageId === '') return;
    await expect(page.locator(`body[data-page-id="${pageId}"] main h1#kc-page-title`)).toHaveText(heading);
    await expect(page.locator('#kc-header-wrapper')).not.toHaveText('');
  });
}

test('one button of the sign-in page is named Sign In, and each one-click button after its user', async ({
  page,
}) => {
  await page.goto(authorizationUrl(site));
  await expect(page.getByRole('button', { name: 'Sign In' })).toHaveCount(1);
  for (const name of ['Alice', 'Bob', 'Carol'])
    await expect(page.getByRole('button', { name: `Continue as ${name}`, exact: true })).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Continue as Alice' })).toHaveAccessibleDescription(
    'Alice Archer · alice',
  );
});

for (const [screen, where] of [
  ['Device', ['everywhere', 'on Device']],
  ['Activity', ['everywhere', 'on Activity']],
] as const) {
  test(`documentation "Locators": the console has the listed roles and names on ${screen}`, async ({
    page,
  }) => {
    await openConsole(page, site.server.url, screen);
    if (screen === 'Device') {
      await askForSignIn(site.server.url, { binding_message: 'ANSWERED' });
      await card(page, 'ANSWERED').getByRole('button', { name: 'Approve' }).click();
      await expect(history(page)).toContainText('Approved');
      await askForSignIn(site.server.url, { binding_message: 'W4SCT' });
      await expect(card(page, 'W4SCT')).toBeVisible();
    }
    const rows =
      TABLES.get(CONSOLE)?.filter(([, , shown = '']) => (where as readonly string[]).includes(shown)) ?? [];
    expect(rows.length).toBeGreaterThan(where.length);
    for (const [what, locator = ''] of rows) await expect(toLocator(page, locator), what).toHaveCount(1);
  });
}
