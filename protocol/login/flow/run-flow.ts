// Runs a flow from its first step: to a step that asks something, a success, or a refusal.
import type { StepDid, StepRunWire } from '#protocol/contract/flow-runs.ts';
import { OAuthError } from '#protocol/errors/oauth-error.ts';
import {
  type AuthenticatorStep,
  type FlowStep,
  LEVEL_CONDITION,
  levelOf,
  listAuthenticators,
  type Step,
} from '#protocol/realm/flows/flow-tree.ts';
import { isActionEnabled } from '#protocol/realm/users/required-actions.ts';
import type { StoredUser } from '#protocol/store/store.ts';
import type { Levels } from '../levels.ts';
import type { BrowserSession } from '../sign-in.ts';
import { CONDITIONS } from './conditions.ts';
import { findRow } from './find-row.ts';
import type { Ask, FlowFacts, FlowRun, StepOutcome, StepTable } from './flow-step.ts';

/** A step that asks something, or could. */
export interface AskedStep {
  readonly key: string;
  readonly ask: Ask;
  /** Alias of the identity provider that is asked. */
  readonly provider?: string;
}

type FlowEnd =
  | {
      readonly end: 'asked';
      readonly step: AskedStep;
      /** The user known at this step. */
      readonly user: StoredUser | undefined;
      /** What the person can choose instead. */
      readonly others: readonly AskedStep[];
    }
  | {
      readonly end: 'succeeded';
      readonly user: StoredUser;
      /** The session that was reused, if nothing else identified the user. */
      readonly session: BrowserSession | undefined;
      /** When each level was reached, for flows that distinguish levels. */
      readonly levels: Levels;
      /** Required actions that set up what the user lacks. */
      readonly setUps: readonly string[];
    }
  | { readonly end: 'refused'; readonly error: OAuthError };

export type FlowResult = FlowEnd & { readonly reports: readonly StepRunWire[] };

/** How a step or flow ended. `failed`: it could not succeed, so that an alternative may. */
type Ended =
  | { readonly state: 'succeeded' }
  | { readonly state: 'asked'; readonly step: AskedStep; readonly others: readonly AskedStep[] }
  | { readonly state: 'failed'; readonly why: string; readonly remedy: string }
  | { readonly state: 'refused'; readonly error: OAuthError };

const SUCCEEDED: Ended = { state: 'succeeded' };

/** Runs the flow in `facts.tree`. Compat: Keycloak's order and meaning of requirements. */
export function runFlow(facts: FlowFacts, table: StepTable): FlowResult {
  const run: FlowRun = {
    facts,
    user: facts.identified,
    session: undefined,
    levels: {},
    level: 0,
    setUps: [],
    reports: [],
  };
  const ended = runSteps(run, table, facts.tree.steps, facts.tree.alias);
  return { ...toEnd(run, ended), reports: run.reports };
}

function toEnd(run: FlowRun, ended: Ended): FlowEnd {
  const { facts, user } = run;
  switch (ended.state) {
    case 'asked':
      return { end: 'asked', step: ended.step, user, others: ended.others };
    case 'refused':
      return { end: 'refused', error: ended.error };
    case 'failed':
      return { end: 'refused', error: explainFailure(facts, ended.why, ended.remedy) };
    case 'succeeded':
      if (user === undefined)
        return {
          end: 'refused',
          error: explainFailure(
            facts,
            'all of its steps were passed, but none of them says who the user is',
            'Add a step that does, such as auth-username-password-form.',
          ),
        };
      return {
        end: 'succeeded',
        user,
        session: facts.identified === undefined ? run.session : undefined,
        levels: run.levels,
        setUps: run.setUps,
      };
  }
}

/** Compat: Keycloak's message, status and error of the event for a flow that nobody can pass. */
function explainFailure({ tree, realm }: FlowFacts, why: string, remedy: string): OAuthError {
  return new OAuthError('access_denied', {
    description: 'Invalid username or password.',
    status: 400,
    userEventError: 'invalid_user_credentials',
    reason: `Nobody can sign in with flow ${tree.alias} of realm ${realm.name}: ${why}.`,
    remedy,
  });
}

function report(run: FlowRun, { key }: Step, name: string, did: StepDid, why?: string): void {
  run.reports.push(why === undefined ? { key, name, did } : { key, name, did, why });
}

const nameOf = (step: Step): string => (step.kind === 'flow' ? step.alias : step.authenticator);

const isCondition = (step: Step): boolean =>
  step.kind === 'authenticator' && findRow(CONDITIONS, step.authenticator) !== undefined;

interface Sorted {
  /** All but the conditions. */
  readonly parts: readonly Step[];
  readonly alternatives: readonly Step[];
}

/** By the steps of a flow, which never change. */
const sorted = new WeakMap<readonly Step[], Sorted>();

function sortOut(steps: readonly Step[]): Sorted {
  const known = sorted.get(steps);
  if (known !== undefined) return known;
  const parts = steps.filter((step) => !isCondition(step));
  const alternatives = parts.filter(({ requirement }) => requirement === 'ALTERNATIVE');
  const both = { parts, alternatives };
  sorted.set(steps, both);
  return both;
}

/** Compat: alternatives count only if no required step is left after the conditions. */
function runSteps(run: FlowRun, table: StepTable, steps: readonly Step[], flow: string): Ended {
  const { parts, alternatives } = sortOut(steps);
  let isAnyRequired = false;
  for (const step of parts) {
    if (step.requirement === 'ALTERNATIVE' || isLeftOut(run, table, step)) continue;
    isAnyRequired = true;
    const ended = runStep(run, table, step);
    if (ended.state !== 'succeeded') return ended;
  }
  if (!isAnyRequired) return runAlternatives(run, table, alternatives, flow);
  for (const step of alternatives)
    report(run, step, nameOf(step), 'skipped', 'beside required steps, alternatives do not count');
  return SUCCEEDED;
}

/** Whether a conditional flow does not run. */
function isLeftOut(run: FlowRun, table: StepTable, step: Step): boolean {
  if (step.kind !== 'flow' || step.requirement !== 'CONDITIONAL') return false;
  if (conditionsHold(run, table, step)) return false;
  report(run, step, step.alias, 'skipped', 'its conditions do not hold');
  return true;
}

function runAlternatives(run: FlowRun, table: StepTable, steps: readonly Step[], flow: string): Ended {
  const ordered = inOrder(run, steps);
  let failed: Ended | undefined;
  for (const [place, step] of ordered.entries()) {
    const ended = runStep(run, table, step);
    if (ended.state === 'asked') {
      // Those before it have failed.
      const others = ordered.slice(place + 1);
      return {
        ...ended,
        others: [...ended.others, ...others.flatMap((other) => findAsked(run, table, other))],
      };
    }
    if (ended.state !== 'failed') return ended;
    failed ??= ended;
  }
  if (failed !== undefined && steps.length === 1) return failed;
  return {
    state: 'failed',
    why:
      steps.length === 0 ? `no step of flow ${flow} applies` : `no alternative of flow ${flow} is possible`,
    remedy: `Add a step to flow ${flow} that every user can pass, or bind realm or client to another flow.`,
  };
}

/** What the person has begun or chosen comes before the other alternatives that ask something. */
function inOrder({ facts }: FlowRun, steps: readonly Step[]): readonly Step[] {
  const { done, chosen } = facts;
  if (steps.length < 2 || (chosen === '' && Object.keys(done).length === 0)) return steps;
  const rank = (step: Step): number => {
    // Asks nothing, and says which levels the session has.
    if (step.kind === 'authenticator' && step.authenticator === 'auth-cookie') return 0;
    if (chosen !== '' && contains(step, (key) => key === chosen)) return 1;
    return contains(step, (key) => done[key] !== undefined) ? 2 : 3;
  };
  const ranks = new Map(steps.map((step) => [step, rank(step)]));
  return steps.toSorted((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

const contains = (step: Step, isMeant: (key: string) => boolean): boolean =>
  isMeant(step.key) || (step.kind === 'flow' && step.steps.some((inner) => contains(inner, isMeant)));

/** What an alternative would ask; its run is not part of the report. */
function findAsked(run: FlowRun, table: StepTable, step: Step): readonly AskedStep[] {
  const trial: FlowRun = { ...run, levels: { ...run.levels }, setUps: [], reports: [] };
  const ended = runStep(trial, table, step);
  return ended.state === 'asked' ? [ended.step, ...ended.others] : [];
}

function runStep(run: FlowRun, table: StepTable, step: Step): Ended {
  return step.kind === 'flow' ? runFlowStep(run, table, step) : runAuthenticator(run, table, step);
}

function runFlowStep(run: FlowRun, table: StepTable, step: FlowStep): Ended {
  const ended = runSteps(run, table, step.steps, step.alias);
  if (ended.state === 'succeeded') reachLevel(run, step);
  const did = { succeeded: 'succeeded', asked: 'asked', failed: 'attempted', refused: 'refused' } as const;
  report(run, step, step.alias, did[ended.state], ended.state === 'failed' ? ended.why : undefined);
  return ended;
}

/** Compat: a flow without conditions is not run. All conditions must hold. */
function conditionsHold(run: FlowRun, table: StepTable, flow: FlowStep): boolean {
  let found = 0;
  for (const step of flow.steps) {
    if (step.kind === 'flow') continue;
    const condition = findRow(CONDITIONS, step.authenticator);
    if (condition === undefined) continue;
    found += 1;
    const { holds, why } = condition(run, step, flow, table);
    report(run, step, step.authenticator, holds ? 'met' : 'not-met', why);
    if (!holds) return false;
  }
  return found > 0;
}

/** A conditional flow with a level is how that level is reached: now, or when its last step was completed. */
function reachLevel(run: FlowRun, flow: FlowStep): void {
  const condition = flow.steps.find(
    (step): step is AuthenticatorStep =>
      step.kind === 'authenticator' && step.authenticator === LEVEL_CONDITION,
  );
  if (condition === undefined) return;
  const { level } = levelOf(condition.config);
  const { done, now } = run.facts;
  const times = listAuthenticators(flow.steps).flatMap(({ key }) => done[key] ?? []);
  run.levels[level] = times.length === 0 ? now : Math.max(...times);
  run.level = Math.max(run.level, level);
}

function runAuthenticator(run: FlowRun, table: StepTable, step: AuthenticatorStep): Ended {
  const { authenticator, requirement } = step;
  const row = findRow(table, authenticator);
  if (row === undefined) return passOver(run, step);
  const { user } = run;
  if (row.needsUser === true && user === undefined) {
    report(run, step, authenticator, 'attempted', 'no user is known yet');
    return {
      state: 'failed',
      why: `${authenticator} needs a user, and no step before it says who the user is`,
      remedy: `Add a step before ${authenticator} that does, such as auth-username-form.`,
    };
  }
  if (user !== undefined && row.isConfigured?.(run, user, step) === false)
    return handleLacking(run, step, user, row.setUp);
  const outcome = row.run(run, step);
  switch (outcome.did) {
    case 'succeeded':
      report(run, step, authenticator, 'succeeded', outcome.why);
      return SUCCEEDED;
    case 'asked':
      report(run, step, authenticator, 'asked');
      return { state: 'asked', step: toAsked(step, outcome), others: [] };
    case 'refused':
      report(run, step, authenticator, 'refused', outcome.error.description);
      return { state: 'refused', error: outcome.error };
    case 'attempted':
      report(run, step, authenticator, requirement === 'CONDITIONAL' ? 'skipped' : 'attempted', outcome.why);
      if (requirement === 'CONDITIONAL') return SUCCEEDED;
      return {
        state: 'failed',
        why: `${authenticator} is required, and ${outcome.why}`,
        remedy: `Make ${authenticator} ALTERNATIVE or DISABLED.`,
      };
  }
}

function toAsked(
  { key }: AuthenticatorStep,
  { ask, provider }: Extract<StepOutcome, { readonly did: 'asked' }>,
): AskedStep {
  return provider === undefined ? { key, ask } : { key, ask, provider };
}

/** Choice: docs/differences-to-keycloak.md, "Authentication flows". Providers of other vendors are not run. */
function passOver(run: FlowRun, step: AuthenticatorStep): Ended {
  const { authenticator, requirement } = step;
  const why = `Understudy has no step ${authenticator}`;
  report(run, step, authenticator, requirement === 'ALTERNATIVE' ? 'attempted' : 'skipped', why);
  return requirement === 'ALTERNATIVE'
    ? { state: 'failed', why, remedy: 'Add an alternative that Understudy has.' }
    : SUCCEEDED;
}

/** What happens to a user who has not set up what a step needs. */
function handleLacking(
  run: FlowRun,
  step: AuthenticatorStep,
  user: StoredUser,
  setUp: string | undefined,
): Ended {
  const { authenticator, requirement } = step;
  const why = `user ${user.username} has not set it up`;
  if (requirement === 'CONDITIONAL') {
    report(run, step, authenticator, 'skipped', why);
    return SUCCEEDED;
  }
  if (requirement === 'REQUIRED' && setUp !== undefined && isActionEnabled(run.facts.realm, setUp)) {
    run.setUps.push(setUp);
    report(run, step, authenticator, 'set-up', `${why}; ${setUp} follows`);
    return SUCCEEDED;
  }
  report(run, step, authenticator, 'attempted', why);
  return {
    state: 'failed',
    why: `${authenticator} is required, and ${why}`,
    remedy:
      setUp === undefined
        ? `Make ${authenticator} ALTERNATIVE or DISABLED, or give user ${user.username} what it asks for.`
        : `Enable required action ${setUp}, or make ${authenticator} ALTERNATIVE or DISABLED.`,
  };
}
