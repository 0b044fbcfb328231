// The language for a person: that of the tab, the user, the application, the browser, or else the realm's.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { defaultLocaleOf, matchLocale } from '#protocol/realm/view/locales.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession } from './authentication-session.ts';

/** Compat: Keycloak reads it, too. */
const COOKIE = 'KEYCLOAK_LOCALE';

const MAX_RANGES = 50;

/** Compat: Keycloak's order. Without `internationalizationEnabled` it is English. */
export function chooseLocale(
  { realm, cookies, headers }: RealmExchange,
  { locale, request }: Pick<AuthenticationSession, 'locale' | 'request'>,
  user: StoredUser | undefined,
): string {
  const wanted = [
    locale,
    user === undefined ? undefined : localeOf(user),
    ...(request.uiLocales ?? []),
    cookies.get(COOKIE),
    ...readAcceptLanguage(headers['accept-language'] ?? ''),
  ];
  return matchLocale(realm, wanted) ?? defaultLocaleOf(realm);
}

/** The language of a user whose own request it is not, such as an administrator's. */
export function chooseUserLocale({ realm }: Pick<RealmExchange, 'realm'>, user: StoredUser): string {
  return matchLocale(realm, [localeOf(user)]) ?? defaultLocaleOf(realm);
}

const localeOf = ({ attributes }: StoredUser): string | undefined => attributes?.['locale']?.[0];

/** The languages, best first. RFC 9110 §12.5.4. */
export function readAcceptLanguage(header: string): readonly string[] {
  return header
    .split(',', MAX_RANGES)
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
