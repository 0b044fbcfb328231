// The steps of the flows that a realm uses, compared with those that are run: what the import report says of them.
import {
  ABSENT_STEP_NAMES,
  BROWSER_STEP_NAMES,
  CONDITION_NAMES,
  DIRECT_STEP_NAMES,
  FIRST_LOGIN_STEP_NAMES,
  OTP_RESET_ACTIONS,
  OTP_RESET_SETTING,
  REGISTRATION_STEP_NAMES,
  RESET_STEP_NAMES,
} from '../flow-step-names.ts';
import { isRecord, type JsonRecord, type Kept, kept, type UnsupportedValue } from './kept.ts';

const objectsIn = (value: unknown): readonly JsonRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** A binding of realm and client to a flow that is run. */
interface RunFlow {
  /** Keycloak's own flow. */
  readonly usual: string;
  /** The member of a client's overrides; absent: clients have no flow of their own. */
  readonly override?: string;
  /** Whether the realm has what leads people to the flow; absent: it has. */
  readonly isMet?: (realm: JsonRecord) => boolean;
  readonly steps: readonly string[];
}

type RunBinding =
  | 'browserFlow'
  | 'directGrantFlow'
  | 'registrationFlow'
  | 'resetCredentialsFlow'
  | 'firstBrokerLoginFlow';

const RUN_FLOWS: Readonly<Record<RunBinding, RunFlow>> = {
  browserFlow: {
    usual: 'browser',
    override: 'browser',
    steps: [...BROWSER_STEP_NAMES, ...CONDITION_NAMES],
  },
  directGrantFlow: {
    usual: 'direct grant',
    override: 'direct_grant',
    steps: [...DIRECT_STEP_NAMES, ...CONDITION_NAMES],
  },
  registrationFlow: {
    usual: 'registration',
    isMet: (realm) => realm['registrationAllowed'] === true,
    steps: REGISTRATION_STEP_NAMES,
  },
  resetCredentialsFlow: {
    usual: 'reset credentials',
    isMet: (realm) => realm['resetPasswordAllowed'] === true,
    steps: [...RESET_STEP_NAMES, ...CONDITION_NAMES],
  },
  firstBrokerLoginFlow: {
    usual: 'first broker login',
    isMet: (realm) => objectsIn(realm['identityProviders']).length > 0,
    steps: [...FIRST_LOGIN_STEP_NAMES, ...CONDITION_NAMES],
  },
};

const PASSED_OVER: Kept = kept(
  'The step is passed over: a required one as if the user had passed it, an alternative one as if it had nothing to offer.',
);
const NEVER_POSSIBLE: Kept = kept(
  'The step has nothing to offer here: nobody can sign in with a flow that requires it.',
);

interface FoundStep {
  readonly authenticator: string;
  readonly isRequired: boolean;
}

/** The enabled steps of a flow and the flows in it. */
function listSteps(flows: readonly JsonRecord[], alias: unknown): readonly FoundStep[] {
  const seen = new Set<unknown>();
  const walk = (name: unknown): readonly FoundStep[] => {
    const flow = flows.find((each) => each['alias'] === name);
    if (flow === undefined || seen.has(name)) return [];
    seen.add(name);
    return objectsIn(flow['authenticationExecutions']).flatMap((execution) => {
      const { authenticator, requirement, flowAlias } = execution;
      if (requirement === 'DISABLED') return [];
      if (flowAlias !== undefined) return walk(flowAlias);
      return typeof authenticator === 'string'
        ? [{ authenticator, isRequired: requirement === 'REQUIRED' }]
        : [];
    });
  };
  return walk(alias);
}

const ABSENT: readonly string[] = ABSENT_STEP_NAMES;

/** The steps of one flow that are not run. */
function findUnsupported(
  flows: readonly JsonRecord[],
  alias: unknown,
  { steps }: RunFlow,
): readonly UnsupportedValue[] {
  const found = listSteps(flows, alias);
  const at = [{ item: String(alias) }];
  const unknown = found.filter(({ authenticator }) => !steps.includes(authenticator));
  const absent = found.filter(
    ({ authenticator, isRequired }) =>
      isRequired && steps.includes(authenticator) && ABSENT.includes(authenticator),
  );
  const line = (which: readonly FoundStep[], effect: Kept): readonly UnsupportedValue[] =>
    which.length === 0
      ? []
      : [{ value: [...new Set(which.map(({ authenticator }) => authenticator))].join(', '), effect, at }];
  return [...line(unknown, PASSED_OVER), ...line(absent, NEVER_POSSIBLE)];
}

/** The steps that are not run, of the flows that the realm and its clients use. `list`: the realm's flows. */
export function listUnsupportedSteps(list: unknown, realm: JsonRecord): readonly UnsupportedValue[] {
  const flows = objectsIn(list);
  return Object.entries(RUN_FLOWS).flatMap(([binding, flow]) => {
    if (flow.isMet?.(realm) === false) return [];
    const own = objectsIn(realm['clients']).flatMap(({ authenticationFlowBindingOverrides: overrides }) => {
      const id = isRecord(overrides) && flow.override !== undefined ? overrides[flow.override] : undefined;
      return typeof id === 'string' ? (flows.find((each) => each['id'] === id)?.['alias'] ?? []) : [];
    });
    const used = new Set([realm[binding] ?? flow.usual, ...own]);
    return [...used].flatMap((alias) => findUnsupported(flows, alias, flow));
  });
}

const NOTHING_REMOVED: Kept = kept('It means “Remove none”: users keep their authenticators.');

/** Values of steps' settings that mean something else. `list`: the realm's settings of steps. */
export function listUnsupportedStepSettings(list: unknown): readonly UnsupportedValue[] {
  return objectsIn(list).flatMap(({ alias, config }): UnsupportedValue[] => {
    const value = isRecord(config) ? config[OTP_RESET_SETTING] : undefined;
    if (typeof value !== 'string' || value === '' || (OTP_RESET_ACTIONS as readonly string[]).includes(value))
      return [];
    return [{ value, effect: NOTHING_REMOVED, at: [{ item: String(alias) }, 'config', OTP_RESET_SETTING] }];
  });
}

const MISSING_FLOW: Kept = kept('The flow does not exist, so that the built-in one is used.');

/** A binding to a flow that is neither the realm's nor built in. */
export const listMissingFlow =
  (binding: RunBinding) =>
  (alias: unknown, realm: JsonRecord): readonly UnsupportedValue[] => {
    const isKnown =
      alias === RUN_FLOWS[binding].usual ||
      objectsIn(realm['authenticationFlows']).some((flow) => flow['alias'] === alias);
    return isKnown || typeof alias !== 'string' ? [] : [{ value: alias, effect: MISSING_FLOW }];
  };

const OTHER_BINDING: Kept = kept('Only the flows of browser and password grant can be a client’s own.');
const MISSING_OVERRIDE: Kept = kept('The flow does not exist, so that the client uses the realm’s.');

/** Bindings of clients that have no effect. */
export function listUnsupportedOverrides(list: unknown, realm: JsonRecord): readonly UnsupportedValue[] {
  const ids = new Set(objectsIn(realm['authenticationFlows']).map((flow) => flow['id']));
  const known = Object.values(RUN_FLOWS).flatMap(({ override }) => override ?? []);
  return objectsIn(list).flatMap((client): UnsupportedValue[] => {
    const overrides = client['authenticationFlowBindingOverrides'];
    const at = [{ item: String(client['clientId']) }, 'authenticationFlowBindingOverrides'];
    return Object.entries(isRecord(overrides) ? overrides : {}).flatMap(([binding, id]) => {
      // Empty values are left-overs of the admin console.
      if (id === null || id === '') return [];
      if (!known.includes(binding)) return [{ value: binding, effect: OTHER_BINDING, at }];
      return ids.has(id) ? [] : [{ value: binding, effect: MISSING_OVERRIDE, at }];
    });
  });
}
