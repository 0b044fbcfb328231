// Fields of the realm's CIBA policy.
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The server's limit in seconds: a day. */
const MOST_SECONDS = 86_400;

const policy: readonly Field[] = [
  {
    kind: 'choice',
    member: 'cibaBackchannelTokenDeliveryMode',
    within: 'attributes',
    label: 'Backchannel token delivery mode',
    help: 'Poll: the client polls the token endpoint until the user has answered.',
    initial: 'poll',
    choices: [
      { value: 'poll', label: 'Poll' },
      { value: 'ping', label: 'Ping (not supported)', disabled: true },
      { value: 'push', label: 'Push (not supported)', disabled: true },
    ],
  },
  {
    kind: 'choice',
    member: 'cibaAuthRequestedUserHint',
    within: 'attributes',
    label: 'Authentication requested user hint',
    help: 'How a request names the user: by username or e-mail address.',
    initial: 'login_hint',
    choices: [
      { value: 'login_hint', label: 'login_hint' },
      { value: 'login_hint_token', label: 'login_hint_token (not supported)', disabled: true },
      { value: 'id_token_hint', label: 'id_token_hint (not supported)', disabled: true },
    ],
  },
  {
    kind: 'number',
    member: 'cibaExpiresIn',
    within: 'attributes',
    label: 'Expires in',
    help: 'How long a request waits for the user’s answer. Clients can override it.',
    initial: '120',
    min: 1,
    max: MOST_SECONDS,
    unit: 'seconds',
  },
  {
    kind: 'number',
    member: 'cibaInterval',
    within: 'attributes',
    label: 'Interval',
    help: 'How long a client waits between two polls. 0: no limit.',
    initial: '5',
    min: 0,
    max: MOST_SECONDS,
    unit: 'seconds',
  },
];

/** The CIBA tab. */
export const CIBA_SECTIONS: readonly FieldSection[] = [
  {
    title: 'CIBA policy',
    summary: 'For sign-ins that a client starts and the user approves on another device (the Device screen).',
    fields: policy,
  },
];
