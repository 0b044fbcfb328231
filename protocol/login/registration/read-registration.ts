// Checks a submitted registration.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { findProfileFaults, type ProfileFault } from '#protocol/realm/profile/check-profile.ts';
import type { ProfileField } from '#protocol/realm/profile/profile-fields.ts';
import type { ProfileValues } from '#protocol/realm/profile/profile-values.ts';
import type { UserStore } from '#protocol/store/store.ts';
import { findNewPasswordProblem } from '../new-password.ts';
import { messageOfFault } from '../profile-form/fault-message.ts';
import { readProfileValues } from '../profile-form/profile-form.ts';
import type { FieldProblems } from '../required-actions/required-action.ts';
import { messageOf } from '../texts/message.ts';
import type { RegistrationForm } from './registration-form.ts';
import { PASSWORD, PASSWORD_CONFIRM, TERMS } from './registration-page.ts';

/** What was entered. The e-mail address may be the username. */
export interface Registration {
  readonly values: ProfileValues;
  readonly username: string;
  readonly email: string;
  /** Undefined if the flow asks for none. */
  readonly password: string | undefined;
  readonly acceptsTerms: boolean;
}

export function readRegistration(
  { realm, form }: RealmExchange,
  { asksPassword, asksTerms }: RegistrationForm,
  fields: readonly ProfileField[],
): Registration {
  const values = readProfileValues(form, fields);
  const email = values['email']?.[0] ?? '';
  return {
    values,
    email,
    username: realm.emailAsUsername ? email : (values['username']?.[0] ?? ''),
    password: asksPassword ? (form.get(PASSWORD) ?? '') : undefined,
    acceptsTerms: asksTerms && form.has(TERMS),
  };
}

export interface RegistrationProblems {
  readonly problems: FieldProblems;
  /** What the profile rejects. */
  readonly faults: readonly ProfileFault[];
}

/** Everything wrong with a registration, one message for each field. */
export async function findRegistrationProblems(
  { realm, form }: RealmExchange,
  users: UserStore,
  { asksTerms }: RegistrationForm,
  fields: readonly ProfileField[],
  registration: Registration,
): Promise<RegistrationProblems> {
  const faults = await findProfileFaults(realm, users, fields, undefined, registration.values);
  const { username, email, password } = registration;
  const ofPassword =
    password === undefined
      ? {}
      : findPasswordProblems(
          realm.stored.passwordPolicy,
          { username, email },
          password,
          form.get(PASSWORD_CONFIRM),
        );
  return {
    faults,
    problems: {
      ...Object.fromEntries(faults.map((fault) => [fault.field, messageOfFault(fault)])),
      ...ofPassword,
      ...(asksTerms && !registration.acceptsTerms ? { [TERMS]: messageOf('termsAcceptanceRequired') } : {}),
    },
  };
}

function findPasswordProblems(
  policy: string | undefined,
  user: { readonly username: string; readonly email: string },
  password: string,
  confirmed: string | undefined,
): FieldProblems {
  const problem = findNewPasswordProblem({ password, confirmed, policy, user: { id: '', ...user } });
  return problem === undefined
    ? {}
    : { [problem.field === 'password' ? PASSWORD : PASSWORD_CONFIRM]: problem.message };
}
