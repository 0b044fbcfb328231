// Addresses that the server fetches from because a client's settings or request say so: the web, and never its own machine's files.

/**
 * Compat: `fetch` reads `data:` today and may read `file:` one day; neither is an address of a client.
 * @throws {TypeError} for anything but http and https.
 */
export function checkWebAddress(url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError('it is not an http or https address');
}
