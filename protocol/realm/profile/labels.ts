// What attributes and groups of a profile are called on pages.
import type { Realm } from '../view/realm.ts';

/** English texts of Keycloak's message keys. */
const LABELS: Readonly<Record<string, string>> = {
  username: 'Username',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  address: 'Address',
  street: 'Street',
  locality: 'City or Locality',
  region: 'State, Province, or Region',
  postal_code: 'Zip or Postal code',
  country: 'Country',
  phoneNumber: 'Phone number',
  birthday: 'Birthday',
  gender: 'Gender',
  website: 'Web page',
  'profile.firstName': 'First name',
  'profile.lastName': 'Last name',
};

/** A text of a profile: itself, or the realm's text (`localizationTexts`) or ours for `${key}`. */
export function resolveText({ stored }: Realm, text: string): string {
  const key = /^\$\{([^{}]+)\}$/.exec(text)?.[1];
  if (key === undefined) return text;
  const { localizationTexts, defaultLocale = 'en' } = stored;
  const sources = [localizationTexts?.[defaultLocale], localizationTexts?.['en'], LABELS];
  return sources.find((texts) => texts !== undefined && Object.hasOwn(texts, key))?.[key] ?? key;
}
