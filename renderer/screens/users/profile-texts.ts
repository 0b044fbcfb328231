// Texts of a user profile in the shown language.
import {
  type PROFILE_LABELS,
  type RealmTexts,
  resolveProfileText,
} from '#protocol/contract/settings/profile-input.ts';
import { type PlainKey, shownLanguage, text } from '../../texts/text.ts';

const LABELS: Readonly<Record<keyof typeof PROFILE_LABELS, PlainKey>> = {
  username: 'users:profileLabel.username',
  email: 'users:profileLabel.email',
  firstName: 'users:profileLabel.firstName',
  lastName: 'users:profileLabel.lastName',
  address: 'users:profileLabel.address',
  street: 'users:profileLabel.street',
  locality: 'users:profileLabel.locality',
  region: 'users:profileLabel.region',
  postal_code: 'users:profileLabel.postalCode',
  country: 'users:profileLabel.country',
  phoneNumber: 'users:profileLabel.phoneNumber',
  birthday: 'users:profileLabel.birthday',
  gender: 'users:profileLabel.gender',
  website: 'users:profileLabel.website',
  'profile.firstName': 'users:profileLabel.firstName',
  'profile.lastName': 'users:profileLabel.lastName',
};

const isLabel = (key: string): key is keyof typeof LABELS => Object.hasOwn(LABELS, key);

/**
 * A text of a profile: itself, or for `${key}` the realm's text in the shown language, ours, or that of the realm in
 * another language.
 */
export function profileText(realm: RealmTexts, source: string): string {
  const language = shownLanguage();
  const key = /^\$\{([^{}]+)\}$/.exec(source)?.[1];
  if (key === undefined || language === 'en') return resolveProfileText(realm, source);
  const own = realm.localizationTexts?.[language] ?? {};
  if (Object.hasOwn(own, key)) return own[key] ?? key;
  return isLabel(key) ? text(LABELS[key]) : resolveProfileText(realm, source);
}
