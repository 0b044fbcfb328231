// The user profile as the APIs describe it to programs that build forms. Compat: `UserProfileMetadata`.
import { USER_CLAIMS_ATTRIBUTE } from '#protocol/contract/server-attributes.ts';
import type { AttributeMetadataWire, UserProfileMetadataWire } from '#protocol/contract/user-profile.ts';
import type { Realm } from '../view/realm.ts';
import { type ProfileAttribute, profileOf } from './profile-definition.ts';
import { listFields, localeAttribute, type ProfileContext, type ProfileField } from './profile-fields.ts';

export function describeProfile(realm: Realm, context: ProfileContext): UserProfileMetadataWire {
  return {
    attributes: listFields(realm, context).map(describeField),
    groups: profileOf(realm).rawGroups,
  };
}

function describeField({ attribute, required, readOnly }: ProfileField): AttributeMetadataWire {
  const { name, displayName, annotations, validations, group, multivalued, defaultValue } = attribute;
  return {
    name,
    displayName,
    required,
    readOnly,
    ...(annotations === undefined ? {} : { annotations }),
    validators: validations,
    ...(group === undefined ? {} : { group }),
    multivalued,
    ...(defaultValue === undefined ? {} : { defaultValue }),
  };
}

/** Attributes with a meaning of their own. Compat: every profile has `locale`. */
const ALWAYS: readonly string[] = [USER_CLAIMS_ATTRIBUTE, 'locale', 'terms_and_conditions'];

/** Whether administrators may change an attribute other than those that a user stores apart. */
export function allowsAdministrators(realm: Realm, name: string): boolean {
  const { attributes, unmanagedAttributePolicy, isConfigured } = profileOf(realm);
  const attribute = attributes.find((each) => each.name === name);
  if (attribute !== undefined) return attribute.editors.includes('admin');
  if (!isConfigured || ALWAYS.includes(name)) return true;
  return unmanagedAttributePolicy === 'ENABLED' || unmanagedAttributePolicy === 'ADMIN_EDIT';
}

/** Whether users see (or may change) an attribute other than those that a user stores apart. */
export function allowsUsers(realm: Realm, name: string, right: 'view' | 'edit'): boolean {
  if (name === USER_CLAIMS_ATTRIBUTE) return false;
  const { attributes, unmanagedAttributePolicy, isConfigured } = profileOf(realm);
  const attribute = attributes.find((each) => each.name === name) ?? localeFor(realm, name);
  if (attribute !== undefined)
    return (right === 'view' ? attribute.viewers : attribute.editors).includes('user');
  // Choice: without a configuration users see what the realm file gives them, but cannot change it
  // (docs/differences-to-keycloak.md, "Account API").
  return unmanagedAttributePolicy === 'ENABLED' || (!isConfigured && right === 'view');
}

const localeFor = (realm: Realm, name: string): ProfileAttribute | undefined =>
  name === 'locale' ? localeAttribute(realm) : undefined;
