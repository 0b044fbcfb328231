// Offers the next free port when the configured one is in use.
import { app, dialog } from 'electron';
import type { PortChoice } from '#protocol/launch.ts';

/** Whether the user accepts the free port. */
export async function acceptsPort({ host, port, free }: PortChoice): Promise<boolean> {
  await app.whenReady();
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Understudy',
    message: `Port ${port} is in use`,
    detail: `Another program, perhaps another Understudy, uses port ${port} on ${host}. If you use port ${free}, applications must call it until the next start.`,
    buttons: [`Use port ${free}`, 'Quit'],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}
