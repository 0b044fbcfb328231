import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Desktop, startDesktop } from './support/desktop.ts';
import { createFolder } from './support/server.ts';

/** Running apps of the test. */
const started = new Set<Desktop>();

test.afterEach(async () => {
  for (const desktop of started) await desktop.close();
  started.clear();
});

async function start(profile?: string): Promise<Desktop> {
  const desktop = await startDesktop([], profile);
  started.add(desktop);
  desktop.app.once('close', () => started.delete(desktop));
  return desktop;
}

interface Placed {
  readonly bounds: { x: number; y: number; width: number; height: number };
  readonly maximized: boolean;
}

function readPlace({ app }: Desktop): Promise<Placed> {
  return app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0];
    if (window === undefined) throw new Error('there is no window');
    return { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
  });
}

/** Closes the window like a user; the app ends with it. */
async function closeWindow({ app }: Desktop): Promise<void> {
  const closed = new Promise<void>((done) => app.once('close', () => done()));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await closed;
}

test('window: it opens with the size and position it had when it was closed', async () => {
  const profile = createFolder('profile');
  const first = await start(profile);
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 45, width: 1010, height: 640 }),
  );
  const { bounds } = await readPlace(first);
  expect(bounds).toMatchObject({ width: 1010, height: 640 });
  await closeWindow(first);
  const second = await start(profile);
  expect((await readPlace(second)).bounds).toEqual(bounds);
});

test('window: size and position survive a kill of the app', async () => {
  const profile = createFolder('profile');
  const first = await start(profile);
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 30, y: 20, width: 1120, height: 700 }),
  );
  const file = join(profile, 'window-state.json');
  const written = (): unknown => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      // Does not exist yet.
      return undefined;
    }
  };
  await expect.poll(written).toMatchObject({ width: 1120, height: 700 });
  const closed = new Promise<void>((done) => first.app.once('close', () => done()));
  first.app.process().kill('SIGKILL');
  await closed;
  const second = await start(profile);
  expect((await readPlace(second)).bounds).toMatchObject({ width: 1120, height: 700 });
});

for (const [what, text] of [
  ['a disconnected display', '{"x":99000,"y":99000,"width":1000,"height":600,"maximized":false}'],
  ['a damaged file', '{"x":'],
] as const) {
  test(`window: after ${what} it opens in a visible place`, async () => {
    const profile = createFolder('profile');
    mkdirSync(profile, { recursive: true });
    writeFileSync(join(profile, 'window-state.json'), text);
    const desktop = await start(profile);
    const { bounds } = await readPlace(desktop);
    const display = await desktop.app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
    expect(bounds.x).toBeGreaterThanOrEqual(display.x);
    expect(bounds.x + bounds.width).toBeLessThanOrEqual(display.x + display.width);
    expect(bounds.y + bounds.height).toBeLessThanOrEqual(display.y + display.height);
  });
}

/** Attempts to replace the page, as scripts that run in it. */
const ATTEMPTS = [
  'location.href = "about:blank"',
  'location.replace("about:blank")',
  'open("about:blank", "_self")',
  'open("about:blank#top", "_top")',
  'open("about:blank")',
  'open("/console/")',
  'follow("about:blank")',
  'submit("about:blank")',
  'location.href = "about:srcdoc"',
  'location.href = "chrome://gpu"',
  'location.href = "data:text/html,<h1>gone</h1>"',
  'location.href = URL.createObjectURL(new Blob(["<h1>gone</h1>"], { type: "text/html" }))',
  'location.href = "file:///etc/passwd"',
  'location.href = "javascript:document.write(1)"',
  'location.href = "app://other/console/"',
  'location.href = "/realms/demo"',
  'location.href = "https://example.test/"',
] as const;

const TOOLS = `
  const add = (name, parts) => { const element = Object.assign(document.createElement(name), parts); document.body.append(element); return element; };
  const follow = (href) => add('a', { href }).click();
  const submit = (action) => add('form', { action }).submit();
`;

/**
 * Runs an attempt and returns the page's heading afterwards, or what replaced it. Runs in the main process,
 * because Playwright would wait forever for a navigation that the window blocks. The page's requests pass
 * the same process after the navigation.
 */
function attempt({ app }: Desktop, script: string): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }, text) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined) return 'there is no window';
    const replaced = new Promise<string>((done) =>
      contents.once('did-navigate', (_event, url) => done(`replaced by ${url}`)),
    );
    return Promise.race([replaced, contents.executeJavaScript(text, true)]);
  }, `(async () => { ${TOOLS} ${script}; for (let n = 0; n < 5; n += 1) await fetch('/console/'); return document.querySelector('h1').textContent; })()`);
}

test('no URL replaces the page of the window or opens a second window', async () => {
  const desktop = await start();
  const { app, window } = desktop;
  await expect(window.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await app.evaluate(({ shell }) => {
    shell.openExternal = async () => undefined;
  });
  const { url, count } = {
    url: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()),
    count: () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length),
  };
  const before = await url();
  for (const script of ATTEMPTS) {
    expect(await attempt(desktop, `{ ${script} }`), script).toBe('Overview');
    expect(await url(), script).toBe(before);
    expect(await count(), script).toBe(1);
  }
});

test('a page that replaces the console anyway is replaced by the console again', async () => {
  const desktop = await start();
  const { app, window } = desktop;
  await expect(window.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  // The navigation is blocked or replaced; its own result does not matter.
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]
      ?.webContents.loadURL('about:blank')
      .catch(() => undefined),
  );
  await expect(window.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  expect(window.url()).toMatch(/^app:\/\/understudy\/console\/#/);
});
