// A client's names, URLs and consent.
import { checkOrigin, checkRedirectUri, checkUrl } from '../../components/checks.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The client ID. */
export const CLIENT_ID_FIELD: Field = {
  kind: 'text',
  member: 'clientId',
  label: 'Client ID',
  help: 'The application sends it as client_id.',
  check: (value) => (value === '' ? 'Enter a client ID. The application sends it as client_id.' : undefined),
};

/** The redirect URIs. */
export const REDIRECT_URIS_FIELD: Field = {
  kind: 'list',
  member: 'redirectUris',
  label: 'Valid redirect URIs',
  help: 'Allowed redirect targets. Press Enter after each. A trailing * is a wildcard.',
  placeholder: 'http://localhost:3000/*',
  wide: true,
  checkItem: checkRedirectUri,
};

/** Names and the Enabled switch, for clients of every protocol. */
export const NAME_FIELDS: readonly Field[] = [
  { kind: 'text', member: 'name', label: 'Name', help: 'The client’s name on pages.' },
  { kind: 'text', member: 'description', label: 'Description', wide: true },
  {
    kind: 'switch',
    member: 'enabled',
    label: 'Enabled',
    help: 'A disabled client is rejected everywhere.',
    initial: true,
  },
];

const urls: readonly Field[] = [
  {
    kind: 'text',
    member: 'rootUrl',
    label: 'Root URL',
    help: 'Prefix for relative URLs.',
    check: checkUrl,
  },
  { kind: 'text', member: 'baseUrl', label: 'Home URL', help: 'Where pages link back to.', check: checkUrl },
  REDIRECT_URIS_FIELD,
  {
    kind: 'list',
    member: 'webOrigins',
    label: 'Web origins',
    help: 'Origins whose scripts may call the server. + stands for the origins of the redirect URIs.',
    wide: true,
    checkItem: checkOrigin,
  },
];

const consent: readonly Field[] = [
  {
    kind: 'switch',
    member: 'consentRequired',
    label: 'Consent required',
    help: 'Users are asked once what the client may access.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'display.on.consent.screen',
    within: 'attributes',
    label: 'Display client on screen',
    help: 'The consent page lists the client itself, next to its scopes.',
    initial: false,
    shown: (values) => values['consentRequired'] === true,
  },
  {
    kind: 'text',
    member: 'consent.screen.text',
    within: 'attributes',
    label: 'Consent screen text',
    wide: true,
    shown: (values) => values['consentRequired'] === true && values['display.on.consent.screen'] === true,
  },
];

/** Consent, for clients of every protocol. */
export const CONSENT_SECTION: FieldSection = { title: 'Consent', fields: consent };

/** The General tab. */
export const GENERAL_SECTIONS: readonly FieldSection[] = [
  { title: 'General settings', fields: [CLIENT_ID_FIELD, ...NAME_FIELDS] },
  { title: 'Access settings', fields: urls },
  CONSENT_SECTION,
];
