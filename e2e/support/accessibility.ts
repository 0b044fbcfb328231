// Checks the accessibility of a page.
import { expect, type Frame, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

// Without the lists of passed checks, which nobody reads, a run takes half the time.
const OPTIONS: RunOptions = { resultTypes: ['violations'] };

async function load(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
}

/** Expects that axe finds no fault in the current page. WCAG 2.2 AA. */
export async function expectNoViolations(page: Page): Promise<void> {
  await Promise.all(page.frames().map(load));
  const faults = await page.evaluate(async (options) => {
    const { violations } = await axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, OPTIONS);
  expect(faults).toEqual([]);
}
