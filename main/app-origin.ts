// The window's own origin, and which URLs belong to it.

/** The private scheme under which the window loads its page and reaches the server. */
export const APP_SCHEME = 'app';

const APP_ORIGIN = 'app://understudy';

/** The URL of the console. */
export const APP_PAGE: string = `${APP_ORIGIN}/console/`;

/** Whether a frame's URL belongs to the window's own origin. */
export function isOwnPage(url: string | undefined): boolean {
  return url !== undefined && (url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`));
}

/** Whether a URL is the console, on any of its screens. It is the only page that the window shows. */
export function isConsolePage(url: string): boolean {
  return url === APP_PAGE || url.startsWith(`${APP_PAGE}#`);
}

/** The URL if the system browser may open it: http or https, without credentials. Otherwise undefined. */
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
