// What attributes and groups of a profile are called on pages.
import { resolveProfileText } from '#protocol/contract/settings/profile-input.ts';
import type { Realm } from '../view/realm.ts';

/** A text of a profile in the realm's language. */
export function resolveText({ stored }: Realm, text: string): string {
  return resolveProfileText(stored, text);
}
