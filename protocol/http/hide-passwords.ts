// Removes users' passwords from what is published of a request to other servers.
import { decodeLeniently, MASK, maskJson } from './masking.ts';

/** Parameters with a password, in lowercase. */
const PASSWORD_PARAMETERS: ReadonlySet<string> = new Set([
  'bindcredential',
  'password',
  'password-confirm',
  'password-new',
]);

/** A body without passwords: a form keeps its other fields; of JSON all secrets are masked. */
export function hidePasswords(body: string): string {
  if (!/password|credential|secret|value/i.test(body)) return body;
  if (/^\s*[{[]/.test(body)) return hideInJson(body);
  if (/^\s*</.test(body)) return body;
  return body.replace(/(^|&)([^=&]+)=([^&]*)/g, (whole, mark: string, name: string) =>
    PASSWORD_PARAMETERS.has(decodeLeniently(name).toLowerCase())
      ? `${mark}${name}=${encodeURIComponent(MASK)}`
      : whole,
  );
}

function hideInJson(body: string): string {
  try {
    return JSON.stringify(maskJson(JSON.parse(body)));
  } catch {
    // The server has rejected it, and Activity shows only its length.
    return '';
  }
}

/** Alternating names and values of headers; of basic authentication (RFC 7617) only the scheme stays. */
export function hidePasswordsInHeaders(rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders.map((text, index) => {
    const isAuthorization = index % 2 === 1 && /^(proxy-)?authorization$/i.test(rawHeaders[index - 1] ?? '');
    return isAuthorization && /^basic\s/i.test(text) ? `Basic ${MASK}` : text;
  });
}
