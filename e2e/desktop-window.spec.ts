import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Desktop, startDesktop } from './support/desktop.ts';
import { createFolder } from './support/server.ts';

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

/** Closes the window as a person does; the app ends with it. */
async function closeWindow({ app }: Desktop): Promise<void> {
  const closed = new Promise<void>((done) => app.once('close', () => done()));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await closed;
}

test('window: it opens in the size and place in which it was closed', async () => {
  const profile = createFolder('profile');
  const first = await startDesktop([], profile);
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 60, y: 45, width: 1010, height: 640 }),
  );
  const { bounds } = await readPlace(first);
  expect(bounds).toMatchObject({ width: 1010, height: 640 });
  await closeWindow(first);
  const second = await startDesktop([], profile);
  expect((await readPlace(second)).bounds).toEqual(bounds);
  await second.close();
});

test('window: size and place survive an app that is killed', async () => {
  const profile = createFolder('profile');
  const first = await startDesktop([], profile);
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 30, y: 20, width: 1120, height: 700 }),
  );
  const file = join(profile, 'window-state.json');
  await expect
    .poll(() => first.app.evaluate((_, path) => process.getBuiltinModule('fs').existsSync(path), file))
    .toBe(true);
  const closed = new Promise<void>((done) => first.app.once('close', () => done()));
  first.app.process().kill('SIGKILL');
  await closed;
  const second = await startDesktop([], profile);
  expect((await readPlace(second)).bounds).toMatchObject({ width: 1120, height: 700 });
  await second.close();
});

for (const [what, text] of [
  ['a display that is gone', '{"x":99000,"y":99000,"width":1000,"height":600,"maximized":false}'],
  ['a damaged file', '{"x":'],
] as const) {
  test(`window: after ${what} it opens where it can be seen`, async () => {
    const profile = createFolder('profile');
    mkdirSync(profile, { recursive: true });
    writeFileSync(join(profile, 'window-state.json'), text);
    const desktop = await startDesktop([], profile);
    const { bounds } = await readPlace(desktop);
    const display = await desktop.app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
    expect(bounds.x).toBeGreaterThanOrEqual(display.x);
    expect(bounds.x + bounds.width).toBeLessThanOrEqual(display.x + display.width);
    expect(bounds.y + bounds.height).toBeLessThanOrEqual(display.y + display.height);
    await desktop.close();
  });
}

