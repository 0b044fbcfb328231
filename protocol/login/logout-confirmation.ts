// Pending sign-out confirmations, bound to the browser that was asked.
import { createRandomText, equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import type { RealmExchange, Reply } from '#protocol/http/exchange.ts';
import type { Store } from '#protocol/store/store.ts';
import { ensureBrowserId, readBrowserId, withCookies } from './browser-cookies.ts';
import { clientHome } from './client-home.ts';
import { renderLogoutConfirmation } from './logout-page.ts';
import type { LogoutQuestion } from './sign-in.ts';
import { readUiLocales } from './texts/page-texts.ts';

/** Maximum number of pending confirmations; the oldest are dropped first. */
const CAPACITY = 1000;

interface PendingLogout {
  readonly realmId: string;
  readonly browserId: string;
  readonly sessionCode: string;
  readonly data: unknown;
}

export interface LogoutConfirmation {
  /** Shows the confirmation page. `username`: the user whose session would end. */
  ask(exchange: RealmExchange, question: LogoutQuestion, username: string | undefined): Promise<Reply>;
  /** The question's data, once; undefined if the form is stale, forged or from another browser. */
  take(exchange: RealmExchange): Promise<{ readonly data: unknown } | undefined>;
}

/** Keeps confirmations for the realm's `accessCodeLifespanUserAction` (seconds). */
export function createLogoutConfirmation(store: Pick<Store, 'createExpiringStore'>): LogoutConfirmation {
  const questions = store.createExpiringStore<PendingLogout>('logout-confirmation', { capacity: CAPACITY });
  return {
    async ask(exchange, question, username) {
      const { realm, clock, activity } = exchange;
      const { browserId, cookies } = ensureBrowserId(exchange);
      const tabId = createRandomText(16);
      const sessionCode = createRandomText(32);
      const pending = { realmId: realm.id, browserId, sessionCode, data: question.data };
      const now = clock.now();
      await questions.put(tabId, pending, now + realm.lifespans.accessCodeUserAction * 1000, now);
      const client = question.clientId === undefined ? undefined : realm.clients.get(question.clientId);
      const query = new URLSearchParams(client === undefined ? {} : { client_id: client.clientId });
      query.set('tab_id', tabId);
      const uiLocales = readUiLocales(exchange);
      // The pages after this one have the same language.
      if (uiLocales !== '') query.set('ui_locales', uiLocales);
      activity.outcome('asked');
      return withCookies(
        renderLogoutConfirmation(exchange, {
          action: `${question.action}?${query}`,
          sessionCode,
          username,
          backTo: clientHome(client, exchange.baseUrl),
        }),
        cookies,
      );
    },
    async take(exchange) {
      const tabId = exchange.query.get('tab_id') ?? '';
      const { realm, clock } = exchange;
      const now = clock.now();
      const pending = await questions.find(realm.id, tabId, now);
      const browserId = readBrowserId(exchange);
      if (pending === undefined || browserId === undefined) return undefined;
      if (!equalsInConstantTime(browserId, pending.browserId)) return undefined;
      if (!equalsInConstantTime(exchange.form.get('session_code') ?? '', pending.sessionCode))
        return undefined;
      const consumed = await questions.consume(realm.id, tabId, now);
      return consumed.state === 'found' ? { data: consumed.value.data } : undefined;
    },
  };
}
