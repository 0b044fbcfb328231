// User profiles for tests of the Users screens.
import type { JsonRecord } from '#protocol/contract/settings/kept.ts';
import { usualProfile } from '#protocol/contract/settings/user-profile.ts';
import type { AttributeMetadataWire } from '#protocol/contract/user-profile.ts';
import type { UserProfile } from '../../../api/user-profile.ts';

const rows = (value: unknown): readonly JsonRecord[] => (Array.isArray(value) ? value : []);

/** A profile with the usual attributes of a new realm and these, as the admin API describes them. */
export function testProfile(
  attributes: readonly (Partial<AttributeMetadataWire> & { readonly name: string })[] = [],
  more: Partial<UserProfile> & { readonly groups?: readonly unknown[] } = {},
): UserProfile {
  const { groups = [], ...given } = more;
  const usual = rows(usualProfile('shop')['attributes']).map(({ name, displayName }) => ({
    name: String(name),
    displayName: String(displayName),
    required: name === 'username',
  }));
  const all = [...usual, ...attributes].map(
    (attribute): AttributeMetadataWire => ({
      displayName: attribute.name,
      required: false,
      readOnly: false,
      multivalued: false,
      validators: {},
      ...attribute,
    }),
  );
  return {
    metadata: { attributes: all, groups },
    config: { attributes: all.map(({ name }) => ({ name })), groups },
    isConfigured: true,
    texts: {},
    ...given,
  };
}
