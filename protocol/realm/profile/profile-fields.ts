// The attributes of the user profile that a form or an API shows, and what may be done with them there.
import { listLocales } from '../view/locales.ts';
import type { Realm } from '../view/realm.ts';
import { type Person, type ProfileAttribute, profileOf } from './profile-definition.ts';

/** Where a profile is filled in. */
export type ProfileForm = 'registration' | 'idp-review' | 'update-profile' | 'account' | 'admin';

export interface ProfileContext {
  readonly form: ProfileForm;
  /** Names of the scopes of the sign-in that the form belongs to. */
  readonly scopes: readonly string[];
}

export interface ProfileField {
  readonly attribute: ProfileAttribute;
  readonly required: boolean;
  readonly readOnly: boolean;
}

/** Fields of the account API. */
export const ACCOUNT_CONTEXT: ProfileContext = { form: 'account', scopes: [] };
/** Fields of the admin API. */
export const ADMIN_CONTEXT: ProfileContext = { form: 'admin', scopes: [] };

/** Attributes that users store apart from all others. */
export const ROOT_ATTRIBUTES = ['username', 'email', 'firstName', 'lastName'] as const;

export type RootAttribute = (typeof ROOT_ATTRIBUTES)[number];

export function isRootAttribute(name: string): name is RootAttribute {
  return (ROOT_ATTRIBUTES as readonly string[]).includes(name);
}

/** In the order of the profile. */
export function listFields(realm: Realm, context: ProfileContext): readonly ProfileField[] {
  const { attributes } = profileOf(realm);
  return (context.form === 'account' ? withLocale(realm, attributes) : attributes)
    .filter((attribute) => isShown(realm, context, attribute))
    .map((attribute) => ({
      attribute,
      required: isRequired(realm, context, attribute),
      readOnly: isReadOnly(realm, context, attribute),
    }));
}

/**
 * Compat: users choose one of the realm's languages in their account, even if the profile does not define `locale`.
 * Undefined: the realm has no languages, or its profile says who may choose.
 */
export function localeAttribute(realm: Realm): ProfileAttribute | undefined {
  if (profileOf(realm).attributes.some(({ name }) => name === LOCALE)) return undefined;
  const locales = listLocales(realm);
  return locales.length === 0
    ? undefined
    : {
        name: LOCALE,
        displayName: LOCALE,
        group: undefined,
        multivalued: false,
        defaultValue: undefined,
        annotations: undefined,
        validations: { options: { options: locales } },
        viewers: EVERYBODY,
        editors: EVERYBODY,
        required: undefined,
        scopes: [],
      };
}

const LOCALE = 'locale';
const EVERYBODY: readonly string[] = ['admin', 'user'];

function withLocale(realm: Realm, attributes: readonly ProfileAttribute[]): readonly ProfileAttribute[] {
  const locale = localeAttribute(realm);
  return locale === undefined ? attributes : [...attributes, locale];
}

const personOf = ({ form }: ProfileContext): Person => (form === 'admin' ? 'admin' : 'user');

/** Scopes matter only while somebody signs in. */
const isSignIn = ({ form }: ProfileContext): boolean =>
  form === 'registration' || form === 'update-profile' || form === 'idp-review';

/** Whether the person is a user yet. */
const isNew = ({ form }: ProfileContext): boolean => form === 'registration' || form === 'idp-review';

const overlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((item) => other.includes(item));

/** Compat: a new user is asked for nothing that they cannot enter. */
function isShown(realm: Realm, context: ProfileContext, attribute: ProfileAttribute): boolean {
  const { name, viewers, scopes } = attribute;
  if (isSignIn(context) && name === 'username') return isUsernameAsked(realm, context);
  const asksByScope = isSignIn(context) && scopes.length > 0 && !isRootAttribute(name);
  if (asksByScope && !overlap(scopes, context.scopes)) return false;
  return context.form === 'registration'
    ? !isReadOnly(realm, context, attribute)
    : viewers.includes(personOf(context));
}

function isUsernameAsked(realm: Realm, context: ProfileContext): boolean {
  return !realm.emailAsUsername && (isNew(context) || realm.stored.editUsernameAllowed === true);
}

/** Compat: everybody may enter a username and an address to register with. Administrators may rename users. */
function isReadOnly(realm: Realm, context: ProfileContext, { name, editors }: ProfileAttribute): boolean {
  if (isNew(context) && (name === 'username' || name === 'email')) return false;
  if (name === 'username' && context.form !== 'admin' && !isUsernameAsked(realm, context)) return true;
  return !editors.includes(personOf(context));
}

function isRequired(realm: Realm, context: ProfileContext, { name, required }: ProfileAttribute): boolean {
  if (name === 'username') return !realm.emailAsUsername;
  if (name === 'email' && realm.emailAsUsername) return true;
  if (required === undefined) return false;
  const { roles, scopes } = required;
  if (roles.length === 0 && scopes.length === 0) return true;
  return roles.includes(personOf(context)) || (isSignIn(context) && overlap(scopes, context.scopes));
}

/** The address alone, which must then be there. */
export function emailField(realm: Realm): readonly ProfileField[] {
  return listFields(realm, { form: 'account', scopes: [] })
    .filter(({ attribute }) => attribute.name === 'email')
    .map(({ attribute }) => ({ attribute, required: true, readOnly: false }));
}
