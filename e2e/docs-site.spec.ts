// The documentation as a static site: `npm run docs`.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { run } from './support/npm-project.ts';
import { createFolder, ROOT } from './support/server.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

let site: Server;
let url: string;

test.beforeAll(async () => {
  const folder = createFolder('docs');
  await run(process.execPath, [join(ROOT, 'tools/docs.mjs'), `--output=${folder}`]);
  site = createServer(({ url: path = '/' }, response) => {
    const file = join(folder, decodeURIComponent(new URL(path, 'http://site').pathname));
    if (!existsSync(file) || extname(file) === '') response.writeHead(404).end();
    else
      response
        .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
        .end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await new Promise((listening) => site.once('listening', listening));
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});
test.afterAll(() => site.close());

/** Addresses that a page refers to, and its anchors. */
async function readPage(address: string): Promise<{ targets: string[]; anchors: Set<string> }> {
  const text = await (await fetch(address)).text();
  const list = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, value = '']) => value);
  return {
    targets: list(/ (?:href|src)="([^"]+)"/g)
      .map((target) => target.replaceAll('&amp;', '&'))
      .map((target) => new URL(target, address).href)
      .filter((target) => target.startsWith(url)),
    anchors: new Set(list(/ id="([^"]+)"/g)),
  };
}

type ReadPages = ReadonlyMap<string, Awaited<ReturnType<typeof readPage>>>;

/** The pages that the start page leads to, however far. */
async function readPages(): Promise<ReadPages> {
  const pages = new Map<string, Awaited<ReturnType<typeof readPage>>>();
  const waiting = [`${url}/index.html`];
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    if (pages.has(address)) continue;
    const page = await readPage(address);
    pages.set(address, page);
    const files = page.targets.map((target) => target.split('#')[0] ?? '');
    waiting.push(...files.filter((file) => file.endsWith('.html')));
  }
  return pages;
}

async function exists(target: string, pages: ReadPages): Promise<boolean> {
  const [file = '', anchor = ''] = target.split('#');
  const page = pages.get(file);
  if (page === undefined) return (await fetch(file)).ok;
  return anchor === '' || page.anchors.has(decodeURIComponent(anchor));
}

test('docs: every page is reached from the start page, and no link is broken', async () => {
  const pages = await readPages();
  const broken: string[] = [];
  for (const [address, { targets }] of pages)
    for (const target of new Set(targets))
      if (!(await exists(target, pages))) broken.push(`${address} → ${target}`);
  expect(broken).toEqual([]);
  for (const name of ['testing', 'how-to/run-in-ci', 'reference/options', 'decisions/index', 'CHANGELOG'])
    expect([...pages.keys()]).toContain(`${url}/${name}.html`);
});

const results = (page: Page) => page.getByRole('listbox', { name: 'Search results' }).getByRole('option');

test('docs: the search finds a section by keyboard, and opens it', async ({ page }) => {
  await page.goto(`${url}/ciba.html`);
  await page.keyboard.press('/');
  await page.keyboard.type('binding mess');
  await expect(results(page).first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Search the documentation' }).fill('conformance suite');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).not.toHaveURL(/ciba\.html$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('docs: a search without a result says so', async ({ page }) => {
  await page.goto(`${url}/index.html`);
  await page.getByRole('combobox', { name: 'Search the documentation' }).fill('zzzyqx');
  await expect(page.getByText('Nothing found for “zzzyqx”.')).toBeVisible();
});

for (const [width, scheme] of [
  [1440, 'light'],
  [1024, 'dark'],
  [400, 'light'],
] as const)
  test(`WCAG 2.2 AA: the site passes the accessibility checks at ${width} pixels, ${scheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: 800 });
    for (const name of ['index', 'reference/options']) {
      await page.goto(`${url}/${name}.html`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });
