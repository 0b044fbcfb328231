// The language for a person: that of the tab, the user, the application, the browser, or else the realm's.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { defaultLocaleOf, listLocales, matchLocale } from '#protocol/realm/view/locales.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { AuthenticationSession } from './authentication-session.ts';
import { LOCALE_COOKIE } from './browser-cookies.ts';
import type { SignInRequest } from './sign-in.ts';

const MAX_RANGES = 50;

/** What the request of a tab says about languages. */
interface RequestedLanguage extends Pick<AuthenticationSession, 'locale'> {
  readonly request: Pick<SignInRequest, 'uiLocales'>;
}

/** Compat: Keycloak's order. Without `internationalizationEnabled` it is English. */
export function chooseLocale(
  { realm, cookies, headers }: RealmExchange,
  { locale, request }: RequestedLanguage,
  user: StoredUser | undefined,
): string {
  // Most realms have one language: nothing is read then.
  if (listLocales(realm).length === 0) return defaultLocaleOf(realm);
  const wanted = [
    locale,
    user === undefined ? undefined : localeOf(user),
    ...(request.uiLocales ?? []),
    cookies.get(LOCALE_COOKIE),
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
