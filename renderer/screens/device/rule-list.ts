// The list of rules that answer without a person: in words, and changed by one entry.
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import { describeDuration } from '../../ui/duration.ts';

/** One rule in words: `Prompts for alice by any client are approved after 5 seconds.` */
export function describeRule(rule: AutoAnswerRuleWire): string {
  const whose = rule.username === undefined ? 'everybody' : rule.username;
  const client = rule.clientId === undefined ? 'any client' : rule.clientId;
  return `Prompts for ${whose} by ${client} ${describeEffect(rule)}.`;
}

function describeEffect({ answer, afterSeconds }: AutoAnswerRuleWire): string {
  if (answer === 'never') return 'wait for a person';
  const done = { approve: 'approved', deny: 'denied', cancel: 'cancelled' }[answer];
  return `are ${done} ${afterSeconds === 0 ? 'at once' : `after ${describeDuration(afterSeconds)}`}`;
}

/** The rules with the one at `index` changed; at the end of the list: added. */
export function withRule(
  rules: readonly AutoAnswerRuleWire[],
  index: number,
  rule: AutoAnswerRuleWire,
): readonly AutoAnswerRuleWire[] {
  return [...rules.slice(0, index), rule, ...rules.slice(index + 1)];
}

/** The rules without the one at `index`. */
export function withoutRule(
  rules: readonly AutoAnswerRuleWire[],
  index: number,
): readonly AutoAnswerRuleWire[] {
  return rules.filter((_, at) => at !== index);
}

/** The rules with the one at `index` a place earlier or later; the same list when there is no such place. */
export function withRuleMoved(
  rules: readonly AutoAnswerRuleWire[],
  index: number,
  step: 1 | -1,
): readonly AutoAnswerRuleWire[] {
  const [rule, other] = [rules[index], rules[index + step]];
  if (rule === undefined || other === undefined) return rules;
  return rules.map((entry, at) => (at === index ? other : at === index + step ? rule : entry));
}
