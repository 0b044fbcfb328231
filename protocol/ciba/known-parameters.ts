// Which parameters of an authentication request mean something here, and which ones are passed on to the authentication entity.
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
  // A member of the delegation of its own.
  'is_consent_required',
]);

/** Compat: how many parameters are passed on, and how long each may be. */
const MAX_COUNT = 5;
const MAX_CHARACTERS = 200;

/** What is passed on, and the names of what is left behind. */
export interface PassedOn {
  readonly parameters: Readonly<Record<string, string>>;
  readonly dropped: readonly string[];
}

/** The parameters that mean nothing to the server: the first five of at most 200 characters go to the entity as members of the delegation. */
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
