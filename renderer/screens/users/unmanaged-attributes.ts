// Attributes that the user profile does not define, and what administrators may do with them.
import { isRecord } from '#protocol/contract/settings/kept.ts';
import type { UserProfile } from '../../api/user-profile.ts';
import { userField } from '../../components/setting-field.ts';
import { type PlainKey, text } from '../../texts/text.ts';
import type { Field } from '../../ui/field.ts';
import { isRootAttribute } from './profile-fields.ts';

type Attributes = Readonly<Record<string, readonly string[]>>;

/** What administrators may do with attributes that the profile does not define. */
type UnmanagedAccess = 'edit' | 'view' | 'none';

/** Compat: `unmanagedAttributePolicy`. Without a profile, users may have any attribute. */
function unmanagedAccess({ config, isConfigured }: UserProfile): UnmanagedAccess {
  const { unmanagedAttributePolicy: policy } = config;
  if (!isConfigured || policy === 'ENABLED' || policy === 'ADMIN_EDIT') return 'edit';
  return policy === 'ADMIN_VIEW' ? 'view' : 'none';
}

function definedNames({ config }: UserProfile): readonly string[] {
  const { attributes } = config;
  return (Array.isArray(attributes) ? attributes : []).filter(isRecord).map(({ name }) => String(name));
}

/** The attributes of a user that the profile does not define. */
export function unmanagedAttributes(profile: UserProfile, attributes: Attributes = {}): Attributes {
  const defined = new Set(definedNames(profile));
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !defined.has(name)));
}

/** Why an attribute that the profile defines cannot be among the others. */
function checkName(profile: UserProfile, name: string): string | undefined {
  if (!isRootAttribute(name) && !definedNames(profile).includes(name)) return undefined;
  const isShown = profile.metadata.attributes.some((attribute) => attribute.name === name);
  return isShown ? text('users:attributes.ownField', { name }) : text('users:attributes.unseen', { name });
}

/** The field of all attributes that the profile does not define; undefined if administrators do not see them. */
export function unmanagedField(profile: UserProfile): Field | undefined {
  const access = unmanagedAccess(profile);
  if (access === 'none') return undefined;
  const field = userField('attributes', { wide: true });
  if (field.kind !== 'map') return undefined;
  return { ...field, readOnly: access === 'view', checkName: (name) => checkName(profile, name) };
}

const BY_POLICY: Readonly<Record<string, PlainKey>> = {
  ENABLED: 'users:attributes.enabled',
  ADMIN_EDIT: 'users:attributes.adminEdit',
  ADMIN_VIEW: 'users:attributes.adminView',
};

/** Explains the attributes that the profile does not define. */
export function describeUnmanaged({ config, isConfigured }: UserProfile): string {
  const key = isConfigured
    ? new Map(Object.entries(BY_POLICY)).get(String(config.unmanagedAttributePolicy))
    : undefined;
  return text(key ?? 'users:attributes.usual');
}

/** Says that a user has attributes that the policy hides; undefined if there are none. */
export function describeHidden(profile: UserProfile, attributes: Attributes | undefined): string | undefined {
  if (unmanagedAccess(profile) !== 'none') return undefined;
  const count = Object.keys(unmanagedAttributes(profile, attributes)).length;
  return count === 0 ? undefined : text('users:attributes.hidden', { count });
}
