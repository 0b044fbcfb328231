// Signs the caller's browser in as a user, without the user's password.
import type { RealmKeys } from '#protocol/crypto/realm-keys.ts';
import { isSecureContext, setCookie } from '#protocol/http/cookies.ts';
import type { Reply } from '#protocol/http/exchange.ts';
import { issuerOf } from '#protocol/http/issuer.ts';
import { jsonReply, NO_STORE } from '#protocol/http/replies.ts';
import { createSessionCookies } from '#protocol/login/browser-session.ts';
import { createSession } from '#protocol/realm/sessions/sessions.ts';
import { PASSWORD_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { Store } from '#protocol/store/store.ts';
import { invalid } from '../admin-error.ts';
import { changeRow, type RealmRequest, type RealmRow } from '../admin-route.ts';
import { findUser } from './users.ts';

export interface ImpersonationDeps {
  readonly store: Pick<Store, 'sessions'>;
  readonly keys: RealmKeys;
}

/** Compat: the answer sets the cookies of a sign-in and names the page to open. */
async function impersonate(request: RealmRequest, { store, keys }: ImpersonationDeps): Promise<Reply> {
  const user = await findUser(request);
  if (user.enabled === false) throw invalid('User is disabled');
  if (user.serviceAccountClientId !== undefined) throw invalid('Service accounts cannot be impersonated');
  const { realm, administrator } = request;
  const exchange = { ...request.exchange, realm, clock: request.clocks(realm.name) };
  const now = exchange.clock.now();
  const session = createSession(realm, {
    user,
    now,
    authenticatedAt: now,
    levels: { [PASSWORD_LEVEL]: now },
    rememberMe: false,
    ipAddress: exchange.remoteAddress,
    flow: exchange.activity.flow,
  });
  await store.sessions.create(session);
  const secure = isSecureContext(exchange);
  const cookies = await createSessionCookies(keys, { ...exchange, secure }, session);
  const body = {
    sameRealm: administrator.realm.name === realm.name,
    redirect: `${issuerOf(exchange)}/account`,
  };
  return jsonReply(200, body, { ...NO_STORE, 'set-cookie': cookies.map(setCookie) });
}

export function createImpersonationRows(deps: ImpersonationDeps): readonly RealmRow[] {
  return [
    changeRow('POST', '/users/:user/impersonation', ['impersonation'], 'Sign in as user', (request) =>
      impersonate(request, deps),
    ),
  ];
}
