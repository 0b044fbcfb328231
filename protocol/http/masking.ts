// Decides which values of an exchange are secrets, and masks them until the user reveals them.
import type { ActivityValue } from '#protocol/contract/activity.ts';
import { OPTION_ROWS } from '#protocol/contract/options.ts';
import { PRIVATE_KEY_ATTRIBUTES } from '#protocol/contract/saml-client-attributes.ts';

/** Shown instead of a secret. */
export const MASK = '••••';

/** Parameters and JSON members that carry secrets, in lowercase. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  'access_token',
  'adaptersessionids',
  'assertion',
  'auth_req_id',
  'bindcredential',
  'client_assertion',
  'client_notification_token',
  'client_session_state',
  'client_secret',
  'clientsecret',
  'code',
  'code_verifier',
  'device_code',
  'ecdhprivatekey',
  'ecdsaprivatekey',
  'eddsaprivatekey',
  'generatedrecoveryauthncodes',
  'id_token',
  'id_token_hint',
  'jwt',
  'key',
  'keypassword',
  'keystorepassword',
  'logout_token',
  'otp',
  'password',
  'password-confirm',
  'password-new',
  'private_key',
  'privatekey',
  'recoverycodeinput',
  'refresh_token',
  'registration_access_token',
  'request',
  'response',
  'samlart',
  'samlresponse',
  'secret',
  'secretdata',
  'session_code',
  'signature',
  'signinurl',
  'state_checker',
  'subject_token',
  'token',
  'totp',
  'totpsecret',
  'user_code',
  ...PRIVATE_KEY_ATTRIBUTES,
  ...OPTION_ROWS.filter(({ secret }) => secret).map(({ key }) => key),
]);

/** Secret as parameters, but ordinary words as JSON members. */
const ONLY_PARAMETERS: ReadonlySet<string> = new Set(['code', 'key', 'request', 'response', 'signature']);
/** Private members of a JSON Web Key (RFC 7518 §6). */
const PRIVATE_KEY_MEMBERS: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']);

const SECRET_HEADERS: ReadonlySet<string> = new Set(['authorization', 'proxy-authorization', 'cookie']);
const URL_HEADERS: ReadonlySet<string> = new Set(['location', 'referer']);

/** Whether a parameter's value is a secret. */
export function isSecretParameter(name: string): boolean {
  return SECRET_NAMES.has(name.toLowerCase());
}

function isSecretMember(name: string, owner: object): boolean {
  const lower = name.toLowerCase();
  if (SECRET_NAMES.has(lower) && !ONLY_PARAMETERS.has(lower)) return true;
  // Keycloak's credential representation keeps its plain password in `value`; its type may be absent.
  if (lower === 'value') {
    const type = 'type' in owner ? owner.type : undefined;
    return typeof type !== 'string' || type === 'password' || type === 'secret';
  }
  return 'kty' in owner && PRIVATE_KEY_MEMBERS.has(lower);
}

function maskLeaves(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskLeaves);
  return value === null || value === '' || typeof value === 'boolean' ? value : MASK;
}

/** A copy of a JSON value with its secrets masked. */
export function maskJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskJson);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => [
    name,
    isSecretMember(name, value) ? maskLeaves(member) : maskJson(member),
  ]);
  return Object.fromEntries(entries);
}

/** For display: masked when secret, unless `reveal`. */
export function shownValue(name: string, value: string, secret: boolean, reveal: boolean): ActivityValue {
  if (!secret) return { name, value };
  return { name, value: reveal || value === '' ? value : MASK, secret: true };
}

/** Masks secret parameters in a URL's query and fragment; everything else stays byte for byte. */
export function maskUrl(url: string): string {
  return url.replace(/([?&#])([^=&#?]+)=([^&#]*)/g, (whole, mark: string, name: string) => {
    return isSecretParameter(decodeLeniently(name)) ? `${mark}${name}=${MASK}` : whole;
  });
}

/** Decodes for display; invalid encoding is returned unchanged. */
export function decodeLeniently(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // Undecodable text is shown raw.
    return text;
  }
}

function maskSetCookie(value: string): string {
  return value.replace(
    /^([^=;]*)=([^;]*)/,
    (_whole, name: string, content: string) => `${name}=${content === '' ? '' : MASK}`,
  );
}

/** A header for display: of credentials the scheme is shown, of cookies names and attributes. */
export function shownHeader(name: string, value: string, reveal: boolean): ActivityValue {
  const lower = name.toLowerCase();
  if (lower === 'set-cookie') return { name, value: reveal ? value : maskSetCookie(value), secret: true };
  if (URL_HEADERS.has(lower)) return { name, value: reveal ? value : maskUrl(value) };
  if (!SECRET_HEADERS.has(lower)) return { name, value };
  const scheme = lower === 'cookie' ? undefined : /^(\w+) +\S/.exec(value)?.[1];
  const masked = scheme === undefined ? MASK : `${scheme} ${MASK}`;
  return { name, value: reveal ? value : masked, secret: true };
}
