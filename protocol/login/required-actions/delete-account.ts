// Deleting one's own account, which an application starts.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { followUser } from '#protocol/realm/references/follow-references.ts';
import { effectiveRoles, hasRole } from '#protocol/realm/view/roles.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { expiredCookies, withCookies } from '../browser-cookies.ts';
import { clientHome } from '../client-home.ts';
import { renderErrorPage } from '../error-page.ts';
import { renderNotice } from '../form-field.ts';
import { renderInfoPage } from '../info-page.ts';
import { renderPage } from '../page-layout.ts';
import { messageOf } from '../texts/message.ts';
import { textsOf } from '../texts/page-texts.ts';
import { renderActionButtons } from './action-buttons.ts';
import type { ActionDependencies, RequiredAction } from './required-action.ts';

const RULE = 'delete-account';
const ROLE = { clientId: 'account', name: 'delete-account' } as const;

/** Compat: users without the role see an error page instead. */
function refuseWithoutRole(exchange: RealmExchange, user: StoredUser): Reply | undefined {
  const { realm, activity } = exchange;
  if (hasRole(effectiveRoles(realm, user), ROLE)) return undefined;
  const error = new OAuthError('access_denied', {
    description: 'You do not have enough permissions to delete your own account, contact admin.',
    reason: `User ${user.username} lacks role delete-account of client account.`,
    remedy: `Grant user ${user.username} the role delete-account of client account.`,
    section: 'Keycloak application-initiated actions',
    userEventError: 'user_delete_error',
  });
  activity.refused(error, RULE);
  // The page was expected to ask.
  activity.outcome('refused');
  return renderErrorPage(exchange, { status: 403, message: error.description, error });
}

/** Ends every session of the user, which notifies their applications, and removes the user. */
async function deleteUser(
  exchange: RealmExchange,
  { store, endSession }: ActionDependencies,
  { id, username }: StoredUser,
): Promise<void> {
  const { realm, activity } = exchange;
  for await (const session of store.sessions.list(realm.id, { userId: id }))
    await endSession(exchange, session);
  await store.users.remove(realm.id, id);
  await followUser(store.realms, realm.name, username, undefined);
  activity.recordPass(RULE, `${username} deleted the account.`, 'Keycloak application-initiated actions');
}

/** A page that warns. The user must have role `delete-account` of client `account`. */
export const deleteAccount: RequiredAction = {
  canBeInitiated: true,
  render(exchange, page) {
    const texts = textsOf(exchange);
    return (
      refuseWithoutRole(exchange, page.user) ??
      renderPage(exchange, {
        status: 200,
        name: 'delete-account-confirm',
        heading: texts.say('deleteAccountConfirm'),
        content: html`<form id="kc-deleteaccount-form" method="post" action="${page.action}">
${renderNotice(texts, texts.say('irreversibleAction'))}
<p>${texts.say('deletingImplies')}</p>
<ul><li>${texts.say('loggingOutImmediately')}</li><li>${texts.say('errasingData')}</li></ul>
<p class="delete-account-text">${texts.say('finalDeletionConfirmation')}</p>
${renderActionButtons(texts, page, { id: 'kc-submit', label: 'doConfirmDelete' })}
</form>`,
      })
    );
  },
  async take(exchange, deps, { user, authentication }) {
    const refused = refuseWithoutRole(exchange, user);
    if (refused !== undefined) return { state: 'ended', page: refused };
    await deleteUser(exchange, deps, user);
    const client = exchange.realm.clients.get(authentication.request.clientId);
    const page = renderInfoPage(exchange, {
      title: messageOf('understudy.accountDeletedTitle'),
      message: messageOf('userDeletedSuccessfully'),
      backTo: clientHome(client, exchange.baseUrl),
    });
    return { state: 'ended', page: withCookies(page, expiredCookies(exchange)) };
  },
};
