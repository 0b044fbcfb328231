// The policies of client registration that a realm can have.
import { ok, type RealmRow, viewRow } from '../admin-route.ts';

/** A setting (`ConfigPropertyRepresentation`). */
interface PolicyProperty {
  readonly name: string;
  readonly label: string;
  readonly type: string;
}

/** A kind of policy (`ComponentTypeRepresentation`). */
interface PolicyType {
  readonly id: string;
  readonly helpText: string;
  readonly properties: readonly PolicyProperty[];
}

/** Types of the settings by provider ID; clients split the text of a multivalued one. */
const POLICIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'allowed-client-templates': {
    'allowed-client-scopes': 'MultivaluedList',
    'allow-default-scopes': 'boolean',
  },
  'allowed-protocol-mappers': { 'allowed-protocol-mapper-types': 'MultivaluedList' },
  'client-disabled': {},
  'consent-required': {},
  'max-clients': { 'max-clients': 'String' },
  'registration-web-origins': { 'web-origins': 'MultivaluedString' },
  scope: {},
  'trusted-hosts': {
    'trusted-hosts': 'MultivaluedString',
    'host-sending-registration-request-must-match': 'boolean',
    'client-uris-must-match': 'boolean',
  },
};

export function listRegistrationPolicies(): readonly PolicyType[] {
  return Object.entries(POLICIES).map(([id, settings]) => ({
    id,
    helpText: id,
    properties: Object.entries(settings).map(([name, type]) => ({ name, label: name, type })),
  }));
}

export const REGISTRATION_PROVIDER_ROWS: readonly RealmRow[] = [
  viewRow(
    '/client-registration-policy/providers',
    ['view-realm', 'manage-realm', 'view-clients', 'manage-clients'],
    () => ok(listRegistrationPolicies()),
  ),
];
