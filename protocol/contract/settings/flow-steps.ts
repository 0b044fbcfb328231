// The steps of a realm's flows, compared with the fixed steps of a sign-in here.
import { isRecord, type JsonRecord, type Kept, kept, type UnsupportedValue } from './kept.ts';

const OTP_FORM = 'auth-otp-form';

/** The steps of a flow that a sign-in here has, or that only lead to something that is reported by itself. */
interface FixedSteps {
  readonly steps: readonly string[];
  /** The step for one-time codes, which a user with an authenticator cannot skip. */
  readonly oneTimeCode: string;
  /** The effect of the binding; its default is Keycloak's own flow. */
  readonly effect: Kept;
}

/** By the binding in the realm. Other bindings lead to features that are missing as a whole. */
export const FIXED_STEPS: Readonly<Record<'browserFlow' | 'directGrantFlow', FixedSteps>> = {
  browserFlow: {
    steps: [
      'auth-cookie',
      'identity-provider-redirector',
      'organization',
      'auth-username-password-form',
      OTP_FORM,
      'conditional-user-configured',
      'conditional-credential',
      'conditional-level-of-authentication',
    ],
    oneTimeCode: OTP_FORM,
    effect: kept(
      'The steps of a sign-in are fixed: username and password, and a one-time code if the user has an authenticator.',
      { usual: 'browser' },
    ),
  },
  directGrantFlow: {
    steps: [
      'direct-grant-validate-username',
      'direct-grant-validate-password',
      'direct-grant-validate-otp',
      'conditional-user-configured',
    ],
    oneTimeCode: 'direct-grant-validate-otp',
    effect: kept(
      'The steps of the password grant are fixed: username, password, and a one-time code if the user has an authenticator.',
      { usual: 'direct grant' },
    ),
  },
};

interface Step {
  readonly authenticator: string;
  readonly requirement: unknown;
  /** Whether the step depends on a condition. */
  readonly isConditional: boolean;
}

const objectsIn = (value: unknown): readonly JsonRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** The enabled steps of a flow and the flows in it. */
function listSteps(flows: readonly JsonRecord[], alias: unknown): readonly Step[] {
  const seen = new Set<unknown>();
  const walk = (name: unknown, isConditional: boolean): readonly Step[] => {
    const flow = flows.find((each) => each['alias'] === name);
    if (flow === undefined || seen.has(name)) return [];
    seen.add(name);
    return objectsIn(flow['authenticationExecutions']).flatMap((execution) => {
      const { authenticator, requirement, flowAlias } = execution;
      if (requirement === 'DISABLED') return [];
      const inner = walk(flowAlias, isConditional || requirement === 'CONDITIONAL');
      return typeof authenticator === 'string'
        ? [{ authenticator, requirement, isConditional }, ...inner]
        : inner;
    });
  };
  return walk(alias, false);
}

/** What differs: steps that are missing here, and one-time codes for all users or for none. */
function describeDifferences(steps: readonly Step[], fixed: FixedSteps): readonly string[] {
  const other = steps.map(({ authenticator }) => authenticator).filter((name) => !fixed.steps.includes(name));
  const codes = steps.filter(({ authenticator }) => authenticator === fixed.oneTimeCode);
  const isForced = codes.some(
    ({ requirement, isConditional }) => requirement === 'REQUIRED' && !isConditional,
  );
  return [
    ...new Set(other),
    ...(isForced ? [`${fixed.oneTimeCode} for every user`] : []),
    ...(codes.length === 0 ? [`no ${fixed.oneTimeCode}`] : []),
  ];
}

/** The flows that a realm uses and whose steps differ from the fixed ones. */
export function listUnsupportedSteps(list: unknown, realm: JsonRecord): readonly UnsupportedValue[] {
  const flows = objectsIn(list);
  return Object.entries(FIXED_STEPS).flatMap(([binding, fixed]) => {
    const alias = realm[binding] ?? fixed.effect.usual;
    const steps = listSteps(flows, alias);
    const differences = steps.length === 0 ? [] : describeDifferences(steps, fixed);
    return differences.length === 0
      ? []
      : [{ value: differences.join(', '), effect: fixed.effect, at: [{ item: String(alias) }] }];
  });
}
