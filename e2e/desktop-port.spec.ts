import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, test } from '@playwright/test';
import { launchDesktop, runDesktopToEnd } from './support/desktop.ts';

let occupant: Server;
let port: number;

test.beforeAll(async () => {
  occupant = createServer().listen(0, '127.0.0.1');
  await once(occupant, 'listening');
  port = (occupant.address() as AddressInfo).port;
});
test.afterAll(() => {
  occupant.close();
});

interface ShownDialog {
  readonly message: string;
  readonly buttons: readonly string[];
}

test('contract "Start": when the port is in use, the window offers the next free one and starts there', async () => {
  const app = await launchDesktop([`--http-port=${port}`], { dialogResponse: 0 });
  const window = await app.firstWindow();
  await expect(window.getByRole('combobox', { name: 'Realm' })).toBeVisible();
  const { message, buttons } = await app.evaluate(
    () => (globalThis as unknown as { shownDialog: ShownDialog }).shownDialog,
  );
  expect(message).toBe(`Port ${port} is in use`);
  const free = /^Use port (\d+)$/.exec(buttons[0] ?? '')?.[1];
  expect(Number(free)).toBeGreaterThan(port);
  await expect(window.getByText(`http://127.0.0.1:${free}`).first()).toBeVisible();
  await app.close();
});

test('contract "Start": a user who declines ends the start with one line, exit code 1', async () => {
  const { code, output } = await runDesktopToEnd([`--http-port=${port}`], { dialogResponse: 1 });
  expect(code).toBe(1);
  expect(output).toContain(`http-port: port ${port} on 127.0.0.1 is in use. Choose another port`);
  expect(output).not.toContain('Unhandled');
});
