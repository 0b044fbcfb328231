// Parameters of an authentication request: known to the server, or passed on to the authentication entity.
import type { Parameters } from '#protocol/http/exchange.ts';

/** CIBA §7.1, client authentication, request objects, OIDC Core §3.1.2.1. */
const KNOWN: ReadonlySet<string> = new Set([
  'scope',
  'client_notification_token',
  'acr_values',
  'login_hint_token',
  'id_token_hint',
  'login_hint',
  'binding_message',
  'user_code',
  'requested_expiry',
  'request',
  'request_uri',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'grant_type',
  'prompt',
  'nonce',
  'max_age',
  'ui_locales',
  'claims',
  // Has its own member in the delegation.
  'is_consent_required',
]);

/** Compat: how many parameters are passed on, and their maximum length in characters. */
const MAX_COUNT = 5;
const MAX_CHARACTERS = 200;

/** `dropped` contains the names of parameters beyond the limits. */
export interface PassedOn {
  readonly parameters: Readonly<Record<string, string>>;
  readonly dropped: readonly string[];
}

/** Selects unknown parameters for the delegation: the first five of at most 200 characters. */
export function passOn({ entries }: Parameters): PassedOn {
  const further = entries.filter(([name]) => !KNOWN.has(name) && name !== '__proto__');
  const short = further.filter(([, value]) => value.length <= MAX_CHARACTERS);
  const passed = short.slice(0, MAX_COUNT);
  const names = new Set(passed.map(([name]) => name));
  return {
    parameters: Object.fromEntries(passed),
    dropped: further.map(([name]) => name).filter((name) => !names.has(name)),
  };
}
