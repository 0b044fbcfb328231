// Uses pages with the keyboard alone: Tab, Enter and text.
import { expect, type Locator, type Page } from '@playwright/test';

/** More than any page has. */
const MOST_STOPS = 80;

const isFocused = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === element.ownerDocument.activeElement);

/** Moves the focus to an element with the Tab key. Fails if that does not lead there. */
export async function tabTo(page: Page, locator: Locator): Promise<void> {
  await expect(locator).toBeVisible();
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    if (await isFocused(locator)) return;
    await page.keyboard.press('Tab');
  }
  await expect(locator, 'the Tab key leads there').toBeFocused();
}

/** Replaces the text of a field. */
export async function fill(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Presses a button or follows a link. */
export async function activate(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** The same, found by its name. */
export async function press(page: Page, role: 'button' | 'link', name: string | RegExp): Promise<void> {
  await activate(
    page,
    page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name }).first(),
  );
}
