// Offers the next free port when the configured one is in use.
import { app, dialog } from 'electron';
import type { PortChoice } from '#protocol/launch.ts';
import { desktopTexts } from './texts/desktop-language.ts';

/** Whether the user accepts the free port. */
export async function acceptsPort({ host, port, free }: PortChoice): Promise<boolean> {
  await app.whenReady();
  const texts = desktopTexts();
  const words = { host, port, free };
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: 'Understudy',
    message: texts.portTitle(words),
    detail: texts.portDetail(words),
    buttons: [texts.takePort(words), texts.menu.quit],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}
