// Groups in the console: the tree, members from either side, default groups.
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { openConsole } from './support/console.ts';
import { callAdmin, startServer, type TestServer } from './support/server.ts';

let server: TestServer;

test.beforeAll(async () => {
  server = await startServer();
});
test.afterAll(async () => {
  await server.stop();
});

const tree = (page: Page) => page.getByRole('tree', { name: 'Groups' });
const item = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true });

interface Group {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

async function create(name: string, parentId?: string): Promise<string> {
  const path = parentId === undefined ? 'groups' : `groups/${parentId}/children`;
  const answer = await callAdmin(server.url, 'POST', `/admin/realms/demo/${path}`, { name });
  return answer.headers.get('location')?.split('/').at(-1) ?? '';
}

async function pathsOf(query: string): Promise<readonly string[]> {
  const answer = await callAdmin(server.url, 'GET', `/admin/realms/demo/${query}`);
  return ((await answer.json()) as readonly Group[]).map(({ path }) => path);
}

test('console "Groups": a group is created below another one, renamed, moved, deleted and brought back', async ({
  page,
}) => {
  await openConsole(page, server.url, 'Groups');
  await page.getByRole('button', { name: 'Create group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('research');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'research' })).toBeVisible();
  await expect(item(page, 'research')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Child groups' }).click();
  await page.getByRole('button', { name: 'Create child group' }).click();
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('quantum');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'quantum' })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(item(page, 'quantum')).toHaveAttribute('aria-level', '2');
  await page.getByRole('textbox', { name: /^Name/ }).fill('optics');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('/research/optics', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Move to…' }).click();
  const move = page.getByRole('dialog', { name: 'Move optics to…' });
  await move.getByRole('treeitem', { name: 'staff' }).click();
  await expectAccessible(page);
  await move.getByRole('button', { name: 'Move' }).click();
  await expect(page.getByText('/staff/optics', { exact: true })).toBeVisible();
  await expect(item(page, 'optics')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'staff' })).toBeVisible();
  await expect(item(page, 'optics')).toBeHidden();
  await page.getByRole('button', { name: 'Undo: Deleting group' }).click();
  await expect(item(page, 'optics')).toBeVisible();
  expect(await pathsOf('groups?search=optics&populateHierarchy=false')).toEqual(['/staff/optics']);
});

test('ARIA Authoring Practices, Tree View: the tree is walked, opened and searched by keyboard', async ({
  page,
}) => {
  const parent = await create('walk');
  const child = await create('first', parent);
  await create('second', child);
  await openConsole(page, server.url, 'Groups');
  await item(page, 'staff').waitFor();
  await tree(page).focus();
  await page.keyboard.press('w');
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'first')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(item(page, 'second')).toHaveAttribute('aria-level', '3');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`#/groups/${child}`));
  await expect(page.getByRole('heading', { level: 1, name: 'first' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search groups' }).fill('sec');
  const results = page.getByRole('tree', { name: 'Matching groups' });
  await expect(results.getByRole('treeitem')).toHaveText(['second in /walk/first']);
  await results.getByRole('treeitem').click();
  await expect(page.getByRole('heading', { level: 1, name: 'second' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Search groups' })).toHaveValue('sec');
  await page.getByRole('textbox', { name: 'Search groups' }).fill('');
  await expect(item(page, 'second')).toHaveAttribute('aria-selected', 'true');
});

test('console "Groups": members are added with a search and removed; those of groups below can be included', async ({
  page,
}) => {
  const team = await create('team');
  const inner = await create('inner', team);
  await openConsole(page, server.url, 'Groups');
  await page.goto(`${server.url}/console/#/groups/${team}/members`);
  await page.getByRole('button', { name: 'Add members' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add members to team' });
  await dialog.getByRole('textbox', { name: 'Search users' }).fill('ali');
  await expect(dialog.getByRole('checkbox', { name: 'Select bob' })).toBeHidden();
  await dialog.getByRole('checkbox', { name: 'Select alice' }).check();
  await dialog.getByRole('textbox', { name: 'Search users' }).fill('bob@');
  await dialog.getByRole('checkbox', { name: 'Select bob' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add 2 users' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2 members', { exact: true })).toBeVisible();
  const [carol] = (await (
    await callAdmin(server.url, 'GET', '/admin/realms/demo/users?username=carol&exact=true')
  ).json()) as readonly { id: string }[];
  await callAdmin(server.url, 'PUT', `/admin/realms/demo/users/${carol?.id}/groups/${inner}`);
  await page.getByRole('checkbox', { name: 'Include sub-group users' }).check();
  await expect(page.getByRole('row', { name: /carol/ })).toContainText('/inner');
  await page.getByRole('textbox', { name: 'Search members' }).fill('chandler');
  await expect(page.getByText('1 member', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'Search members' }).fill('');
  await page.getByRole('checkbox', { name: 'Select alice' }).check();
  await page.getByRole('checkbox', { name: 'Select bob' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove from group' }).click();
  await expect(page.getByRole('link', { name: 'alice' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'carol' })).toBeVisible();
});

test('console "Groups": a user joins and leaves groups, and default groups are added and removed', async ({
  page,
}) => {
  const parent = await create('club');
  await create('board', parent);
  await openConsole(page, server.url, 'Users');
  await page.getByRole('link', { name: 'bob', exact: true }).click();
  await page.getByRole('tab', { name: 'Roles and groups' }).click();
  await page.getByRole('button', { name: 'Join groups' }).click();
  const join = page.getByRole('dialog', { name: 'Join groups' });
  await join.getByRole('textbox', { name: 'Search groups' }).fill('board');
  await join.getByRole('treeitem', { name: 'board' }).click();
  await expectAccessible(page);
  await join.getByRole('button', { name: 'Join 1 group' }).click();
  const groups = page.getByRole('region', { name: 'Groups', exact: true });
  await expect(groups.getByRole('row', { name: /board/ })).toContainText('/club');
  await groups.getByRole('button', { name: 'Leave /club/board' }).click();
  await expect(groups.getByText('Not a member of any group.')).toBeVisible();
  await page.getByRole('link', { name: 'Groups', exact: true }).first().click();
  await page.getByRole('button', { name: 'Add default groups' }).click();
  const add = page.getByRole('dialog', { name: 'Add default groups' });
  await add.getByRole('treeitem', { name: 'staff' }).click();
  await add.getByRole('button', { name: 'Add 1 group' }).click();
  await page.getByRole('button', { name: 'Remove /staff from the default groups' }).waitFor();
  expect(await pathsOf('default-groups')).toEqual(['/staff']);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Remove /staff from the default groups' }).click();
  await expect(page.getByText('No default groups.')).toBeVisible();
});

test('WCAG 2.2 AA: every tab of a group passes the accessibility checks, wide and narrow', async ({
  page,
}) => {
  // Checking a whole screen takes seconds on a busy machine.
  test.slow();
  await openConsole(page, server.url, 'Groups');
  await item(page, 'staff').click();
  for (const width of [1280, 400]) {
    await page.setViewportSize({ width, height: 800 });
    for (const tab of ['Details', 'Child groups', 'Members', 'Attributes', 'Role mapping']) {
      await page.getByRole('tab', { name: tab }).click();
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible();
      await expectAccessible(page);
    }
  }
  await page.getByRole('link', { name: 'Groups', exact: true }).last().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Groups' })).toBeVisible();
  await expectAccessible(page);
});
