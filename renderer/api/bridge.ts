// What only the desktop can do, with the browser's own way where there is no desktop.
import type { DesktopBridge } from '#main/bridge/channels.ts';

declare global {
  interface Window {
    /** Put there by the desktop's preload script. */
    readonly understudyDesktop?: DesktopBridge;
  }
}

/** Saves a text as a file: a dialog in the desktop, a download in a browser. Whether it was saved. */
export async function saveTextFile(name: string, text: string): Promise<boolean> {
  const desktop = window.understudyDesktop;
  if (desktop !== undefined) return (await desktop['save-text-file'](name, text)) !== undefined;
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
  return true;
}

/** Opens an address in the person's browser: a new tab, or the system browser from the desktop. */
export function openInBrowser(url: string): void {
  window.open(url, '_blank', 'noopener');
}
