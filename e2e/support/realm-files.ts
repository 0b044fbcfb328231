// Realm files as users bring them to the console: chosen in a dialog, or dropped on the window.
import { expect, type Locator, type Page } from '@playwright/test';

export interface NamedFile {
  readonly name: string;
  readonly text: string;
}

export const realmFile = (realm: string, more: object = {}): NamedFile => ({
  name: `${realm}.json`,
  text: JSON.stringify({ realm, enabled: true, ...more }),
});

/** Users of a realm file. */
export const people = (count: number): readonly { readonly username: string }[] =>
  Array.from({ length: count }, (_, index) => ({ username: `user-${index}` }));

export const realmSwitcher = (page: Page): Locator => page.getByRole('combobox', { name: 'Realm' });

/** Drags files over the window and drops them, as a file manager does. */
export async function dropFiles(page: Page, files: readonly NamedFile[]): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, text } of given) data.items.add(new File([text], name));
    return data;
  }, files);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await expect(page.getByText('Drop to import realm')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(page.getByText('Drop to import realm')).toBeHidden();
}
