// For tests: a realm whose organizations have members, domains and identity providers.
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { ALICE } from './login-fixture.ts';

/** Members of a provider of an organization. */
export function organizationProvider(
  alias: string,
  config: Readonly<Record<string, string>> = {},
  members: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const client = { clientId: 'app', clientSecret: 'app-secret' };
  return {
    alias,
    providerId: 'google',
    displayName: `Sign-in of ${alias}`,
    ...members,
    config: { ...client, ...config },
  };
}

const PERSON = { enabled: true, credentials: [{ type: 'password', value: 'secret' }] };

export const ALICE_ALONE: readonly Readonly<Record<string, string>>[] = [{ username: 'alice' }];

/** alice is a member of `acme`, `bolt` and the disabled `shut`, and not of `other`. */
export const ALICES_ORGANIZATIONS: Partial<RealmRepresentation> = {
  organizationsEnabled: true,
  organizations: [
    { name: 'Acme', alias: 'acme', members: ALICE_ALONE },
    { name: 'Bolt', alias: 'bolt', members: ALICE_ALONE },
    { name: 'Other', alias: 'other' },
    { name: 'Shut', alias: 'shut', enabled: false, members: ALICE_ALONE },
  ],
};

/**
 * `acme` (acme.test) sends people to provider `acme-idp`; `bolt` (bolt.test) offers `bolt-idp` and hides `bolt-dark`;
 * `shut` is disabled. alice is a member of the first two, carl of the first, mia a managed one without a password.
 */
export const ORGANIZATIONS: Partial<RealmRepresentation> = {
  organizationsEnabled: true,
  registrationAllowed: true,
  rememberMe: true,
  identityProviders: [
    organizationProvider('realm-idp'),
    organizationProvider('acme-idp', {
      'kc.org.domain': 'acme.test',
      'kc.org.broker.redirect.mode.email-matches': 'true',
      loginHint: 'true',
    }),
    organizationProvider('bolt-idp', { 'kc.org.broker.public': 'true' }),
    organizationProvider('bolt-dark', { 'kc.org.broker.public': 'false' }),
  ],
  organizations: [
    {
      name: 'Acme Inc',
      alias: 'acme',
      domains: [{ name: 'acme.test' }],
      members: [{ username: 'alice' }, { username: 'carl' }, { username: 'mia', membershipType: 'MANAGED' }],
      identityProviders: [{ alias: 'acme-idp' }],
    },
    {
      name: 'Bolt',
      alias: 'bolt',
      domains: [{ name: 'bolt.test' }],
      members: [{ username: 'alice' }],
      identityProviders: [{ alias: 'bolt-idp' }, { alias: 'bolt-dark' }],
    },
    { name: 'Shut', alias: 'shut', enabled: false, domains: [{ name: 'shut.test' }] },
  ],
  users: [
    ALICE,
    { id: 'bob-id', username: 'bob', ...PERSON },
    { id: 'carl-id', username: 'carl', email: 'carl@acme.test', ...PERSON },
    { id: 'dora-id', username: 'dora', ...PERSON, enabled: false },
    {
      id: 'mia-id',
      username: 'mia',
      email: 'mia@home.test',
      enabled: true,
      federatedIdentities: [{ identityProvider: 'acme-idp', userId: 'm1', userName: 'mia' }],
    },
  ],
} as Partial<RealmRepresentation>;
