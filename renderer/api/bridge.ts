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
  downloadFile(name, new Blob([text], { type: 'application/octet-stream' }));
  return true;
}

/** Saves bytes as a download; the desktop asks where to. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download takes the address at once, but in a task of its own.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Opens an address in the person's browser: a new tab, or the system browser from the desktop. */
export function openInBrowser(url: string): void {
  window.open(url, '_blank', 'noopener');
}
