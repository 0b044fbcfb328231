// Calls to the desktop, with a fallback for browsers.
import type { DesktopBridge } from '#main/bridge/channels.ts';

declare global {
  interface Window {
    /** Set by the desktop's preload script. */
    readonly understudyDesktop?: DesktopBridge;
  }
}

/** Saves a text: a save dialog in the desktop, a download in a browser. Resolves to whether it was saved. */
export async function saveTextFile(name: string, text: string): Promise<boolean> {
  const desktop = window.understudyDesktop;
  if (desktop !== undefined) return (await desktop['save-text-file'](name, text)) !== undefined;
  downloadFile(name, new Blob([text], { type: 'application/octet-stream' }));
  return true;
}

/** Saves a file as a download; the desktop asks for the location. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download reads the URL in a task of its own.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Opens a URL in a new tab, or from the desktop in the system browser. */
export function openInBrowser(url: string): void {
  window.open(url, '_blank', 'noopener');
}
