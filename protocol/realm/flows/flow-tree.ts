// The flow that a realm or client uses, as a tree that can be run.
import type { StoredRealm } from '#protocol/store/store.ts';
import { builtInAuthenticatorConfigs, builtInFlows } from '../file/built-in/authentication-flows.ts';
import type { KeptObject } from '../kept-objects.ts';
import { type LevelCondition, readLevelCondition } from '../view/acr-levels.ts';
import type { Client, Realm } from '../view/realm.ts';
import { areOfEarlierVersion, withAlternativesApart } from './earlier-alternatives.ts';
import { executionsOf, hasOwnFlows, listConfigs, listFlows } from './realm-flows.ts';

/** Steps that are DISABLED are not in the tree. */
type Requirement = 'REQUIRED' | 'ALTERNATIVE' | 'CONDITIONAL';

interface Placed {
  /** Unique in its tree, and the same after steps are added before it: flow, name and, from the second on, which. */
  readonly key: string;
  readonly requirement: Requirement;
}

export interface AuthenticatorStep extends Placed {
  readonly kind: 'authenticator';
  /** Provider ID: `auth-cookie`. */
  readonly authenticator: string;
  /** Empty for an authenticator without settings. */
  readonly config: Readonly<Record<string, string>>;
}

/** A flow in a flow. */
export interface FlowStep extends Placed {
  readonly kind: 'flow';
  readonly alias: string;
  readonly steps: readonly Step[];
}

export type Step = AuthenticatorStep | FlowStep;

/** A top-level flow. */
export interface FlowTree {
  readonly alias: string;
  readonly steps: readonly Step[];
  /** By level, lowest first; none: the flow does not distinguish levels. */
  readonly levels: readonly LevelCondition[];
}

/** What flows are used for: the realm's member, the client's override, and Keycloak's own flow. */
const BINDINGS = {
  browser: { member: 'browserFlow', override: 'browser', usual: 'browser' },
  'direct grant': { member: 'directGrantFlow', override: 'direct_grant', usual: 'direct grant' },
  registration: { member: 'registrationFlow', override: undefined, usual: 'registration' },
  'reset credentials': {
    member: 'resetCredentialsFlow',
    override: undefined,
    usual: 'reset credentials',
  },
  'first broker login': {
    member: 'firstBrokerLoginFlow',
    override: undefined,
    usual: 'first broker login',
  },
} as const;

export type FlowBinding = keyof typeof BINDINGS;

/** Trees by alias. A realm is a value: a changed realm is another one, with trees of its own. */
const trees = new WeakMap<StoredRealm, Map<string, FlowTree>>();

/** Realms without flows of their own share the built-in ones. */
const BUILT_IN: StoredRealm = {
  id: 'built-in',
  realm: 'built-in',
  authenticationFlows: builtInFlows('built-in'),
  authenticatorConfig: builtInAuthenticatorConfigs('built-in'),
} as StoredRealm;

/**
 * The flow for the purpose: the client's, or else the realm's. A binding to a flow that does not exist means the
 * built-in flow.
 */
export function findFlowTree(realm: Realm, client: Client | undefined, purpose: FlowBinding): FlowTree {
  const { member, override, usual } = BINDINGS[purpose];
  const overrides = client?.representation.authenticationFlowBindingOverrides;
  const bound = override === undefined ? undefined : overrideOf(realm.stored, overrides, override);
  const alias = bound ?? realm.stored[member];
  return findTree(realm.stored, typeof alias === 'string' ? alias : usual) ?? getTree(BUILT_IN, usual);
}

/** A flow that an identity provider names, or else the one for the purpose. */
export function findProviderFlow(realm: Realm, alias: string | undefined, purpose: FlowBinding): FlowTree {
  const named = alias === undefined ? undefined : findNamedFlow(realm, alias);
  return named ?? findFlowTree(realm, undefined, purpose);
}

/** The flow of a name; undefined if the realm has none. */
export function findNamedFlow({ stored }: Realm, alias: string): FlowTree | undefined {
  return findTree(stored, alias);
}

/** Clients name flows by ID. */
function overrideOf(realm: StoredRealm, overrides: unknown, name: string): string | undefined {
  if (typeof overrides !== 'object' || overrides === null) return undefined;
  const id = (overrides as KeptObject)[name];
  if (typeof id !== 'string' || id === '') return undefined;
  const alias = listFlows(realm).find((flow) => flow['id'] === id)?.['alias'];
  return typeof alias === 'string' ? alias : undefined;
}

function findTree(realm: StoredRealm, alias: string): FlowTree | undefined {
  const owner = hasOwnFlows(realm) && hasFlow(realm, alias) ? realm : BUILT_IN;
  return hasFlow(owner, alias) ? getTree(owner, alias) : undefined;
}

const hasFlow = (realm: StoredRealm, alias: string): boolean =>
  trees.get(realm)?.has(alias) === true || listFlows(realm).some((flow) => flow['alias'] === alias);

function getTree(realm: StoredRealm, alias: string): FlowTree {
  const known = trees.get(realm) ?? new Map<string, FlowTree>();
  trees.set(realm, known);
  const tree = known.get(alias) ?? growTree(realm, alias);
  known.set(alias, tree);
  return tree;
}

function growTree(realm: StoredRealm, alias: string): FlowTree {
  const listed = listFlows(realm);
  const flows = new Map(listed.map((flow) => [flow['alias'], flow]));
  const configs = new Map(listConfigs(realm).map((config) => [config['alias'], config['config']]));
  const used = new Map<string, number>();
  const isEarlier = areOfEarlierVersion(listed);
  const steps = listSteps({ flows, configs, used, isEarlier }, alias, new Set());
  return { alias, steps, levels: listLevels(steps) };
}

interface Material {
  readonly flows: ReadonlyMap<unknown, KeptObject>;
  readonly configs: ReadonlyMap<unknown, unknown>;
  /** How often each key has been given away. */
  readonly used: Map<string, number>;
  /** Whether the flows are of a version before Keycloak 8. */
  readonly isEarlier: boolean;
}

/** `around`: the flows that this one is in; a flow that contains itself does not contain it a second time. */
function listSteps(material: Material, alias: string, around: ReadonlySet<string>): readonly Step[] {
  const flow = material.flows.get(alias);
  if (flow === undefined) return [];
  const within = new Set([...around, alias]);
  const steps = executionsOf(flow).flatMap(({ execution }) => toStep(material, alias, within, execution));
  return material.isEarlier
    ? withAlternativesApart(alias, steps, (inner) => takeKey(material, `${alias}/${inner}`))
    : steps;
}

function toStep(
  material: Material,
  parent: string,
  around: ReadonlySet<string>,
  execution: KeptObject,
): readonly Step[] {
  const requirement = readRequirement(execution['requirement']);
  if (requirement === undefined) return [];
  const { flowAlias, authenticator, authenticatorConfig } = execution;
  if (typeof flowAlias === 'string') {
    if (around.has(flowAlias) || !material.flows.has(flowAlias)) return [];
    const key = takeKey(material, `${parent}/${flowAlias}`);
    const steps = listSteps(material, flowAlias, around);
    return [{ kind: 'flow', key, requirement, alias: flowAlias, steps }];
  }
  if (typeof authenticator !== 'string') return [];
  const key = takeKey(material, `${parent}/${authenticator}`);
  const config = readConfig(material.configs.get(authenticatorConfig));
  return [{ kind: 'authenticator', key, requirement, authenticator, config }];
}

/** `OPTIONAL`, before Keycloak 8: if the user has set it up, which is a condition today. */
function readRequirement(value: unknown): Requirement | undefined {
  if (value === 'OPTIONAL') return 'CONDITIONAL';
  return value === 'REQUIRED' || value === 'ALTERNATIVE' || value === 'CONDITIONAL' ? value : undefined;
}

function readConfig(config: unknown): Readonly<Record<string, string>> {
  const entries = typeof config === 'object' && config !== null ? Object.entries(config) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

function takeKey({ used }: Material, name: string): string {
  const before = used.get(name) ?? 0;
  used.set(name, before + 1);
  return before === 0 ? name : `${name}#${before + 1}`;
}

export const LEVEL_CONDITION = 'conditional-level-of-authentication';

/** Compat: a condition that names no level is for the first one. */
export function levelOf(config: Readonly<Record<string, string>>): LevelCondition {
  return readLevelCondition(config) ?? { level: 1, maxAgeSeconds: Number.POSITIVE_INFINITY };
}

/** By the steps of a flow, which never change. */
const authenticators = new WeakMap<readonly Step[], readonly AuthenticatorStep[]>();

/** Every authenticator of a flow, in order. */
export function listAuthenticators(steps: readonly Step[]): readonly AuthenticatorStep[] {
  const known = authenticators.get(steps);
  if (known !== undefined) return known;
  const listed = steps.flatMap((step) => (step.kind === 'flow' ? listAuthenticators(step.steps) : [step]));
  authenticators.set(steps, listed);
  return listed;
}

function listLevels(steps: readonly Step[]): readonly LevelCondition[] {
  return listAuthenticators(steps)
    .filter(({ authenticator }) => authenticator === LEVEL_CONDITION)
    .map(({ config }) => levelOf(config))
    .toSorted((one, other) => one.level - other.level);
}
