// The language that a user has chosen on the way to the sign-in page (`kc_locale`), saved when the sign-in ends.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { isActionEnabled } from '#protocol/realm/users/required-actions.ts';
import { listLocales } from '#protocol/realm/view/locales.ts';
import type { Store, StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession } from './authentication-session.ts';
import { LOCALE_COOKIE, localeCookie } from './browser-cookies.ts';
import { followUserChange } from './save-user-change.ts';

const ACTION = 'update_user_locale';

/** The language in the query parameter; undefined for one that the realm does not have. */
export function requestedLocale({ query, realm }: RealmExchange): string | undefined {
  const locale = query.get('kc_locale');
  return locale !== undefined && listLocales(realm).includes(locale) ? locale : undefined;
}

/**
 * Compat: the cookie follows the user's language at the end of a sign-in, and is deleted for a user without one, unless
 * the realm has disabled `update_user_locale`.
 */
export function languageCookies(exchange: RealmExchange, user: StoredUser): readonly string[] {
  const { realm, cookies } = exchange;
  const locales = listLocales(realm);
  if (locales.length === 0 || !isActionEnabled(realm, ACTION)) return [];
  const locale = user.attributes?.['locale']?.[0] ?? '';
  if (locales.includes(locale)) return [localeCookie(exchange, locale)];
  return cookies.has(LOCALE_COOKIE) ? [localeCookie(exchange, undefined)] : [];
}

/** Compat: saved as the attribute `locale` if the realm has not disabled `update_user_locale`. Resolves to the user then. */
export async function saveRequestedLocale(
  store: Pick<Store, 'users' | 'realms'>,
  { realm, activity }: RealmExchange,
  user: StoredUser,
  { locale }: Pick<AuthenticationSession, 'locale'>,
): Promise<StoredUser> {
  const previous = user.attributes?.['locale']?.[0] ?? '';
  if (locale === undefined || locale === previous || !isActionEnabled(realm, ACTION)) return user;
  const change = (current: StoredUser): StoredUser => ({
    ...current,
    attributes: { ...current.attributes, locale: [locale] },
  });
  await followUserChange(store, realm, user, change);
  activity.eventDetails({ previous_locale: previous, updated_locale: locale });
  activity.recordPass('update-user-locale', `The language of ${user.username} is now ${locale} (kc_locale).`);
  return change(user);
}
