// The steps of a realm's flows, compared with the fixed steps of a sign-in here.
import { isRecord, type JsonRecord, type Kept, kept, type UnsupportedValue } from './kept.ts';

const PASSWORD_FORM = 'auth-username-password-form';
const OTP_FORM = 'auth-otp-form';

/** The steps of a flow that a sign-in here has, or that only lead to something that is reported by itself. */
interface FixedSteps {
  readonly steps: readonly string[];
  /** The step for the password, which every user has. */
  readonly password: string;
  /** The step for one-time codes, which a user with an authenticator cannot skip. */
  readonly oneTimeCode: string;
  /** The effect of the binding; its default is Keycloak's own flow. */
  readonly effect: Kept;
}

const objectsIn = (value: unknown): readonly JsonRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** The name of a bound flow that the realm does not define; the steps of the others are compared. */
function askedFlow(alias: unknown, realm: JsonRecord): unknown {
  const isDefined = objectsIn(realm['authenticationFlows']).some((flow) => flow['alias'] === alias);
  return isDefined ? undefined : alias;
}

/** By the binding in the realm. Other bindings lead to features that are missing as a whole. */
export const FIXED_STEPS: Readonly<Record<'browserFlow' | 'directGrantFlow', FixedSteps>> = {
  browserFlow: {
    steps: [
      'auth-cookie',
      'identity-provider-redirector',
      'organization',
      PASSWORD_FORM,
      OTP_FORM,
      'conditional-user-configured',
      'conditional-credential',
      'conditional-level-of-authentication',
    ],
    password: PASSWORD_FORM,
    oneTimeCode: OTP_FORM,
    effect: kept(
      'The steps of a sign-in are fixed: username and password, and a one-time code if the user has an authenticator.',
      { usual: 'browser', asked: askedFlow },
    ),
  },
  directGrantFlow: {
    steps: [
      'direct-grant-validate-username',
      'direct-grant-validate-password',
      'direct-grant-validate-otp',
      'conditional-user-configured',
    ],
    password: 'direct-grant-validate-password',
    oneTimeCode: 'direct-grant-validate-otp',
    effect: kept(
      'The steps of the password grant are fixed: username, password, and a one-time code if the user has an authenticator.',
      { usual: 'direct grant', asked: askedFlow },
    ),
  },
};

interface Step {
  readonly authenticator: string;
  readonly requirement: unknown;
  /** Whether the step depends on a condition. */
  readonly isConditional: boolean;
}

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
  const has = (name: string): boolean => steps.some(({ authenticator }) => authenticator === name);
  return [
    ...new Set(other),
    ...(other.length > 0 || has(fixed.password) ? [] : [`no ${fixed.password}`]),
    ...(isForced ? [`${fixed.oneTimeCode} for every user`] : []),
    ...(codes.length === 0 ? [`no ${fixed.oneTimeCode}`] : []),
  ];
}

/** What differs in a flow; nothing if the flow is not defined or empty. */
function compareFlow(flows: readonly JsonRecord[], alias: unknown, fixed: FixedSteps): readonly string[] {
  const steps = listSteps(flows, alias);
  return steps.length === 0 ? [] : describeDifferences(steps, fixed);
}

/** The flows that a realm uses and whose steps differ from the fixed ones. */
export function listUnsupportedSteps(list: unknown, realm: JsonRecord): readonly UnsupportedValue[] {
  const flows = objectsIn(list);
  return Object.entries(FIXED_STEPS).flatMap(([binding, fixed]) => {
    const alias = realm[binding] ?? fixed.effect.usual;
    const differences = compareFlow(flows, alias, fixed);
    return differences.length === 0
      ? []
      : [{ value: differences.join(', '), effect: fixed.effect, at: [{ item: String(alias) }] }];
  });
}

/** What a client's own flows are bound to, by the realm's binding. */
const CLIENT_BINDINGS: Readonly<Record<string, keyof typeof FIXED_STEPS>> = {
  browser: 'browserFlow',
  direct_grant: 'directGrantFlow',
};

export const CLIENT_FLOWS: Kept = kept('Users of the client sign in with the same steps as all others.', {
  // {@link listUnsupportedClientFlows} reports it, because the flows are in the realm.
  asked: () => undefined,
});

/** The flows of clients that differ from the realm's and from the fixed steps. */
export function listUnsupportedClientFlows(list: unknown, realm: JsonRecord): readonly UnsupportedValue[] {
  const flows = objectsIn(realm['authenticationFlows']);
  return objectsIn(list).flatMap((client): UnsupportedValue[] => {
    const overrides = client['authenticationFlowBindingOverrides'];
    const names = Object.entries(isRecord(overrides) ? overrides : {}).flatMap(([binding, id]) =>
      // Empty values are left-overs of the admin console.
      id === null || id === '' ? [] : findClientFlow(flows, realm, binding, id),
    );
    if (names.length === 0) return [];
    const at = [{ item: String(client['clientId']) }, 'authenticationFlowBindingOverrides'];
    return [{ value: names.join(', '), effect: CLIENT_FLOWS, at }];
  });
}

/** The name of the flow that a client is bound to; none if its users sign in as the flow says. */
function findClientFlow(
  flows: readonly JsonRecord[],
  realm: JsonRecord,
  binding: string,
  id: unknown,
): readonly string[] {
  const alias = flows.find((flow) => flow['id'] === id)?.['alias'];
  const name = Object.hasOwn(CLIENT_BINDINGS, binding) ? CLIENT_BINDINGS[binding] : undefined;
  if (alias === undefined || name === undefined) return [binding];
  const fixed = FIXED_STEPS[name];
  const isRealms = alias === (realm[name] ?? fixed.effect.usual);
  return isRealms || compareFlow(flows, alias, fixed).length === 0 ? [] : [String(alias)];
}
