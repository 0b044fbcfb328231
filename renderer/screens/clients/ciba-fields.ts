// Fields of how a client asks for sign-ins by CIBA; most come before what the realm says.
import { SIGNATURE_ALGORITHMS } from '../../components/algorithms.ts';
import type { Field } from '../../ui/field.ts';

/** The attribute that allows CIBA; the switch for it stands with the other flows. */
export const CIBA_ENABLED = 'oidc.ciba.grant.enabled';

/** Seconds that come before the realm's; nothing is fine. */
function checkSeconds(least: number): (value: string) => string | undefined {
  return (value) =>
    value === '' || (/^\d{1,5}$/.test(value) && Number(value) >= least && Number(value) <= 86_400)
      ? undefined
      : `This is a whole number of seconds from ${least} to 86,400, or empty.`;
}

const fields: readonly Field[] = [
  {
    kind: 'choice',
    member: 'ciba.backchannel.token.delivery.mode',
    within: 'attributes',
    label: 'Backchannel Token Delivery Mode',
    initial: '',
    choices: [
      { value: '', label: 'As the realm says' },
      { value: 'poll', label: 'Poll' },
      { value: 'ping', label: 'Ping (not supported)', disabled: true },
      { value: 'push', label: 'Push (not supported)', disabled: true },
    ],
  },
  {
    kind: 'choice',
    member: 'ciba.backchannel.auth.request.signing.alg',
    within: 'attributes',
    label: 'Signature of the authentication request',
    help: 'For requests that come as one signed token.',
    initial: '',
    choices: [{ value: '', label: 'Any' }, ...SIGNATURE_ALGORITHMS],
  },
  {
    kind: 'text',
    member: 'ciba.expires.in',
    within: 'attributes',
    label: 'Expires In, in seconds',
    help: 'How long a request waits for the user’s answer.',
    placeholder: 'as the realm says',
    check: checkSeconds(1),
  },
  {
    kind: 'text',
    member: 'ciba.interval',
    within: 'attributes',
    label: 'Interval, in seconds',
    help: 'How long the client waits between two polls; 0: as often as it likes.',
    placeholder: 'as the realm says',
    check: checkSeconds(0),
  },
];

/** Shown while the client may use CIBA. */
export const CIBA_FIELDS: readonly Field[] = fields.map((field) => ({
  ...field,
  shown: (values) => values[CIBA_ENABLED] === true,
}));
