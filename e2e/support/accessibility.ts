// Checks the accessibility of a page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Frame, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import { ROOT } from './server.ts';

/** The minified script, which Chromium loads in two thirds of the time. */
const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');

const OPTIONS: RunOptions = {
  // Without the lists of passed checks, which nobody reads, a run takes half the time.
  resultTypes: ['violations'],
  // Faults are shown with their HTML; nobody reads the selectors of all checked elements.
  selectors: false,
  // Only an experimental rule, which is off, reads the parsed style sheets.
  preload: { assets: ['media'] },
};

async function load(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(AXE);
}

async function findFaults(page: Page, options: RunOptions): Promise<string[]> {
  await endTransitions(page);
  return page.evaluate(async (run) => {
    const { violations } = await axe.run(document, run);
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }, options);
}

/** Ends fades and slides, during which contrasts are lower. */
async function endTransitions(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A transition may begin a frame after the change that causes it, and cause another one.
    for (let quietFrames = 0; quietFrames < 3; quietFrames += 1) {
      await new Promise(requestAnimationFrame);
      for (const animation of document.getAnimations())
        if (
          animation.playState === 'running' &&
          Number.isFinite(animation.effect?.getComputedTiming().endTime)
        ) {
          animation.finish();
          quietFrames = 0;
        }
    }
  });
}

/** Runs `work` while the system prefers the other of the light and dark schemes. */
async function inOtherScheme<T>(page: Page, work: () => Promise<T>): Promise<T> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  try {
    return await work();
  } finally {
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  }
}

/** Expects that axe finds no fault in the current page, neither light nor dark. WCAG 2.2 AA. */
export async function expectAccessible(page: Page): Promise<void> {
  await Promise.all(page.frames().map(load));
  expect(await findFaults(page, OPTIONS)).toEqual([]);
  // Only the colours differ in the other scheme.
  const inOther = () => findFaults(page, { ...OPTIONS, runOnly: ['color-contrast'] });
  expect(await inOtherScheme(page, inOther), 'in the other colour scheme').toEqual([]);
}
