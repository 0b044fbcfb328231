// curl: tokens without a redirect.

import { text } from '../../texts/text.ts';
import { type Grant, type Guide, type GuideValues, lines } from '../guide.ts';
import { shell } from '../quote.ts';

function call(endpoint: string, { issuer, clientId, secret }: GuideValues, ...parameters: readonly string[]) {
  const client = [`client_id=${clientId}`, ...(secret === undefined ? [] : [`client_secret=${secret}`])].map(
    shell,
  );
  const all = [...client, ...parameters].map((parameter) => ` \\\n  --data-urlencode ${parameter}`);
  return `curl -sS ${shell(`${issuer}/protocol/openid-connect/${endpoint}`)}${all.join('')}`;
}

/** Reads a member of the answer; the values have no quotes in them. */
const member = (name: string): string => `$(printf %s "$answer" | sed 's/.*"${name}":"\\([^"]*\\)".*/\\1/')`;

/** Polls until the user has answered. */
function poll(values: GuideValues, grant: string, code: string): readonly string[] {
  const parameters = [`grant_type=${grant}`, `"${code}=$code"`];
  return [
    `code=${member(code)}`,
    'until',
    `  tokens=$(${call('token', values, ...parameters)})`,
    '  ! printf %s "$tokens" | grep -qE \'authorization_pending|slow_down\'',
    'do',
    '  sleep 5',
    'done',
    'printf \'%s\\n\' "$tokens"',
  ];
}

const username = ({ user }: GuideValues): string => user?.username ?? 'USERNAME';

const SCRIPTS: Readonly<Record<Grant, (values: GuideValues) => readonly string[]>> = {
  client_credentials: (values) => [call('token', values, 'grant_type=client_credentials')],
  password: (values) => [
    call(
      'token',
      values,
      'grant_type=password',
      'scope=openid',
      shell(`username=${username(values)}`),
      shell(`password=${values.user?.password ?? 'PASSWORD'}`),
    ),
  ],
  device: (values) => [
    `answer=$(${call('auth/device', values, 'scope=openid')})`,
    `echo "Open ${member('verification_uri_complete')}"`,
    ...poll(values, 'urn:ietf:params:oauth:grant-type:device_code', 'device_code'),
  ],
  ciba: (values) => [
    `answer=$(${call('ext/ciba/auth', values, 'scope=openid', shell(`login_hint=${username(values)}`))})`,
    'echo "Approve the prompt on the Device screen of the console"',
    ...poll(values, 'urn:openid:params:grant-type:ciba', 'auth_req_id'),
  ],
};

export const CURL: Guide = {
  id: 'curl',
  title: 'curl',
  summary: 'guides:curl.summary',
  runtime: 'guides:runtime.shell',
  kind: 'terminal',
  write: (values) => ({
    files: values.grants.slice(0, 1).map((grant) => ({
      name: 'get-token.sh',
      text: lines('set -e', ...SCRIPTS[grant](values)),
    })),
    command: 'sh get-token.sh',
    expect: text('guides:curl.expect'),
  }),
};
