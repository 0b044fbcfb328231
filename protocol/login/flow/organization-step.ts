// The step `organization`: the name is asked first, and leads to the organization and its identity provider.
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import { type AuthenticatorStep, listAuthenticators } from '#protocol/realm/flows/flow-tree.ts';
import { requestedOrganization } from '#protocol/realm/view/organization-scopes.ts';
import {
  asksNameFirst,
  findOrganizationProvider,
  isMember,
  type OrganizationQuestion,
  organizationsToChoose,
  resolveOrganization,
} from '#protocol/realm/view/organization-sign-in.ts';
import { findOrganizationByAlias, type Organization } from '#protocol/realm/view/organizations.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { EN } from '../texts/table.ts';
import type { FlowFacts, FlowRun, StepOutcome, StepRow } from './flow-step.ts';

/** The provider ID. */
const ORGANIZATION_STEP = 'organization';

/** The setting that lets only members go on. */
const MEMBERS_ONLY = 'requiresUserMembership';

const attempted = (why: string): StepOutcome => ({ did: 'attempted', why });

function questionOf({ facts, user }: Pick<FlowRun, 'facts' | 'user'>): OrganizationQuestion {
  const { client, typedName, organization } = facts;
  return {
    user,
    name: typedName,
    requested: requestedOrganization(client, facts.scopes()),
    chosen: organization,
  };
}

/** Whether a user who has a session must choose an organization before the session is used. */
export function isChoiceDue(facts: FlowFacts, user: StoredUser): boolean {
  if (!asksNameFirst(facts.realm)) return false;
  if (organizationsToChoose(facts.realm, questionOf({ facts, user })).length === 0) return false;
  return listAuthenticators(facts.tree.steps).some(
    ({ authenticator }) => authenticator === ORGANIZATION_STEP,
  );
}

/** Compat: the order of Keycloak's checks: the choice, the membership, the provider. */
function runOrganization(run: FlowRun, step: AuthenticatorStep): StepOutcome {
  const { facts, user } = run;
  const { realm, typedName } = facts;
  if (!asksNameFirst(realm)) return attempted('the realm has no enabled organization');
  if (user === undefined && typedName === undefined) return { did: 'asked', ask: 'name-first' };
  const question = questionOf(run);
  const choice = organizationsToChoose(realm, question);
  if (choice.length > 0) return { did: 'asked', ask: 'select-organization' };
  if (run.session !== undefined) return { did: 'succeeded', why: 'the user has chosen the organization' };
  const organization = resolveOrganization(realm, question);
  const refused = user === undefined ? undefined : checkMembership(run, step, user, organization);
  if (refused !== undefined) return refused;
  const alias = findOrganizationProvider(realm, organization, question);
  if (alias !== undefined && (typedName !== undefined || facts.noRedirect === undefined))
    return { did: 'asked', ask: 'provider', provider: alias };
  if (organization === undefined) return attempted(`no organization belongs to ${nameOf(question)}`);
  if (user === undefined) return { did: 'asked', ask: 'name-first' };
  return attempted(`user ${user.username} signs in here, for organization ${organization.alias}`);
}

const nameOf = ({ user, name }: OrganizationQuestion): string => user?.username ?? name ?? 'the person';

/** With the setting, only members go on. Compat: Keycloak's status and messages. */
function checkMembership(
  run: FlowRun,
  { config }: AuthenticatorStep,
  user: StoredUser,
  resolved: Organization | undefined,
): StepOutcome | undefined {
  if (config[MEMBERS_ONLY] !== 'true') return undefined;
  const { realm, client, tree } = run.facts;
  const requested = requestedOrganization(client, run.facts.scopes());
  const organization =
    resolved ?? (typeof requested === 'object' ? findOrganizationByAlias(realm, requested.alias) : undefined);
  if (organization !== undefined && isMember(organization, user)) return undefined;
  const description =
    organization === undefined
      ? EN.notMemberOfAnyOrganization
      : EN.notMemberOfOrganization.replace('{0}', () => organization.name);
  const error = new OAuthError('access_denied', {
    description,
    status: 403,
    reason: `Flow ${tree.alias} requires members of an organization, and user ${user.username} is none of ${organization?.name ?? 'any'}.`,
    remedy: `Add user ${user.username} to the members of the organization, or set ${MEMBERS_ONLY} of step ${ORGANIZATION_STEP} to false.`,
  });
  return { did: 'refused', error };
}

/** What the page that asks for the name first says of the organization; undefined: there is none. */
export function findPageOrganization(facts: FlowFacts): Organization | undefined {
  return resolveOrganization(facts.realm, questionOf({ facts, user: undefined }));
}

/** The organizations on the page on which a user chooses. */
export function listChoices(facts: FlowFacts, user: StoredUser): readonly Organization[] {
  return organizationsToChoose(facts.realm, questionOf({ facts, user }));
}

export const organizationStep: StepRow = {
  isOffered: ({ facts }) => asksNameFirst(facts.realm),
  isConfigured: ({ facts }) => asksNameFirst(facts.realm),
  run: runOrganization,
};
