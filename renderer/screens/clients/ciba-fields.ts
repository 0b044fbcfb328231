// A client's CIBA settings, most of which override the realm's policy.
import { SIGNATURE_ALGORITHMS } from '../../components/algorithms.ts';
import type { Field } from '../../ui/field.ts';

/** The attribute that enables CIBA. Its switch is among the flows. */
export const CIBA_ENABLED = 'oidc.ciba.grant.enabled';

/** Seconds that override the realm's; may be empty. */
function checkSeconds(least: number): (value: string) => string | undefined {
  return (value) =>
    value === '' || (/^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= 86_400)
      ? undefined
      : `Enter a whole number of seconds from ${least} to 86,400, or leave the field empty.`;
}

const fields: readonly Field[] = [
  {
    kind: 'choice',
    member: 'ciba.backchannel.token.delivery.mode',
    within: 'attributes',
    label: 'Backchannel token delivery mode',
    initial: '',
    choices: [
      { value: '', label: 'Realm default' },
      { value: 'poll', label: 'Poll' },
      { value: 'ping', label: 'Ping (not supported)', disabled: true },
      { value: 'push', label: 'Push (not supported)', disabled: true },
    ],
  },
  {
    kind: 'choice',
    member: 'ciba.backchannel.auth.request.signing.alg',
    within: 'attributes',
    label: 'Authentication request signature algorithm',
    help: 'For signed authentication requests.',
    initial: '',
    choices: [{ value: '', label: 'Any' }, ...SIGNATURE_ALGORITHMS],
  },
  {
    kind: 'text',
    member: 'ciba.expires.in',
    within: 'attributes',
    label: 'Expires in (seconds)',
    help: 'How long a request waits for the user’s answer.',
    placeholder: 'realm default',
    check: checkSeconds(1),
  },
  {
    kind: 'text',
    member: 'ciba.interval',
    within: 'attributes',
    label: 'Interval (seconds)',
    help: 'How long the client waits between two polls. 0: no limit.',
    placeholder: 'realm default',
    check: checkSeconds(0),
  },
];

/** Shown while CIBA is enabled. */
export const CIBA_FIELDS: readonly Field[] = fields.map((field) => ({
  ...field,
  shown: (values) => values[CIBA_ENABLED] === true,
}));
