// The window's own origin, and what counts as a page of it.

/** The private scheme under which the window loads its page and reaches the server. */
export const APP_SCHEME = 'app';

/** The window's origin. */
const APP_ORIGIN = 'app://understudy';

/** The page that the window shows. */
export const APP_PAGE: string = `${APP_ORIGIN}/console/`;

/** Whether a frame's address is a page of ours. */
export function isOwnPage(url: string | undefined): boolean {
  return url !== undefined && (url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`));
}

/** Whether an address is the console itself, at whichever of its screens: the one page that the window shows. */
export function isConsolePage(url: string): boolean {
  return url === APP_PAGE || url.startsWith(`${APP_PAGE}#`);
}

/** An address that may be handed to the system browser: http or https, without credentials. Undefined for anything else. */
export function externalUrl(text: string): string | undefined {
  try {
    const url = new URL(text);
    const harmless =
      (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '';
    return harmless ? url.href : undefined;
  } catch {
    // Not a URL: nothing to open.
    return undefined;
  }
}
