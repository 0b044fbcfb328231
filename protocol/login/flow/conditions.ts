// The conditions of flows: whether a CONDITIONAL flow runs.

import type { ConditionName } from '#protocol/contract/flow-step-names.ts';
import { levelOf, listAuthenticators, type Step } from '#protocol/realm/flows/flow-tree.ts';
import { matchesPattern } from '#protocol/realm/match-pattern.ts';
import { hasLevels, OTP_LEVEL } from '#protocol/realm/view/acr-levels.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import { findRow } from './find-row.ts';
import { isReached } from './flow-levels.ts';
import type { Condition, ConditionOutcome, FlowRun, StepTable } from './flow-step.ts';
import { hasRole, userAttributes } from './user-facts.ts';

const NO_USER: ConditionOutcome = { holds: false, why: 'no user is known yet' };

/** With `negate`, what would not hold holds. */
const negated = (outcome: ConditionOutcome, negate: string | undefined): ConditionOutcome =>
  negate === 'true' ? { ...outcome, holds: !outcome.holds } : outcome;

/** Compat: all required steps, or else any alternative one. Flows within count by their own steps. */
function isConfigured(run: FlowRun, user: StoredUser, steps: readonly Step[], table: StepTable): boolean {
  const parts = steps.filter(
    (step) => step.kind === 'flow' || findRow(CONDITIONS, step.authenticator) === undefined,
  );
  const fits = (step: Step): boolean => {
    if (step.kind === 'flow') return isConfigured(run, user, step.steps, table);
    const row = findRow(table, step.authenticator);
    return row !== undefined && row.isConfigured?.(run, user, step) !== false;
  };
  const required = parts.filter(({ requirement }) => requirement === 'REQUIRED');
  return required.length > 0 ? required.every(fits) : parts.some(fits);
}

/** Compat: a step that needs no user counts before one is known. */
function isOffered(run: FlowRun, steps: readonly Step[], table: StepTable): ConditionOutcome | undefined {
  for (const step of steps)
    if (step.kind === 'authenticator' && findRow(table, step.authenticator)?.isOffered?.(run) === true)
      return { holds: true, why: `step ${step.authenticator} needs no user` };
  return undefined;
}

/**
 * Choice: where realm or client map names to levels and the flow does not distinguish them, level 1 is signed in without
 * a second factor: docs/differences-to-keycloak.md, "Levels of authentication".
 */
function isBelowSecondFactor({ facts }: FlowRun): boolean {
  const { tree, realm, client, requestedLevel } = facts;
  return tree.levels.length === 0 && hasLevels(realm, client) && requestedLevel < OTP_LEVEL;
}

const CODE_STEPS: readonly string[] = ['auth-otp-form', 'auth-recovery-authn-code-form'];

const userConfigured: Condition = (run, _step, parent, table) => {
  const { user } = run;
  if (user === undefined) return isOffered(run, parent.steps, table) ?? NO_USER;
  const usesCodes = listAuthenticators(parent.steps).some(({ authenticator }) =>
    CODE_STEPS.includes(authenticator),
  );
  if (usesCodes && isBelowSecondFactor(run))
    return { holds: false, why: 'the request requires no level that needs a second factor' };
  return isConfigured(run, user, parent.steps, table)
    ? { holds: true, why: `user ${user.username} has set it up` }
    : { holds: false, why: `user ${user.username} has not set it up` };
};

const userRole: Condition = ({ user, facts }, { config }) => {
  if (user === undefined) return NO_USER;
  const role = config['condUserRole'] ?? '';
  const holds = hasRole(facts.realm, user, role);
  const why = `user ${user.username} has ${holds ? '' : 'not '}role ${role}`;
  return negated({ holds, why }, config['negate']);
};

const userAttribute: Condition = ({ user, facts }, { config }) => {
  if (user === undefined) return NO_USER;
  const name = config['attribute_name'] ?? '';
  const expected = config['attribute_expected_value'] ?? '';
  const values = userAttributes(facts.realm, user, name, config['include_group_attributes'] === 'true');
  const holds = values.some((value) =>
    config['regex'] === 'true' ? matchesPattern(expected, value) : value === expected,
  );
  const why = `attribute ${name} of user ${user.username} is ${holds ? '' : 'not '}${expected}`;
  return negated({ holds, why }, config['not']);
};

/** Compat: of the levels reached before, the request's own counts; a level that was never reached is always due first. */
const level: Condition = (run, { config }) => {
  const condition = levelOf(config);
  const { requestedLevel } = run.facts;
  if (run.level < 1) return { holds: true, why: `level ${condition.level} comes first` };
  if (requestedLevel < condition.level)
    return { holds: false, why: `the request requires level ${requestedLevel}` };
  return isReached(run.facts, run.levels, condition)
    ? { holds: false, why: `level ${condition.level} has been reached` }
    : { holds: true, why: `the request requires level ${requestedLevel}` };
};

const subFlowExecuted: Condition = ({ reports }, { config }) => {
  const flow = config['flow_to_check'] ?? '';
  const wasExecuted = reports.some(({ name, did }) => name === flow && did === 'succeeded');
  const isWanted = config['check_result'] !== 'not-executed';
  return { holds: wasExecuted === isWanted, why: `flow ${flow} was ${wasExecuted ? '' : 'not '}executed` };
};

const clientScope: Condition = ({ facts }, { config }) => {
  const name = config['client_scope'] ?? '';
  const holds = facts.scopes().includes(name);
  const why = `client scope ${name} is ${holds ? '' : 'not '}requested`;
  return negated({ holds, why }, config['negate']);
};

const credential: Condition = (run, { config }, _parent, table) => {
  const types = (config['credentials'] ?? '').split(/##|,/).map((type) => type.trim());
  const used = listAuthenticators(run.facts.tree.steps).flatMap(({ key, authenticator }) =>
    run.facts.done[key] === undefined ? [] : (findRow(table, authenticator)?.credential ?? []),
  );
  const wasUsed = used.some((type) => types.includes(type));
  const isWanted = config['included'] === 'true';
  return {
    holds: wasUsed === isWanted,
    why: `${types.join(', ')} was ${wasUsed ? '' : 'not '}used`,
  };
};

/** By provider ID. */
export const CONDITIONS: Readonly<Record<ConditionName, Condition>> = {
  'conditional-user-configured': userConfigured,
  'conditional-user-role': userRole,
  'conditional-user-attribute': userAttribute,
  'conditional-level-of-authentication': level,
  'conditional-sub-flow-executed': subFlowExecuted,
  'conditional-client-scope': clientScope,
  'conditional-credential': credential,
};
