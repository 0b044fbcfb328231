// Fields of what a client may ask for, and what its requests must look like.
import {
  CONTENT_ENCRYPTION_ALGORITHMS,
  KEY_ENCRYPTION_ALGORITHMS,
  SECRET_ALGORITHMS,
  SIGNATURE_ALGORITHMS,
} from '../../components/algorithms.ts';
import { checkLevels } from '../../components/checks.ts';
import type { Choice, Field, FieldValues } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';
import { CIBA_ENABLED, CIBA_FIELDS } from './ciba-fields.ts';

const DEVICE = 'oauth2.device.authorization.grant.enabled';
const EXCHANGE = 'standard.token.exchange.enabled';

const isDevice = (values: FieldValues): boolean => values[DEVICE] === true;
const usesBrowser = (values: FieldValues): boolean =>
  values['standardFlowEnabled'] === true || values['implicitFlowEnabled'] === true;

const confidential: readonly Field[] = [
  {
    kind: 'switch',
    member: 'serviceAccountsEnabled',
    label: 'Client credentials',
    help: 'Tokens of the client itself, for its service account.',
    initial: false,
  },
  {
    kind: 'switch',
    member: EXCHANGE,
    within: 'attributes',
    label: 'Token exchange',
    help: 'Gives an access token and gets one for another audience.',
    initial: false,
  },
  {
    kind: 'choice',
    member: 'standard.token.exchange.enableRefreshRequestedTokenType',
    within: 'attributes',
    label: 'Refresh tokens by exchange',
    initial: 'NO',
    choices: [
      { value: 'NO', label: 'No' },
      { value: 'SAME_SESSION', label: 'In the same session' },
    ],
    shown: (values) => values[EXCHANGE] === true,
  },
  {
    kind: 'switch',
    member: CIBA_ENABLED,
    within: 'attributes',
    label: 'CIBA',
    help: 'The client names a user, who approves on the authentication device.',
    initial: false,
  },
];

function flows(isPublic: boolean): readonly Field[] {
  return [
    {
      kind: 'switch',
      member: 'standardFlowEnabled',
      label: 'Authorization code',
      help: 'The way for web, browser and native applications.',
      initial: true,
    },
    {
      kind: 'switch',
      member: 'implicitFlowEnabled',
      label: 'Implicit and hybrid',
      help: 'Tokens in the redirect itself: for old applications.',
      initial: false,
    },
    {
      kind: 'switch',
      member: 'directAccessGrantsEnabled',
      label: 'Password grant',
      help: 'The application itself asks for name and password.',
      initial: false,
    },
    ...(isPublic ? [] : confidential),
    {
      kind: 'switch',
      member: DEVICE,
      within: 'attributes',
      label: 'Device code',
      help: 'For devices without a browser: the user approves on another one.',
      initial: false,
    },
    {
      kind: 'duration',
      member: 'oauth2.device.code.lifespan',
      within: 'attributes',
      label: 'A device code is good for',
      initial: '',
      unset: 'as the realm says',
      shown: isDevice,
    },
    {
      kind: 'duration',
      member: 'oauth2.device.polling.interval',
      within: 'attributes',
      label: 'Between two polls of a device',
      initial: '',
      unset: 'as the realm says',
      shown: isDevice,
    },
  ];
}

const any = (label: string): Choice => ({ value: '', label });

const requests: readonly Field[] = [
  {
    kind: 'choice',
    member: 'pkce.code.challenge.method',
    within: 'attributes',
    label: 'PKCE',
    initial: '',
    choices: [
      any('The application chooses'),
      { value: 'S256', label: 'Required, S256' },
      { value: 'plain', label: 'Required, plain' },
    ],
  },
  {
    kind: 'switch',
    member: 'require.pushed.authorization.requests',
    within: 'attributes',
    label: 'Requests must be pushed',
    help: 'The application sends them to the PAR endpoint first.',
    initial: false,
  },
  {
    kind: 'choice',
    member: 'request.object.required',
    within: 'attributes',
    label: 'Request object',
    help: 'The request as one signed token.',
    initial: 'not required',
    choices: [
      { value: 'not required', label: 'Not required' },
      { value: 'request or request_uri', label: 'Required, by value or by address' },
      { value: 'request only', label: 'Required, by value (request)' },
      { value: 'request_uri only', label: 'Required, by address (request_uri)' },
    ],
  },
  {
    kind: 'choice',
    member: 'request.object.signature.alg',
    within: 'attributes',
    label: 'Signature of the request object',
    initial: 'any',
    choices: [
      { value: 'any', label: 'Any' },
      { value: 'none', label: 'None' },
      ...SIGNATURE_ALGORITHMS,
      ...SECRET_ALGORITHMS,
    ],
  },
  {
    kind: 'choice',
    member: 'request.object.encryption.alg',
    within: 'attributes',
    label: 'Its key encryption',
    initial: 'any',
    choices: [{ value: 'any', label: 'Any' }, ...KEY_ENCRYPTION_ALGORITHMS],
  },
  {
    kind: 'choice',
    member: 'request.object.encryption.enc',
    within: 'attributes',
    label: 'Its content encryption',
    initial: 'any',
    choices: [{ value: 'any', label: 'Any' }, ...CONTENT_ENCRYPTION_ALGORITHMS],
  },
  {
    kind: 'list',
    member: 'request.uris',
    within: 'attributes',
    label: 'Addresses of request objects',
    help: 'request_uri must be one of these.',
    wide: true,
  },
];

const answers: readonly Field[] = [
  {
    kind: 'choice',
    member: 'authorization.signed.response.alg',
    within: 'attributes',
    label: 'Signature',
    help: 'For the response modes that end in jwt.',
    initial: '',
    choices: [any('As the realm says'), ...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS],
  },
  {
    kind: 'choice',
    member: 'authorization.encrypted.response.alg',
    within: 'attributes',
    label: 'Key encryption',
    initial: '',
    choices: [any('Not encrypted'), ...KEY_ENCRYPTION_ALGORITHMS],
  },
  {
    kind: 'choice',
    member: 'authorization.encrypted.response.enc',
    within: 'attributes',
    label: 'Content encryption',
    initial: '',
    choices: [any('A128CBC-HS256, the default'), ...CONTENT_ENCRYPTION_ALGORITHMS],
    shown: (values) => values['authorization.encrypted.response.alg'] !== '',
  },
  {
    kind: 'switch',
    member: 'exclude.session.state.from.auth.response',
    within: 'attributes',
    label: 'Leave session_state out',
    help: 'For applications that refuse parameters they do not know.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'exclude.issuer.from.auth.response',
    within: 'attributes',
    label: 'Leave iss out',
    initial: false,
  },
];

const levels: readonly Field[] = [
  {
    kind: 'list',
    member: 'default.acr.values',
    within: 'attributes',
    label: 'acr values asked for by default',
    help: 'When the request names none.',
  },
  {
    kind: 'long',
    member: 'acr.loa.map',
    within: 'attributes',
    label: 'Levels of authentication by acr',
    help: 'JSON, for instance {"silver":1,"gold":2}. Empty: as the realm says.',
    check: checkLevels,
  },
];

const whenBrowser = (fields: readonly Field[]): readonly Field[] =>
  fields.map((field) => ({
    ...field,
    shown: (values) => usesBrowser(values) && field.shown?.(values) !== false,
  }));

/** The tab "Flows"; a public client has fewer of them. */
export function flowSections(isPublic: boolean): readonly FieldSection[] {
  return [
    { title: 'Flows', fields: flows(isPublic) },
    { title: 'CIBA', fields: isPublic ? [] : CIBA_FIELDS },
    { title: 'Authorization requests', fields: whenBrowser(requests) },
    { title: 'Authorization answers', fields: whenBrowser(answers) },
    { title: 'Step-up', fields: whenBrowser(levels) },
  ];
}
