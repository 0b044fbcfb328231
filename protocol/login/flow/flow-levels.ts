// Levels of authentication in flows that distinguish them.
import type { LevelCondition } from '#protocol/realm/view/acr-levels.ts';
import type { Levels } from '../levels.ts';
import type { FlowFacts } from './flow-step.ts';

/** Whether a level has been reached and is not too old. */
export function isReached(
  { now }: Pick<FlowFacts, 'now'>,
  levels: Levels,
  { level, maxAgeSeconds }: LevelCondition,
): boolean {
  const at = levels[level];
  return at !== undefined && now - at <= maxAgeSeconds * 1000;
}

/** Compat: the highest level below which no level is missing, by the conditions of the flow, lowest first. */
export function highestReached(facts: Pick<FlowFacts, 'now' | 'tree'>, levels: Levels): number {
  let highest = 0;
  for (const condition of facts.tree.levels) {
    if (!isReached(facts, levels, condition)) break;
    highest = condition.level;
  }
  return highest;
}
