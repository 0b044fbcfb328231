// Fields of an automatic answer rule, and their conversion to the rule.
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import { perLanguage, text } from '../../texts/text.ts';
import type { Field, FieldValues } from '../../ui/field.ts';

/** Longest delay of a rule: a day. */
const MOST_SECONDS = 86_400;

/** Answer and delay; user and client have inputs of their own. */
export const ruleFields: () => readonly Field[] = perLanguage(() => [
  {
    kind: 'choice',
    member: 'answer',
    label: text('device:rule.answer'),
    initial: 'approve',
    choices: [
      { value: 'approve', label: text('device:answer.approve') },
      { value: 'deny', label: text('device:answer.deny') },
      { value: 'cancel', label: text('device:answer.cancel') },
      { value: 'never', label: text('device:answer.never') },
    ],
  },
  {
    kind: 'number',
    member: 'afterSeconds',
    label: text('device:rule.delay'),
    help: text('device:rule.delayHelp'),
    initial: '0',
    min: 0,
    max: MOST_SECONDS,
    unit: text('device:rule.seconds'),
    shown: (values) => values['answer'] !== 'never',
  },
]);

function readAnswer(value: unknown): AutoAnswerRuleWire['answer'] {
  return value === 'deny' || value === 'cancel' || value === 'never' ? value : 'approve';
}

/** Converts the form's values to a rule. Without user or client, it matches any. */
export function readRule(
  values: FieldValues,
  username: string | undefined,
  clientId: string | undefined,
): AutoAnswerRuleWire {
  const answer = readAnswer(values['answer']);
  return {
    ...(username === undefined ? {} : { username }),
    ...(clientId === undefined ? {} : { clientId }),
    answer,
    afterSeconds: answer === 'never' ? 0 : Number(values['afterSeconds']),
  };
}
