/** The nonce that the server wrote into the page; the Content-Security-Policy requires it for styles. */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.content ?? '';
}
