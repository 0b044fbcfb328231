// Validates the parameters of an authentication request, in the order of the checks.

import { MAX_CIBA_SECONDS } from '#protocol/contract/settings/client.ts';
import { OAuthError, type OAuthErrorDetails } from '#protocol/errors/oauth-error.ts';
import { fixable } from '#protocol/errors/remedy.ts';
import type { Parameters, RealmExchange } from '#protocol/http/exchange.ts';
import { requireParameter } from '#protocol/oauth/check-form.ts';
import { isUserEnabled } from '#protocol/realm/users/users.ts';
import { type CibaPolicy, cibaPolicy } from '#protocol/realm/view/ciba-policy.ts';
import type { Client, ClientScope } from '#protocol/realm/view/realm.ts';
import { type ResolvedScopes, resolveRequestedScopes } from '#protocol/realm/view/scopes.ts';
import type { ClaimsRequest } from '#protocol/store/claims-request.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';
import { parseClaimsRequest } from '#protocol/token/claims-request.ts';
import { type PassedOn, passOn } from './known-parameters.ts';
import { findUserResolver, SUPPORTED_HINTS } from './user-resolvers/table.ts';

export interface CheckedRequest {
  readonly user: StoredUser;
  /** The name that identifies the user to the authentication entity. */
  readonly username: string;
  readonly scopes: readonly ClientScope[];
  /** Scope names as requested. */
  readonly requestedScopes: readonly string[];
  readonly bindingMessage: string | undefined;
  readonly acrValues: string | undefined;
  readonly nonce: string | undefined;
  readonly claimsRequest: ClaimsRequest | undefined;
  /** How long the entity may take, never longer than the lifespan of the `auth_req_id`. */
  readonly answerWithinSeconds: number;
  readonly policy: CibaPolicy;
  readonly passedOn: PassedOn;
}

const SECTION = 'CIBA §7.1';
const RULE = 'check-authentication-request';

/** Compat: Keycloak's characters, which every device can display (CIBA §7.1). */
const BINDING_MESSAGE = /^[A-Za-z0-9\-._+/!?#]{1,50}$/;
const MAX_NOTIFICATION_TOKEN = 1024;

function refuse(description: string, details: OAuthErrorDetails = {}): OAuthError {
  return new OAuthError('invalid_request', { description, section: SECTION, ...details });
}

/**
 * Checks user hint, scope, binding message, notification token and user code, then the rest.
 * @throws {OAuthError} with the codes of CIBA §13 and Keycloak's descriptions.
 */
export async function checkAuthenticationRequest(
  exchange: RealmExchange,
  client: Client,
  parameters: Parameters,
  { store }: { readonly store: Pick<Store, 'users'> },
): Promise<CheckedRequest> {
  const { realm, activity } = exchange;
  const policy = cibaPolicy(realm, client);
  checkDeliveryMode(policy);
  const { user, username } = await resolveUser(exchange, parameters, policy, store);
  activity.user(user.username);
  activity.recordPass('resolve-user', `${policy.userHint.value} identifies ${user.username}.`, SECTION);
  const { scopes, requested } = readScope(exchange, client, parameters);
  const bindingMessage = readBindingMessage(parameters);
  checkNotificationToken(parameters);
  checkUserCode(parameters);
  const passedOn = passOn(parameters);
  const checked: CheckedRequest = {
    user,
    username,
    scopes,
    requestedScopes: requested,
    bindingMessage,
    acrValues: textOf(parameters, 'acr_values'),
    nonce: textOf(parameters, 'nonce'),
    claimsRequest: readClaims(parameters),
    answerWithinSeconds: readExpiry(parameters, policy),
    policy,
    passedOn,
  };
  activity.recordPass(RULE, describe(checked), SECTION);
  if (passedOn.dropped.length > 0) {
    const names = passedOn.dropped.join(', ');
    activity.recordNote(
      RULE,
      `Not passed on (more than 5, longer than 200 characters, or a member of the delegation): ${names}.`,
      'service description §4.2',
    );
  }
  return checked;
}

function describe({ requestedScopes, bindingMessage }: CheckedRequest): string {
  const message = bindingMessage === undefined ? 'no binding message' : `binding message ${bindingMessage}`;
  return `Scope "${requestedScopes.join(' ')}", ${message}.`;
}

function textOf(parameters: Parameters, name: string): string | undefined {
  return parameters.get(name) || undefined;
}

/** Service description §7: a realm file may contain a mode that is not supported. */
function checkDeliveryMode({ deliveryMode: { value, setting } }: CibaPolicy): void {
  if (value === 'poll') return;
  throw refuse(`Backchannel token delivery mode ${value} is not supported`, {
    reason: `${setting} is "${value}"; clients get their tokens by polling only.`,
    remedy: `Set ${setting} to poll, and let the client poll the token endpoint.`,
    section: 'CIBA §5',
  });
}

async function resolveUser(
  { realm }: RealmExchange,
  parameters: Parameters,
  { userHint: { value: hint, setting } }: CibaPolicy,
  store: Pick<Store, 'users'>,
): Promise<{ readonly user: StoredUser; readonly username: string }> {
  const text = textOf(parameters, hint);
  const other = ['login_hint', 'login_hint_token', 'id_token_hint'].find(
    (name) => name !== hint && parameters.has(name),
  );
  if (text === undefined) {
    throw refuse(`missing parameter : ${hint}`, {
      reason:
        other === undefined ? `${hint} is missing.` : `The user is identified by ${other}, not by ${hint}.`,
      remedy: `Send ${hint} with the username; supported: ${SUPPORTED_HINTS.join(', ')}.`,
    });
  }
  if (other !== undefined) {
    throw refuse(`${other} is not supported; only ${hint} is`, {
      reason: `The request identifies the user twice: by ${hint} and by ${other}.`,
      remedy: `Leave ${other} out.`,
    });
  }
  const resolver = findUserResolver(hint);
  const user = await resolver?.findUser(store.users, realm, text);
  if (resolver === undefined || user === undefined || !isUserEnabled(user)) {
    throw refuse('invalid user', explainUser(realm.name, { hint, text, setting }, resolver, user));
  }
  return { user, username: resolver.representUser(user) };
}

function explainUser(
  realmName: string,
  { hint, text, setting }: { readonly hint: string; readonly text: string; readonly setting: string },
  resolver: unknown,
  user: StoredUser | undefined,
): OAuthErrorDetails {
  if (resolver === undefined) {
    return {
      reason: `${setting} is "${hint}", which is not supported.`,
      remedy: `Set ${setting} to login_hint, and send login_hint.`,
    };
  }
  return user === undefined
    ? {
        reason: `There is no user "${text}" in realm ${realmName}.`,
        remedy: fixable(
          { kind: 'create-user', user: text },
          'Create the user, or send the name or e-mail address of one that exists.',
        ),
      }
    : {
        reason: `User ${user.username} is disabled.`,
        remedy: fixable({ kind: 'enable-user', user: user.username }),
      };
}

/** Compat: without `openid` there is no ID token, but the request is valid. */
function readScope(
  { realm, activity }: RealmExchange,
  client: Client,
  parameters: Parameters,
): ResolvedScopes {
  const text = requireParameter(parameters, 'scope', {
    description: 'missing parameter : scope',
    reason: 'scope is missing.',
    remedy: 'Send a scope that contains openid.',
    section: SECTION,
  });
  const resolved = resolveRequestedScopes(realm, client, text);
  if (!resolved.openid)
    activity.recordNote(RULE, 'scope does not contain openid: there will be no ID token.', SECTION);
  return resolved;
}

function readBindingMessage(parameters: Parameters): string | undefined {
  const message = parameters.get('binding_message');
  if (message === undefined || BINDING_MESSAGE.test(message)) return message;
  throw new OAuthError('invalid_binding_message', {
    description:
      'the binding_message value has to be max 50 characters in length and must contain only basic plain-text characters without spaces',
    reason: `binding_message has ${message.length} characters${message.length > 50 ? '' : ', one of which is not allowed'}.`,
    remedy: 'Send 1 to 50 of the characters A-Z a-z 0-9 - . _ + / ! ? #.',
    section: SECTION,
  });
}

/** Notifications are sent in ping mode only. */
function checkNotificationToken(parameters: Parameters): void {
  const token = parameters.get('client_notification_token');
  if (token === undefined) return;
  const details = {
    reason: 'client_notification_token was sent, but only poll mode is supported.',
    remedy: 'Leave client_notification_token out, and poll the token endpoint.',
  };
  if (token.length > MAX_NOTIFICATION_TOKEN)
    throw refuse('Client Notification token length is limited to 1024 characters', details);
  throw refuse('Client Notification token supported only for the ping mode', details);
}

function checkUserCode(parameters: Parameters): void {
  if (!parameters.has('user_code')) return;
  throw refuse('User code not supported', {
    reason: 'user_code was sent; users have none here (backchannel_user_code_parameter_supported is false).',
    remedy: 'Leave user_code out.',
  });
}

function readClaims(parameters: Parameters): ClaimsRequest | undefined {
  const text = textOf(parameters, 'claims');
  return text === undefined ? undefined : parseClaimsRequest(text);
}

/** Choice: never longer than the `auth_req_id` (docs/differences-to-keycloak.md, "Requested expiry"). */
function readExpiry(parameters: Parameters, { expiresInSeconds }: CibaPolicy): number {
  const text = textOf(parameters, 'requested_expiry');
  if (text === undefined) return expiresInSeconds;
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1 || Number(text) > MAX_CIBA_SECONDS) {
    throw refuse(`requested_expiry must be a whole number of seconds from 1 to ${MAX_CIBA_SECONDS}`, {
      reason: 'requested_expiry is not a whole number in this range.',
      remedy: 'Send seconds, or leave requested_expiry out.',
    });
  }
  return Math.min(Number(text), expiresInSeconds);
}
