// A user's form and its representation: one pure function per direction.
import type { UserRepresentation } from '#protocol/contract/realm-representation.ts';

/** One row of the attributes. */
export interface AttributeRow {
  /** Identity of the row while the form is open; not saved. */
  readonly key: number;
  readonly name: string;
  readonly values: readonly string[];
}

/** The fields of the form. */
export interface UserFormValues {
  readonly username: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly enabled: boolean;
  readonly attributes: readonly AttributeRow[];
}

/** The form of a user. */
export function toFormValues(user: UserRepresentation): UserFormValues {
  return {
    username: user.username ?? '',
    email: user.email ?? '',
    emailVerified: user.emailVerified ?? false,
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    enabled: user.enabled ?? true,
    attributes: Object.entries(user.attributes ?? {}).map(([name, values], key) => ({ key, name, values })),
  };
}

/** The user with the form's values; members that the form does not know stay, attributes are replaced as a whole. */
export function toUser(values: UserFormValues, user: UserRepresentation): UserRepresentation {
  const attributes: Record<string, string[]> = {};
  for (const { name, values: texts } of values.attributes) {
    // Two rows with one name are one attribute with the values of both.
    if (name.trim() !== '') attributes[name.trim()] = [...(attributes[name.trim()] ?? []), ...texts];
  }
  return {
    ...user,
    username: values.username.trim(),
    email: values.email.trim(),
    emailVerified: values.emailVerified,
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    enabled: values.enabled,
    attributes,
  };
}

/** What keeps the form from being saved, by field. */
export function checkUserForm(values: UserFormValues): Partial<Record<keyof UserFormValues, string>> {
  const problems: Partial<Record<keyof UserFormValues, string>> = {};
  if (values.username.trim() === '') problems.username = 'Give the user a name to sign in with.';
  const email = values.email.trim();
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email))
    problems.email = 'An e-mail address has the form name@example.org.';
  return problems;
}
