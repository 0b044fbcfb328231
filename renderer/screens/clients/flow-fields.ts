// A client's flows, and the requirements for its requests and responses.
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
    label: 'Service account roles',
    help: 'Client credentials grant: tokens of the client itself, for its service account.',
    initial: false,
  },
  {
    kind: 'switch',
    member: EXCHANGE,
    within: 'attributes',
    label: 'Standard token exchange',
    help: 'Exchanges an access token for one with another audience.',
    initial: false,
  },
  {
    kind: 'choice',
    member: 'standard.token.exchange.enableRefreshRequestedTokenType',
    within: 'attributes',
    label: 'Refresh tokens in token exchange',
    initial: 'NO',
    choices: [
      { value: 'NO', label: 'No' },
      { value: 'SAME_SESSION', label: 'Same session' },
    ],
    shown: (values) => values[EXCHANGE] === true,
  },
  {
    kind: 'switch',
    member: CIBA_ENABLED,
    within: 'attributes',
    label: 'OIDC CIBA grant',
    help: 'The client names a user, who approves on the authentication device.',
    initial: false,
  },
];

function flows(isPublic: boolean): readonly Field[] {
  return [
    {
      kind: 'switch',
      member: 'standardFlowEnabled',
      label: 'Standard flow',
      help: 'Authorization code flow, for web, browser and native applications.',
      initial: true,
    },
    {
      kind: 'switch',
      member: 'implicitFlowEnabled',
      label: 'Implicit flow',
      help: 'Returns tokens in the redirect. Also enables the hybrid flow. For legacy applications.',
      initial: false,
    },
    {
      kind: 'switch',
      member: 'directAccessGrantsEnabled',
      label: 'Direct access grants',
      help: 'Password grant: the application itself asks for username and password.',
      initial: false,
    },
    ...(isPublic ? [] : confidential),
    {
      kind: 'switch',
      member: DEVICE,
      within: 'attributes',
      label: 'OAuth 2.0 device authorization grant',
      help: 'For devices without a browser: the user approves on another device.',
      initial: false,
    },
    {
      kind: 'duration',
      member: 'oauth2.device.code.lifespan',
      within: 'attributes',
      label: 'Device code lifespan',
      initial: '',
      unset: 'realm default',
      shown: isDevice,
    },
    {
      kind: 'duration',
      member: 'oauth2.device.polling.interval',
      within: 'attributes',
      label: 'Device polling interval',
      initial: '',
      unset: 'realm default',
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
    label: 'PKCE method',
    initial: '',
    choices: [
      any('Chosen by the application'),
      { value: 'S256', label: 'Required, S256' },
      { value: 'plain', label: 'Required, plain' },
    ],
  },
  {
    kind: 'switch',
    member: 'require.pushed.authorization.requests',
    within: 'attributes',
    label: 'Pushed authorization request required',
    help: 'The application must send its requests to the PAR endpoint first.',
    initial: false,
  },
  {
    kind: 'choice',
    member: 'request.object.required',
    within: 'attributes',
    label: 'Request object required',
    help: 'Whether requests must use a request object (signed JWT), and how.',
    initial: 'not required',
    choices: [
      { value: 'not required', label: 'Not required' },
      { value: 'request or request_uri', label: 'Required, by value or by reference' },
      { value: 'request only', label: 'Required, by value (request)' },
      { value: 'request_uri only', label: 'Required, by reference (request_uri)' },
    ],
  },
  {
    kind: 'choice',
    member: 'request.object.signature.alg',
    within: 'attributes',
    label: 'Request object signature algorithm',
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
    label: 'Request object key encryption',
    initial: 'any',
    choices: [{ value: 'any', label: 'Any' }, ...KEY_ENCRYPTION_ALGORITHMS],
  },
  {
    kind: 'choice',
    member: 'request.object.encryption.enc',
    within: 'attributes',
    label: 'Request object content encryption',
    initial: 'any',
    choices: [{ value: 'any', label: 'Any' }, ...CONTENT_ENCRYPTION_ALGORITHMS],
  },
  {
    kind: 'list',
    member: 'request.uris',
    within: 'attributes',
    label: 'Valid request URIs',
    help: 'Allowed values of request_uri. Press Enter after each.',
    wide: true,
  },
];

const responses: readonly Field[] = [
  {
    kind: 'choice',
    member: 'authorization.signed.response.alg',
    within: 'attributes',
    label: 'Signature algorithm',
    help: 'For response modes that end in jwt.',
    initial: '',
    choices: [any('Realm default'), ...SIGNATURE_ALGORITHMS, ...SECRET_ALGORITHMS],
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
    choices: [any('A128CBC-HS256 (default)'), ...CONTENT_ENCRYPTION_ALGORITHMS],
    shown: (values) => values['authorization.encrypted.response.alg'] !== '',
  },
  {
    kind: 'switch',
    member: 'exclude.session.state.from.auth.response',
    within: 'attributes',
    label: 'Exclude session state',
    help: 'For applications that reject the parameter session_state.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'exclude.issuer.from.auth.response',
    within: 'attributes',
    label: 'Exclude issuer',
    help: 'For applications that reject the parameter iss.',
    initial: false,
  },
];

const levels: readonly Field[] = [
  {
    kind: 'list',
    member: 'default.acr.values',
    within: 'attributes',
    label: 'Default ACR values',
    help: 'Levels of authentication that are required if the request names none.',
  },
  {
    kind: 'long',
    member: 'acr.loa.map',
    within: 'attributes',
    label: 'ACR to LoA mapping',
    help: 'Levels of authentication by acr value, as JSON: {"silver":1,"gold":2}. Default: the realm’s.',
    check: checkLevels,
  },
];

const whenBrowser = (fields: readonly Field[]): readonly Field[] =>
  fields.map((field) => ({
    ...field,
    shown: (values) => usesBrowser(values) && field.shown?.(values) !== false,
  }));

/** The Flows tab. A public client has fewer flows. */
export function flowSections(isPublic: boolean): readonly FieldSection[] {
  return [
    { title: 'Flows', fields: flows(isPublic) },
    { title: 'CIBA', fields: isPublic ? [] : CIBA_FIELDS },
    { title: 'Authorization requests', fields: whenBrowser(requests) },
    { title: 'Authorization responses', fields: whenBrowser(responses) },
    { title: 'Step-up authentication', fields: whenBrowser(levels) },
  ];
}
