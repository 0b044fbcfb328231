// Calls to the desktop, with a fallback for browsers.
import type { DesktopBridge, DesktopLanguage } from '#main/bridge/channels.ts';

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

/** Menu, tray and dialogs of the desktop follow the language of the window. */
export function followLanguage(language: DesktopLanguage): void {
  // A desktop that cannot show it keeps its own language.
  window.understudyDesktop?.['show-language'](language).catch(() => undefined);
}

const DOWNLOAD_LIMIT_MS = 60_000;

/** Saves a file as a download; the desktop asks for the location. */
export function downloadFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser may read the URL long after the click: on a busy machine, or while a dialog asks where to save.
  setTimeout(() => URL.revokeObjectURL(url), DOWNLOAD_LIMIT_MS);
}

/** Opens a URL in a new tab, or from the desktop in the system browser. */
export function openInBrowser(url: string): void {
  window.open(url, '_blank', 'noopener');
}
