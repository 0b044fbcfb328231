// The list of automatic answer rules: descriptions, and changes of one entry.
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import { describeDuration } from '../../ui/duration.ts';

/** A rule in words: `Prompts for alice from any client are approved after 5 seconds.` */
export function describeRule(rule: AutoAnswerRuleWire): string {
  const user = rule.username === undefined ? 'any user' : rule.username;
  const client = rule.clientId === undefined ? 'any client' : rule.clientId;
  return `Prompts for ${user} from ${client} ${describeEffect(rule)}.`;
}

function describeEffect({ answer, afterSeconds }: AutoAnswerRuleWire): string {
  if (answer === 'never') return 'must be answered manually';
  const done = { approve: 'approved', deny: 'denied', cancel: 'cancelled' }[answer];
  return `are ${done} ${afterSeconds === 0 ? 'immediately' : `after ${describeDuration(afterSeconds)}`}`;
}

/** Replaces the rule at `index`, or adds one at the end of the list. */
export function withRule(
  rules: readonly AutoAnswerRuleWire[],
  index: number,
  rule: AutoAnswerRuleWire,
): readonly AutoAnswerRuleWire[] {
  return [...rules.slice(0, index), rule, ...rules.slice(index + 1)];
}

export function withoutRule(
  rules: readonly AutoAnswerRuleWire[],
  index: number,
): readonly AutoAnswerRuleWire[] {
  return rules.filter((_, at) => at !== index);
}

/** Moves the rule at `index` up or down by one; returns the same list if it cannot move. */
export function withRuleMoved(
  rules: readonly AutoAnswerRuleWire[],
  index: number,
  step: 1 | -1,
): readonly AutoAnswerRuleWire[] {
  const [rule, other] = [rules[index], rules[index + step]];
  if (rule === undefined || other === undefined) return rules;
  return rules.map((entry, at) => (at === index ? other : at === index + step ? rule : entry));
}
