// "Sign out from other devices", on the pages that set up a credential.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { type Html, html } from '#protocol/http/html.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import type { ActionDependencies } from './required-action.ts';

/** The checkbox, which is checked at first. */
export function renderEndOtherSessions(texts: PageTexts): Html {
  return html`<div class="check"><input type="checkbox" id="logout-sessions" name="logout-sessions" value="on" checked>
<label for="logout-sessions">${texts.say('logoutOtherSessions')}</label></div>`;
}

/** Ends the user's sessions except that of this browser and offline ones. */
export async function endOtherSessions(
  exchange: RealmExchange,
  { store, endSession }: ActionDependencies,
  user: StoredUser,
  ownId: string | undefined,
): Promise<void> {
  for (const session of store.sessions.listByUser(exchange.realm.id, user.id)) {
    if (session.id !== ownId && !session.offline) await endSession(exchange, session);
  }
}
