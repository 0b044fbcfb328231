// Fields of a rule that answers prompts, and how its values become the rule.
import type { AutoAnswerRuleWire } from '#protocol/contract/device.ts';
import type { Field, FieldValues } from '../../ui/field.ts';

/** Seconds of a day: the longest that a rule waits. */
const MOST_SECONDS = 86_400;

/** What the rule does and when; whom it fits is picked, not typed. */
export const RULE_FIELDS: readonly Field[] = [
  {
    kind: 'choice',
    member: 'answer',
    label: 'Answer',
    initial: 'approve',
    choices: [
      { value: 'approve', label: 'Approve' },
      { value: 'deny', label: 'Deny' },
      { value: 'cancel', label: 'Cancel' },
      { value: 'never', label: 'Never: wait for a person' },
    ],
  },
  {
    kind: 'number',
    member: 'afterSeconds',
    label: 'After',
    help: '0 answers at once.',
    initial: '0',
    min: 0,
    max: MOST_SECONDS,
    unit: 'seconds',
    shown: (values) => values['answer'] !== 'never',
  },
];

function readAnswer(value: unknown): AutoAnswerRuleWire['answer'] {
  return value === 'deny' || value === 'cancel' || value === 'never' ? value : 'approve';
}

/** The rule that the form's values make; undefined user and client fit everybody and every client. */
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
