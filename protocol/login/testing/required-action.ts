// Test fixture: a realm in which alice has one required action, and a browser showing its page.
import type { RealmRepresentation, UserRepresentation } from '#protocol/contract/realm-representation.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { formAction, type TestPage } from './browser.ts';
import type { LoginBrowser } from './login-browser.ts';
import { type LoginFixture, withLogin } from './login-fixture.ts';

export interface ActionFixture {
  readonly fixture: LoginFixture;
  readonly browser: LoginBrowser;
  readonly page: TestPage;
  send(formId: string, fields: Readonly<Record<string, string>>, page?: TestPage): Promise<TestPage>;
  alice(): Promise<StoredUser>;
}

/** Runs `use` with a browser that shows the page of `action`. */
export async function atAction(
  action: string,
  use: (at: ActionFixture) => Promise<void>,
  changes: { readonly realm?: Partial<RealmRepresentation>; readonly user?: UserRepresentation } = {},
): Promise<void> {
  const users: UserRepresentation[] = [
    {
      id: 'alice-id',
      username: 'alice',
      email: 'alice@example.test',
      credentials: [{ type: 'password', value: 'alice-password' }],
      requiredActions: [action],
      ...changes.user,
    },
    { id: 'bob-id', username: 'bob', email: 'bob@example.test' },
  ];
  const realm = { users, ...changes.realm };
  await withLogin(async (fixture, browser) => {
    const page = await browser.follow(await browser.signIn(await browser.open(), 'alice', 'alice-password'));
    await use({
      fixture,
      browser,
      page,
      send: (formId, fields, from = page) => browser.post(formAction(from, formId), fields),
      alice: async () => (await fixture.store.users.find('r-id', 'alice-id')) ?? { id: '', username: '' },
    });
  }, realm);
}
