// Handles forms that arrive too late or do not come from the tab's latest page.

import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { fixable, secondsNeeded } from '#protocol/errors/remedy.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { type AuthenticationSession, NO_PROGRESS } from './authentication-session.ts';
import { findBrowserSession } from './browser-session.ts';
import { type Parts, refuse } from './complete-sign-in.ts';
import { findNextPage, proceed } from './continue-sign-in.ts';
import { renderExpiredPage } from './expired-page.ts';
import { proceedUrl, restartUrl } from './login-action-url.ts';
import { inLanguageOf } from './texts/page-texts.ts';

/** With a browser session the client gets `temporarily_unavailable` and may retry; otherwise starts over. */
export async function handleTimeout(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
): Promise<Reply> {
  const browser = await findBrowserSession(parts.deps, exchange);
  const error = new OAuthError('temporarily_unavailable', {
    description: 'authentication_expired',
    status: 400,
    reason: 'The sign-in took longer than the realm allows.',
    remedy: fixable(
      {
        kind: 'raise-login-lifespan',
        realm: exchange.realm.name,
        seconds: secondsNeeded(0, authentication.startedAt, exchange.clock.now()),
      },
      `Raise accessCodeLifespanLogin of realm ${exchange.realm.name}, now ${exchange.realm.lifespans.accessCodeLogin} seconds.`,
    ),
  });
  if (browser !== undefined) {
    await parts.authentications.renew(exchange, authentication, { finished: true });
    return refuse(parts, exchange, authentication.request, error, 'check-authentication-age');
  }
  exchange.activity.refused(error, 'check-authentication-age');
  const again = await parts.authentications.renew(exchange, authentication, {
    startedAt: exchange.clock.now(),
    anotherUser: false,
    progress: NO_PROGRESS,
  });
  const notice = 'Your login authentication timed out. Login will start from the beginning.';
  const next = await findNextPage(parts, exchange, again);
  const page = await proceed(parts, exchange, again, next, { notice });
  exchange.activity.outcome('refused');
  return page;
}

/** Rejects a form that is not from the tab's latest page. */
export function showExpired(exchange: RealmExchange, authentication: AuthenticationSession): Reply {
  exchange.activity.refused(
    new OAuthError('invalid_request', {
      description: 'Page has expired',
      reason:
        "The session_code is not that of the tab's latest page: an old form was submitted again, or another site submitted it.",
      remedy: "Continue with the tab's latest page.",
    }),
    'check-session-code',
  );
  return renderExpiredPage(inLanguageOf(exchange, authentication, undefined), {
    restart: restartUrl(exchange, authentication, true),
    proceed: proceedUrl(exchange, authentication),
  });
}
