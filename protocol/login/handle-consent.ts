// Processes the consent form.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { withConsent } from '#protocol/realm/users/consents.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession } from './authentication-session.ts';
import { type Parts, refuse } from './complete-sign-in.ts';
import { continueSignIn, proceed } from './continue-sign-in.ts';
import { showExpired } from './late-answers.ts';
import type { NextPage } from './next-page-types.ts';
import type { ConsentQuestion } from './sign-in.ts';
import { readSubmittedForm } from './submitted-form.ts';

/** POST: the consent form. OIDC Core §3.1.2.4. */
export async function handleConsent(parts: Parts, exchange: RealmExchange): Promise<Reply> {
  const form = await readSubmittedForm(parts, exchange);
  if (form.reply !== undefined) return form.reply;
  const { authentication, page } = form;
  if (page.next !== 'consent') return proceed(parts, exchange, authentication, page);
  const { user, question } = page;
  exchange.activity.user(user.username);
  if (exchange.form.has('cancel')) {
    const ended = await parts.authentications.advance(exchange, authentication, { finished: true });
    if (ended === undefined) return showExpired(exchange, authentication);
    return refuse(parts, exchange, authentication.request, consentDenied(user, question), 'ask-consent');
  }
  if (!exchange.form.has('accept')) return askAgain(parts, exchange, authentication, page);
  const progress = { ...authentication.progress, consented: true };
  const advanced = await parts.authentications.advance(exchange, authentication, { progress });
  if (advanced === undefined) return showExpired(exchange, authentication);
  const granted = question.scopes.map((scope) => scope.name).join(', ');
  exchange.activity.recordPass('ask-consent', `${user.username} grants ${granted}.`, 'OIDC Core §3.1.2.4');
  await parts.deps.store.users.update(exchange.realm.id, user.id, (current) =>
    withConsent(current, question.client, question.scopes, exchange.clock.now()),
  );
  return continueSignIn(parts, exchange, advanced);
}

/** Neither button was pressed. Choice: docs/differences-to-keycloak.md, "Consent without an answer". */
async function askAgain(
  parts: Parts,
  exchange: RealmExchange,
  authentication: AuthenticationSession,
  page: NextPage,
): Promise<Reply> {
  const error = new OAuthError('invalid_request', {
    description: 'Choose Yes or No.',
    reason: 'The form has neither of the fields accept and cancel, so that nothing was granted.',
    remedy: 'Send the button that was pressed: accept=Yes or cancel=No.',
    section: 'OIDC Core §3.1.2.4',
  });
  const again = await proceed(parts, exchange, authentication, page, { notice: error.description });
  exchange.activity.refused(error, 'ask-consent');
  exchange.activity.outcome('refused');
  return again;
}

function consentDenied(user: StoredUser, { client }: ConsentQuestion): OAuthError {
  return new OAuthError('access_denied', {
    description: '',
    reason: `User ${user.username} denied client ${client.clientId} the requested access.`,
    remedy: 'Answer Yes on the consent page, or request fewer scopes.',
  });
}
