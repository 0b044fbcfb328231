// Flows of a version before Keycloak 8, as later versions write what they mean.
import type { AuthenticationFlowRepresentation } from '#protocol/contract/flow-representation.ts';
import type { RealmRepresentation } from '#protocol/contract/realm-representation.ts';
import { areOfEarlierVersion } from '../flows/earlier-alternatives.ts';
import { EXECUTIONS, executionsOf, FLOWS } from '../flows/realm-flows.ts';
import { isKeptObject, type KeptObject, listKept } from '../kept-objects.ts';
import type { Report } from './findings.ts';

/** What a flow is written as: itself, and the flows that have been added below it. */
interface WrittenFlow {
  readonly flow: KeptObject;
  readonly added: readonly KeptObject[];
}

/** Gives the alias of a new flow; an alias that the realm has already gets a number. */
type TakeAlias = (wanted: string) => string;

/**
 * The realm with the flows of a current version. Compat: Keycloak's migrations to 8.0.0 and 8.0.2, of which it runs the
 * second only for files of an earlier version: `OPTIONAL` becomes a condition, and alternatives beside required steps
 * become required flows.
 */
export function withCurrentFlows(file: RealmRepresentation, report: Report): RealmRepresentation {
  const flows = listKept(file, FLOWS);
  if (!areOfEarlierVersion(flows)) return file;
  const taken = new Set(flows.map(({ alias }) => alias));
  const takeAlias: TakeAlias = (wanted) => {
    let alias = wanted;
    for (let number = 2; taken.has(alias); number += 1) alias = `${wanted} ${number}`;
    taken.add(alias);
    return alias;
  };
  const written = (file[FLOWS] as readonly unknown[]).flatMap((flow, index): unknown[] => {
    if (!isKeptObject(flow)) return [flow];
    const conditional = withConditions(flow, takeAlias);
    const apart = withAlternativesApart(conditional.flow, takeAlias);
    const added = [...conditional.added, ...apart.added];
    if (apart.flow !== flow)
      report(
        `${FLOWS}[${index}]`,
        'Converted to the form of Keycloak 8 and later: OPTIONAL steps become conditional flows, and alternatives beside required steps become a required sub-flow.',
      );
    return [apart.flow, ...added];
  });
  return { ...file, [FLOWS]: written as AuthenticationFlowRepresentation[] };
}

/** `OPTIONAL` steps in conditional flows, which run for users who have set up what the step needs. */
function withConditions(flow: KeptObject, takeAlias: TakeAlias): WrittenFlow {
  const added: KeptObject[] = [];
  const isAnyOptional = areOfEarlierVersion([flow]);
  const executions = listKept(flow, EXECUTIONS).map((execution) => {
    const { requirement, authenticator } = execution;
    if (requirement !== 'OPTIONAL') return execution;
    if (typeof authenticator !== 'string') return { ...execution, requirement: 'CONDITIONAL' };
    const inner = createFlow(flow, takeAlias(`${flow['alias']} - ${authenticator} - Conditional`), [
      { authenticator: 'conditional-user-configured', authenticatorFlow: false, requirement: 'REQUIRED' },
      { ...execution, requirement: 'REQUIRED' },
    ]);
    added.push(inner);
    return createStep(inner, 'CONDITIONAL', execution);
  });
  return isAnyOptional ? { flow: { ...flow, [EXECUTIONS]: executions }, added } : { flow, added };
}

/** Each run of alternatives between required or conditional steps in a required flow. */
function withAlternativesApart(flow: KeptObject, takeAlias: TakeAlias): WrittenFlow {
  const executions = executionsOf(flow).map(({ execution }) => execution);
  const isMixed = executions.some(isAlternative) && executions.some(endsAlternatives);
  if (!isMixed) return { flow, added: [] };
  const runs: KeptObject[][] = [];
  const placed: (KeptObject | KeptObject[])[] = [];
  let open: KeptObject[] | undefined;
  for (const execution of executions) {
    if (!isAlternative(execution)) {
      placed.push(execution);
      if (endsAlternatives(execution)) open = undefined;
      continue;
    }
    if (open === undefined) {
      open = [];
      runs.push(open);
      placed.push(open);
    }
    open.push(execution);
  }
  const added = runs.map((run, index) =>
    createFlow(flow, takeAlias(`${flow['alias']} - Alternatives - ${index}`), run),
  );
  const steps = placed.map((each) => {
    if (!Array.isArray(each)) return each;
    return createStep(added[runs.indexOf(each)] ?? {}, 'REQUIRED', each[0] ?? {});
  });
  return { flow: { ...flow, [EXECUTIONS]: steps }, added };
}

const isAlternative = ({ requirement }: KeptObject): boolean => requirement === 'ALTERNATIVE';

const endsAlternatives = ({ requirement }: KeptObject): boolean =>
  requirement === 'REQUIRED' || requirement === 'CONDITIONAL';

/** A flow within `owner`, with the steps in this order. */
function createFlow(owner: KeptObject, alias: string, steps: readonly KeptObject[]): KeptObject {
  const { builtIn } = owner;
  return {
    alias,
    providerId: 'basic-flow',
    topLevel: false,
    ...(builtIn === undefined ? {} : { builtIn }),
    [EXECUTIONS]: steps.map((step, index) => ({ ...step, priority: (index + 1) * 10 })),
  };
}

/** The step that runs `flow` in the place of another one. */
function createStep({ alias }: KeptObject, requirement: string, { priority }: KeptObject): KeptObject {
  return {
    flowAlias: alias,
    authenticatorFlow: true,
    requirement,
    ...(priority === undefined ? {} : { priority }),
  };
}
