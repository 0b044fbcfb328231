// The answer key: lets tools that cannot sign in answer a realm's prompts by one address.
import { DEVICE_KEY_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { createRandomText, equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import type { RealmAttributes } from './realm-attributes.ts';

/** The answer keys of realms. */
export interface AnswerKeys {
  /** The realm's key, made and kept when first asked for. */
  getOrCreateKey(realmName: string): Promise<string>;
  /** Whether the text is the realm's key; compared in constant time. No realm has an empty key. */
  matches(realmName: string, text: string): boolean;
}

const KEY_BYTES = 32;

/** Keys that realms keep in their attribute. */
export function createAnswerKeys(attributes: RealmAttributes): AnswerKeys {
  const find = (realmName: string): string | undefined =>
    attributes.find(realmName, DEVICE_KEY_ATTRIBUTE) || undefined;
  return {
    async getOrCreateKey(realmName) {
      const known = find(realmName);
      if (known !== undefined) return known;
      const made = createRandomText(KEY_BYTES);
      // Somebody may have asked at the same time: the first key stays.
      await attributes.update(realmName, DEVICE_KEY_ATTRIBUTE, (value) => value || made);
      return find(realmName) ?? made;
    },
    matches(realmName, text) {
      const key = find(realmName);
      // Compared with something in any case, so that the time does not tell whether there is a key.
      return equalsInConstantTime(text, key ?? '') && key !== undefined;
    },
  };
}
