// Alternatives beside required steps, as they were meant before Keycloak 8.
import { type KeptObject, listKept } from '../kept-objects.ts';
import type { FlowStep, Step } from './flow-tree.ts';
import { EXECUTIONS } from './realm-flows.ts';

/**
 * Whether the flows are of a version before Keycloak 8, the only ones with the requirement OPTIONAL. `keycloakVersion`
 * does not show it, because the import updates it.
 */
export function areOfEarlierVersion(flows: readonly KeptObject[]): boolean {
  return flows.some((flow) =>
    listKept(flow, EXECUTIONS).some(({ requirement }) => requirement === 'OPTIONAL'),
  );
}

/**
 * The steps with alternatives in required flows of their own, one for each run of them between other steps. Compat: Keycloak's
 * migration to 8.0.2. Since then, alternatives beside required steps do not count.
 */
export function withAlternativesApart(
  flow: string,
  steps: readonly Step[],
  takeKey: (alias: string) => string,
): readonly Step[] {
  if (steps.every(isAlternative) || !steps.some(isAlternative)) return steps;
  const placed: Step[] = [];
  let group: Step[] | undefined;
  let count = 0;
  for (const step of steps) {
    if (!isAlternative(step)) {
      placed.push(step);
      group = undefined;
      continue;
    }
    if (group === undefined) {
      group = [];
      const alias = `${flow} - Alternatives - ${count}`;
      count += 1;
      const inner: FlowStep = {
        kind: 'flow',
        key: takeKey(alias),
        requirement: 'REQUIRED',
        alias,
        steps: group,
      };
      placed.push(inner);
    }
    group.push(step);
  }
  return placed;
}

const isAlternative = ({ requirement }: Step): boolean => requirement === 'ALTERNATIVE';
