// Answer keys: tools that cannot sign in answer a realm's prompts through a URL with a key.
import { DEVICE_KEY_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import { createRandomText, equalsInConstantTime } from '#protocol/crypto/identifiers.ts';
import type { RealmAttributes } from './realm-attributes.ts';

export interface AnswerKeys {
  /** The realm's key, created on first use. */
  getOrCreateKey(realmName: string): Promise<string>;
  /** Whether the text is the realm's key, compared in constant time. An empty text never matches. */
  matches(realmName: string, text: string): boolean;
}

const KEY_BYTES = 32;

/** Keys are stored in a realm attribute. */
export function createAnswerKeys(attributes: RealmAttributes): AnswerKeys {
  const find = (realmName: string): string | undefined =>
    attributes.find(realmName, DEVICE_KEY_ATTRIBUTE) || undefined;
  return {
    async getOrCreateKey(realmName) {
      const known = find(realmName);
      if (known !== undefined) return known;
      const made = createRandomText(KEY_BYTES);
      // For concurrent calls, the first key is kept.
      await attributes.update(realmName, DEVICE_KEY_ATTRIBUTE, (value) => value || made);
      return find(realmName) ?? made;
    },
    matches(realmName, text) {
      const key = find(realmName);
      // Always compares, so that the response time does not reveal whether a key exists.
      return equalsInConstantTime(text, key ?? '') && key !== undefined;
    },
  };
}
