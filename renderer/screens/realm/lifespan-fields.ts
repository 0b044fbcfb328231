// Lifespans of tokens, sessions and codes.
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
    label: 'Default signature algorithm',
    help: 'Used for clients that choose none. The realm needs an active key for it.',
    initial: 'RS256',
    choices: SIGNATURE_ALGORITHMS,
  },
  duration('accessTokenLifespan', 'Access token lifespan', 300, 'Clients can override it.'),
  duration(
    'accessTokenLifespanForImplicitFlow',
    'Access token lifespan for implicit flow',
    900,
    'These tokens cannot be refreshed, so they may be valid for longer.',
  ),
  {
    kind: 'switch',
    member: 'revokeRefreshToken',
    label: 'Revoke refresh token',
    help: 'Refresh tokens are single-use. Reusing an old one ends the client’s session.',
    initial: false,
  },
  {
    kind: 'number',
    member: 'refreshTokenMaxReuse',
    label: 'Refresh token max reuse',
    help: 'How often a refresh token may be reused before that is treated as theft.',
    initial: '0',
    min: 0,
    max: 1_000_000,
    shown: (values) => values['revokeRefreshToken'] === true,
  },
];

const sessions: readonly Field[] = [
  duration(
    'ssoSessionIdleTimeout',
    'Session idle',
    1800,
    'A session that is not used for this long expires, with its refresh tokens.',
  ),
  duration('ssoSessionMaxLifespan', 'Session max', 36_000, 'Every session expires after this time.'),
  duration(
    'ssoSessionIdleTimeoutRememberMe',
    'Session idle, remember me',
    undefined,
    'For users who chose “Remember me”.',
    'same as other sessions',
  ),
  duration(
    'ssoSessionMaxLifespanRememberMe',
    'Session max, remember me',
    undefined,
    'For users who chose “Remember me”.',
    'same as other sessions',
  ),
  duration(
    'clientSessionIdleTimeout',
    'Refresh token idle',
    undefined,
    'A refresh token that is not used for this long expires.',
    'same as the session',
  ),
  duration(
    'clientSessionMaxLifespan',
    'Refresh token max',
    undefined,
    'Counted from when the client joined the session.',
    'same as the session',
  ),
];

const offline: readonly Field[] = [
  duration(
    'offlineSessionIdleTimeout',
    'Offline session idle',
    2_592_000,
    'Offline sessions come with the scope offline_access and outlive the browser.',
  ),
  {
    kind: 'switch',
    member: 'offlineSessionMaxLifespanEnabled',
    label: 'Offline session max limited',
    help: 'Off: an offline session that is used never expires.',
    initial: false,
  },
  {
    ...duration('offlineSessionMaxLifespan', 'Offline session max', 5_184_000),
    shown: (values) => values['offlineSessionMaxLifespanEnabled'] === true,
  },
  duration(
    'clientOfflineSessionIdleTimeout',
    'Offline token idle',
    undefined,
    undefined,
    'same as the offline session',
  ),
  {
    ...duration(
      'clientOfflineSessionMaxLifespan',
      'Offline token max',
      undefined,
      undefined,
      'same as the offline session',
    ),
    shown: (values) => values['offlineSessionMaxLifespanEnabled'] === true,
  },
];

const codes: readonly Field[] = [
  duration(
    'accessCodeLifespan',
    'Authorization code lifespan',
    60,
    'How long a client has to exchange the code for tokens.',
  ),
  duration(
    'accessCodeLifespanLogin',
    'Login timeout',
    1800,
    'How long a user has to sign in, from the first page to the redirect back.',
  ),
  duration(
    'accessCodeLifespanUserAction',
    'Login action timeout',
    300,
    'How long a user has for a page such as “Update password”.',
  ),
  { ...duration('parRequestUriLifespan', 'Pushed authorization request lifetime', 60), within: 'attributes' },
  duration(
    'oauth2DeviceCodeLifespan',
    'Device code lifespan',
    600,
    'How long a user has to enter a device code and approve it.',
  ),
  duration(
    'oauth2DevicePollingInterval',
    'Device polling interval',
    5,
    'How long a device waits between two polls.',
  ),
];

/** The Lifespans tab. */
export const LIFESPAN_SECTIONS: readonly FieldSection[] = [
  { title: 'Tokens', fields: tokens },
  { title: 'Browser sessions', fields: sessions },
  { title: 'Offline sessions', fields: offline },
  { title: 'Codes and pages', fields: codes },
];
