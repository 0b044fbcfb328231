// Signs users in by HTTP Basic authentication: checks the password and creates a session, without a page.
import { SamlStatusError } from '#protocol/errors/saml-status-error.ts';
import type { BasicCredentials } from '#protocol/http/basic-credentials.ts';
import type { RealmExchange } from '#protocol/http/exchange.ts';
import { acrOf, reachedLevel } from '#protocol/login/levels.ts';
import { createSession } from '#protocol/realm/sessions/sessions.ts';
import {
  type PasswordCheckDeps,
  type SignInProblem,
  signInByPassword,
} from '#protocol/realm/users/check-password.ts';
import type { Client } from '#protocol/realm/view/realm.ts';
import type { Store } from '#protocol/store/store.ts';
import type { SignedInPerson } from './saml-sign-in.ts';

export interface BasicSignInDeps extends PasswordCheckDeps {
  readonly store: Pick<Store, 'users' | 'sessions'>;
}

export interface BasicSignIn {
  /** Saves a new session. @throws {SamlStatusError} `authn_failed`; `no_passive` for a required action. */
  signIn(exchange: RealmExchange, client: Client, credentials: BasicCredentials): Promise<SignedInPerson>;
}

const SECTION = 'SAML Profiles §4.2.3.3';

export function createBasicSignIn(deps: BasicSignInDeps): BasicSignIn {
  return {
    async signIn(exchange, client, credentials) {
      const check = await signInByPassword(exchange, credentials, deps);
      if ('problem' in check) throw refuse(check.problem);
      const { user } = check;
      const now = exchange.clock.now();
      const { realm, remoteAddress: ipAddress, activity } = exchange;
      const session = createSession(realm, { user, now, levels: { 1: now }, ipAddress, flow: activity.flow });
      await deps.store.sessions.create(session);
      exchange.activity.recordPass('check-password', `${user.username} signed in by HTTP Basic.`, SECTION);
      const levels = session.levels ?? {};
      return {
        user,
        session,
        acr: acrOf(exchange.realm, client, levels, true),
        level: reachedLevel(levels),
      };
    },
  };
}

/** A required action would need a page; all other problems have the same status. */
function refuse({ kind, reason, remedy }: SignInProblem): SamlStatusError {
  const code = kind === 'required action' ? 'no_passive' : 'authn_failed';
  return new SamlStatusError(code, { reason, remedy, section: SECTION });
}
