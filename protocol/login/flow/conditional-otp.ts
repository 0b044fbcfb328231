// The Conditional OTP Form: whether a one-time code is asked, by attribute, role, header, or always.
import type { AuthenticatorStep } from '#protocol/realm/flows/flow-tree.ts';
import { matchesPattern } from '#protocol/realm/match-pattern.ts';
import type { FlowRun } from './flow-step.ts';
import { hasRole, userAttributes } from './user-facts.ts';

interface Decision {
  readonly isAsked: boolean;
  readonly why: string;
}

const SKIP = 'skip';
const FORCE = 'force';

/** Keycloak's order: the user's attribute, roles, request headers, the default; without one, a code is asked. */
export function decideConditionalOtp(run: FlowRun, { config }: AuthenticatorStep): Decision {
  return (
    byAttribute(run, config) ??
    byRole(run, config) ??
    byHeader(run, config) ?? {
      isAsked: config['defaultOtpOutcome'] !== SKIP,
      why: `defaultOtpOutcome is ${config['defaultOtpOutcome'] ?? 'not set'}`,
    }
  );
}

type Config = AuthenticatorStep['config'];

function byAttribute({ user, facts }: FlowRun, config: Config): Decision | undefined {
  const name = config['otpControlAttribute'] ?? '';
  if (user === undefined || name === '') return undefined;
  const [value] = userAttributes(facts.realm, user, name);
  if (value !== SKIP && value !== FORCE) return undefined;
  return { isAsked: value === FORCE, why: `attribute ${name} of user ${user.username} is ${value}` };
}

function byRole({ user, facts }: FlowRun, config: Config): Decision | undefined {
  if (user === undefined) return undefined;
  for (const [setting, isAsked] of [
    ['skipOtpRole', false],
    ['forceOtpRole', true],
  ] as const) {
    const role = config[setting] ?? '';
    if (role !== '' && hasRole(facts.realm, user, role))
      return { isAsked, why: `user ${user.username} has role ${role}` };
  }
  return undefined;
}

function byHeader({ facts }: FlowRun, config: Config): Decision | undefined {
  for (const [setting, isAsked] of [
    ['noOtpRequiredForHeaderPattern', false],
    ['forceOtpForHeaderPattern', true],
  ] as const) {
    const pattern = config[setting] ?? '';
    if (pattern !== '' && facts.headers().some((line) => matchesPattern(pattern, line)))
      return { isAsked, why: `a header matches ${setting}` };
  }
  return undefined;
}
