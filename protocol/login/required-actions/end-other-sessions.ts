// "Sign out from other devices", on the pages that set up a credential.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { renderCheck } from '../form-field.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import type { ActionDependencies } from './required-action.ts';

/** The checkbox, which is checked at first. */
export function renderEndOtherSessions(texts: PageTexts): Html {
  return renderCheck(texts, {
    id: 'logout-sessions',
    name: 'logout-sessions',
    value: 'on',
    label: texts.say('logoutOtherSessions'),
    attributes: html`checked`,
  });
}

/** Ends the user's sessions except that of this browser and offline ones. */
export async function endOtherSessions(
  exchange: RealmExchange,
  { store, endSession }: ActionDependencies,
  user: StoredUser,
  ownId: string | undefined,
): Promise<void> {
  for await (const session of store.sessions.list(exchange.realm.id, { userId: user.id, offline: false })) {
    if (session.id !== ownId) await endSession(exchange, session);
  }
}
