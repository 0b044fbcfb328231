// Fields of how long tokens, sessions and codes are good.
import { SIGNATURE_ALGORITHMS } from '../../components/algorithms.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

function duration(
  member: string,
  label: string,
  initial: number | undefined,
  help?: string,
  unset?: string,
): Field {
  return {
    kind: 'duration',
    member,
    label,
    initial: initial === undefined ? '' : String(initial),
    ...(help === undefined ? {} : { help }),
    ...(unset === undefined ? {} : { unset }),
  };
}

const tokens: readonly Field[] = [
  {
    kind: 'choice',
    member: 'defaultSignatureAlgorithm',
    label: 'Signature',
    help: 'For clients that choose none. There must be an active key for it.',
    initial: 'RS256',
    choices: SIGNATURE_ALGORITHMS,
  },
  duration('accessTokenLifespan', 'Access token', 300, 'Clients may have a lifespan of their own.'),
  duration(
    'accessTokenLifespanForImplicitFlow',
    'Access token of the implicit flow',
    900,
    'It cannot be refreshed, so it may be good for longer.',
  ),
  {
    kind: 'switch',
    member: 'revokeRefreshToken',
    label: 'A refresh token is good once',
    help: 'Each use gives a new one; using an old one again ends the session of the client.',
    initial: false,
  },
  {
    kind: 'number',
    member: 'refreshTokenMaxReuse',
    label: 'Further uses of a refresh token',
    help: 'How often one may be used again before that is taken for theft.',
    initial: '0',
    min: 0,
    max: 1_000_000,
    shown: (values) => values['revokeRefreshToken'] === true,
  },
];

const sessions: readonly Field[] = [
  duration(
    'ssoSessionIdleTimeout',
    'Unused session',
    1800,
    'A session that nobody uses ends after this. Refresh tokens end with it.',
  ),
  duration('ssoSessionMaxLifespan', 'Any session', 36_000, 'Every session ends after this, however busy.'),
  duration(
    'ssoSessionIdleTimeoutRememberMe',
    'Unused session, remembered',
    undefined,
    'With “Remember me”.',
    'as any other',
  ),
  duration(
    'ssoSessionMaxLifespanRememberMe',
    'Any session, remembered',
    undefined,
    'With “Remember me”.',
    'as any other',
  ),
  duration(
    'clientSessionIdleTimeout',
    'Unused refresh token',
    undefined,
    'Shorter than the session that it belongs to.',
    'as the session',
  ),
  duration(
    'clientSessionMaxLifespan',
    'Any refresh token',
    undefined,
    'Counted from when the client joined the session.',
    'as the session',
  ),
];

const offline: readonly Field[] = [
  duration(
    'offlineSessionIdleTimeout',
    'Unused offline session',
    2_592_000,
    'Offline sessions come with the scope offline_access and outlive the browser.',
  ),
  {
    kind: 'switch',
    member: 'offlineSessionMaxLifespanEnabled',
    label: 'Offline sessions end at some time',
    help: 'Off: one that is used never ends.',
    initial: false,
  },
  {
    ...duration('offlineSessionMaxLifespan', 'Any offline session', 5_184_000),
    shown: (values) => values['offlineSessionMaxLifespanEnabled'] === true,
  },
  duration(
    'clientOfflineSessionIdleTimeout',
    'Unused offline token',
    undefined,
    undefined,
    'as the offline session',
  ),
  {
    ...duration(
      'clientOfflineSessionMaxLifespan',
      'Any offline token',
      undefined,
      undefined,
      'as the offline session',
    ),
    shown: (values) => values['offlineSessionMaxLifespanEnabled'] === true,
  },
];

const codes: readonly Field[] = [
  duration('accessCodeLifespan', 'Authorization code', 60, 'Until the client has exchanged it for tokens.'),
  duration(
    'accessCodeLifespanLogin',
    'Signing in',
    1800,
    'Between the first page and the way back to the client.',
  ),
  duration(
    'accessCodeLifespanUserAction',
    'A required action',
    300,
    'For a page such as “Change your password”.',
  ),
  { ...duration('parRequestUriLifespan', 'Pushed authorization request', 60), within: 'attributes' },
  duration('oauth2DeviceCodeLifespan', 'Device code', 600, 'Until the user has entered it and approved.'),
  duration('oauth2DevicePollingInterval', 'Device polling', 5, 'How long a device waits between two polls.'),
];

/** The tab "Lifespans". */
export const LIFESPAN_SECTIONS: readonly FieldSection[] = [
  { title: 'Tokens', fields: tokens },
  { title: 'Browser sessions', fields: sessions },
  { title: 'Offline sessions', fields: offline },
  { title: 'Codes and pages', fields: codes },
];
