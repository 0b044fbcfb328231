// Judges the accessibility of what a browser shows.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Expects that the page as it stands has no fault that axe finds. WCAG 2.2 AA.
 * In legacy mode, since Electron's window opens no second page, and since that page costs as much as the check; it leaves out frames of other origins, of which there are none.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}
