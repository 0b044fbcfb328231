// Removing an authenticator or recovery codes, which an application starts with the credential's id.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import type { ActivityNotes, RealmExchange, Reply } from '#protocol/http/exchange.ts';
import { html } from '#protocol/http/html.ts';
import { type IdentifiedCredential, listCredentials } from '#protocol/realm/users/credential-list.ts';
import { findCredentialType } from '#protocol/realm/users/credential-types.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { renderErrorPage } from '../error-page.ts';
import { renderPage } from '../page-layout.ts';
import { type PageTexts, textsOf } from '../texts/page-texts.ts';
import type { PageTextKey } from '../texts/table.ts';
import { renderActionButtons } from './action-buttons.ts';
import type { RequiredAction } from './required-action.ts';

const RULE = 'delete-credential';

/** Names of credentials without a label. */
const NAMES: Readonly<Record<string, PageTextKey>> = {
  otp: 'otp-display-name',
  'recovery-authn-codes': 'recovery-authn-code-form-display-name',
};

/** Notes the events of a removed credential. Compat: one-time codes have an event of their own as well. */
export function recordRemovedCredential(
  activity: Pick<ActivityNotes, 'userEvent'>,
  { id, type = 'password', userLabel }: IdentifiedCredential,
): void {
  const details = {
    credential_type: type,
    selected_credential_id: id,
    ...(userLabel === undefined ? {} : { credential_user_label: userLabel }),
  };
  activity.userEvent('REMOVE_CREDENTIAL', details);
  if (type === 'otp') activity.userEvent('REMOVE_TOTP', details);
}

function nameOf(texts: PageTexts, { userLabel, type = 'password' }: IdentifiedCredential): string {
  const key = NAMES[type];
  return userLabel || (key === undefined ? type : texts.say(key));
}

/** The credential, if the user has it and may remove it. */
function findRemovable(user: StoredUser, id: string | undefined): IdentifiedCredential | undefined {
  const found = listCredentials(user).find((credential) => credential.id === id);
  return found !== undefined && findCredentialType(found.type)?.removeable === false ? undefined : found;
}

function refuse(exchange: RealmExchange, user: StoredUser, id: string | undefined): Reply {
  const error = new OAuthError('invalid_request', {
    description: 'Credential not found.',
    reason:
      id === undefined
        ? 'The action delete_credential names no credential.'
        : `${user.username} has no credential ${id} that can be removed. Passwords cannot be removed.`,
    remedy: 'Send kc_action=delete_credential:ID, with an ID that GET …/account/credentials lists.',
    section: 'Keycloak application-initiated actions',
  });
  exchange.activity.refused(error, RULE);
  // The page was expected to ask.
  exchange.activity.outcome('refused');
  return renderErrorPage(exchange, { status: 400, message: error.description, error });
}

/** A page that asks. The parameter of the action is the credential's id. */
export const deleteCredential: RequiredAction = {
  canBeInitiated: true,
  needsParameter: true,
  render(exchange, page) {
    const credential = findRemovable(page.user, page.parameter);
    if (credential === undefined) return refuse(exchange, page.user, page.parameter);
    const texts = textsOf(exchange);
    const name = nameOf(texts, credential);
    return renderPage(exchange, {
      status: 200,
      name: 'delete-credential',
      heading: texts.say('deleteCredentialTitle', name),
      content: html`<div id="kc-delete-text">${texts.say('deleteCredentialMessage', name)}</div>
<form id="kc-delete-credential-form" method="post" action="${page.action}">
${renderActionButtons(texts, page, { id: 'kc-accept', label: 'doConfirmDelete', cancelId: 'kc-decline' })}
</form>`,
    });
  },
  async take(exchange, _deps, { user, authentication }) {
    const id = authentication.request.action?.parameter;
    const credential = findRemovable(user, id);
    if (credential === undefined) return { state: 'ended', page: refuse(exchange, user, id) };
    recordRemovedCredential(exchange.activity, credential);
    return {
      state: 'done',
      change: (current) => ({
        ...current,
        credentials: listCredentials(current).filter((each) => each.id !== credential.id),
      }),
    };
  },
};
