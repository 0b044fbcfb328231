// Restricts what the server fetches on behalf of clients to web addresses, never files of its own machine.

/**
 * Compat: `fetch` also reads `data:`, and one day maybe `file:`. @throws {TypeError} except for http and
 * https.
 */
export function checkWebAddress(url: string): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new TypeError('it is not an http or https address');
}
