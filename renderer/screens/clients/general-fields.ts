// Fields of what a client is called, where it lives, and what its users are asked.
import { checkOrigin, checkRedirectUri, checkUrl } from '../../components/checks.ts';
import type { Field } from '../../ui/field.ts';
import type { FieldSection } from '../../ui/settings-form.tsx';

/** The ID that the application sends as client_id. */
export const CLIENT_ID_FIELD: Field = {
  kind: 'text',
  member: 'clientId',
  label: 'Client ID',
  help: 'The application sends it as client_id.',
  check: (value) =>
    value === '' ? 'Give the client an ID; the application sends it as client_id.' : undefined,
};

/** Where a sign-in may end. */
export const REDIRECT_URIS_FIELD: Field = {
  kind: 'list',
  member: 'redirectUris',
  label: 'Redirect URIs',
  help: 'Where a sign-in may end; press Enter after each. A * at the end stands for anything.',
  placeholder: 'http://localhost:3000/*',
  wide: true,
  checkItem: checkRedirectUri,
};

/** Names beside the ID, and the switch, for clients of every protocol. */
export const NAME_FIELDS: readonly Field[] = [
  { kind: 'text', member: 'name', label: 'Name', help: 'What the pages call it.' },
  { kind: 'text', member: 'description', label: 'Description', wide: true },
  {
    kind: 'switch',
    member: 'enabled',
    label: 'Enabled',
    help: 'A disabled client is refused everywhere.',
    initial: true,
  },
];

const addresses: readonly Field[] = [
  {
    kind: 'text',
    member: 'rootUrl',
    label: 'Root URL',
    help: 'Stands before relative addresses.',
    check: checkUrl,
  },
  { kind: 'text', member: 'baseUrl', label: 'Home URL', help: 'Where pages link to.', check: checkUrl },
  REDIRECT_URIS_FIELD,
  {
    kind: 'list',
    member: 'webOrigins',
    label: 'Web origins',
    help: 'Origins whose scripts may call the server. + takes those of the redirect URIs.',
    wide: true,
    checkItem: checkOrigin,
  },
];

const consent: readonly Field[] = [
  {
    kind: 'switch',
    member: 'consentRequired',
    label: 'Users must consent',
    help: 'They are asked once for what the client may know.',
    initial: false,
  },
  {
    kind: 'switch',
    member: 'display.on.consent.screen',
    within: 'attributes',
    label: 'The client stands on the consent page, too',
    help: 'As something to consent to, beside its scopes.',
    initial: false,
    shown: (values) => values['consentRequired'] === true,
  },
  {
    kind: 'text',
    member: 'consent.screen.text',
    within: 'attributes',
    label: 'Words for it',
    wide: true,
    shown: (values) => values['consentRequired'] === true && values['display.on.consent.screen'] === true,
  },
];

/** What users are asked, for clients of every protocol. */
export const CONSENT_SECTION: FieldSection = { title: 'Consent', fields: consent };

/** The tab "General". */
export const GENERAL_SECTIONS: readonly FieldSection[] = [
  { title: 'Names', fields: [CLIENT_ID_FIELD, ...NAME_FIELDS] },
  { title: 'Addresses', fields: addresses },
  CONSENT_SECTION,
];
