// The name that a request contains (`login_hint`), where the name would be asked first.
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { findUserForSignIn, isUserEnabled } from '#protocol/realm/users/users.ts';
import type { StoredUser, UserStore } from '#protocol/store/store.ts';
import { NO_PROGRESS, type Progress } from '../authentication-session.ts';
import type { NextPage } from '../next-page-types.ts';
import type { SignInRequest } from '../sign-in.ts';
import { personOf, withName } from './handle-organization.ts';

/** What a new tab begins with. */
export interface HintedStart {
  readonly progress: Progress;
  readonly user: StoredUser | undefined;
}

/** As if the name had been typed; undefined: the page is another one, or the request has no name of a person. */
export async function takeLoginHint(
  users: UserStore,
  { realm }: RealmExchange,
  { loginHint = '' }: SignInRequest,
  page: NextPage,
): Promise<HintedStart | undefined> {
  const name = loginHint.trim();
  if (page.next !== 'name-first' || name === '') return undefined;
  const user = personOf(await findUserForSignIn(users, realm, name));
  if (user !== undefined && !isUserEnabled(user)) return undefined;
  return { progress: withName(NO_PROGRESS, name, user), user };
}
