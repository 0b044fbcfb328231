// The account console in a browser.
import { expect, type Locator, type Page } from '@playwright/test';
import { submitSignInForm } from '#fixtures/test/sign-in-form.ts';

/** The heading of a screen. */
export const screenHeading = (page: Page, name: string): Locator =>
  page.getByRole('heading', { level: 1, name, exact: true });

interface Account {
  /** URL of the realm. */
  readonly realmUrl: string;
  readonly username: string;
  readonly password: string;
}

/** Signs in with a password, reads personal info, and saves another first name, which is still there after a reload. */
export async function changeFirstName(
  page: Page,
  { realmUrl, username, password }: Account,
  firstName: string,
): Promise<void> {
  await page.goto(`${realmUrl}/account/`);
  await submitSignInForm(page, { username, password });
  await expect(screenHeading(page, 'Personal info')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveValue(username);
  await page.getByLabel('First name').fill(firstName);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your account has been updated.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue(firstName);
}
