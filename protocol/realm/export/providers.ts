// Keycloak's own kinds of components and identity providers, what a file needs beyond them, and what has no effect there.
import { findProviderType } from '#protocol/contract/identity-provider-types.ts';
import type {
  ComponentRepresentation,
  RealmRepresentation,
} from '#protocol/contract/realm-representation.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { fillInBaseUrl } from '../clients/client-url.ts';
import { isKeptObject } from '../kept-objects.ts';
import type { Report } from './findings.ts';
import { isKeycloakKeyProvider } from './keys.ts';

/** Keycloak's own providers of components by type; another one comes from an extension. */
const PROVIDERS: Readonly<Record<string, readonly string[]>> = {
  'org.keycloak.storage.UserStorageProvider': ['ldap', 'kerberos'],
  'org.keycloak.storage.ldap.mappers.LDAPStorageMapper': [
    'user-attribute-ldap-mapper',
    'full-name-ldap-mapper',
    'hardcoded-ldap-attribute-mapper',
    'hardcoded-ldap-role-mapper',
    'hardcoded-ldap-group-mapper',
    'hardcoded-attribute-mapper',
    'role-ldap-mapper',
    'group-ldap-mapper',
    'msad-user-account-control-mapper',
    'msad-lds-user-account-control-mapper',
    'certificate-ldap-mapper',
    'kerberos-principal-attribute-mapper',
  ],
  'org.keycloak.services.clientregistration.policy.ClientRegistrationPolicy': [
    'allowed-protocol-mappers',
    'allowed-client-templates',
    'registration-web-origins',
    'trusted-hosts',
    'consent-required',
    'scope',
    'max-clients',
    'client-disabled',
  ],
  'org.keycloak.userprofile.UserProfileProvider': ['declarative-user-profile'],
};

/** Realm attributes of Understudy besides those whose names begin with `understudy.`. */
const OWN_ATTRIBUTES: readonly string[] = ['clientInitialAccess'];

/** Keycloak refuses a realm name or id with one of these. */
const RESERVED = /[:/?#@!$&()*+,;=[\]\\]/;

function isKnown(type: string, { providerId }: ComponentRepresentation): boolean {
  return type === KEY_PROVIDER
    ? isKeycloakKeyProvider(providerId)
    : Object.hasOwn(PROVIDERS, type) && PROVIDERS[type]?.includes(providerId) === true;
}

const leftOut = (what: string): string =>
  `${what} is not part of Keycloak, which refuses it unless an extension provides it, so it is left out.`;

type Components = NonNullable<RealmRepresentation['components']>;

function knownComponents(components: Components, path: string, report: Report): Components {
  const known = Object.entries(components).map(([type, list]) => {
    const kept = list.flatMap((component, index): ComponentRepresentation[] => {
      const at = `${path}.${type}[${index}]`;
      if (isKnown(type, component)) return [withKnownBelow(component, at, report)];
      report(at, leftOut(`The provider ${component.providerId}`));
      return [];
    });
    return [type, kept] as const;
  });
  return Object.fromEntries(known.filter(([, list]) => list.length > 0));
}

function withKnownBelow(
  component: ComponentRepresentation,
  path: string,
  report: Report,
): ComponentRepresentation {
  const below = component['subComponents'] as Components | undefined;
  return below === undefined
    ? component
    : { ...component, subComponents: knownComponents(below, `${path}.subComponents`, report) };
}

type IdentityProvider = Readonly<Record<string, unknown>>;

function knownIdentityProviders(
  list: readonly IdentityProvider[],
  report: Report,
): readonly IdentityProvider[] {
  return list.flatMap((provider, index) => {
    const { providerId } = provider;
    const path = `identityProviders[${index}]`;
    if (findProviderType(String(providerId)) !== undefined) return [withAddresses(provider, path, report)];
    report(path, leftOut(`The identity provider ${String(providerId)}`));
    return [];
  });
}

/** Where Keycloak is by default. */
const KEYCLOAK = 'http://localhost:8080';

/** Keycloak refuses addresses of identity providers that are no URLs, so that this server cannot be named in them. */
function withAddresses(provider: IdentityProvider, path: string, report: Report): IdentityProvider {
  const { config } = provider;
  if (!isKeptObject(config)) return provider;
  const written = Object.entries(config).map(([name, value]) => {
    const filled = typeof value === 'string' ? fillInBaseUrl(value, KEYCLOAK) : value;
    if (filled !== value)
      report(
        `${path}.config.${name}`,
        `Keycloak knows no placeholder for its own address here, so ${KEYCLOAK} is written; replace it if Keycloak is elsewhere.`,
      );
    return [name, filled] as const;
  });
  return { ...provider, config: Object.fromEntries(written) };
}

/** The file without components and identity providers of kinds that Keycloak lacks. */
export function withoutExtensions(file: RealmRepresentation, report: Report): RealmRepresentation {
  const { components } = file;
  const providers = file['identityProviders'] as readonly IdentityProvider[] | undefined;
  return {
    ...file,
    ...(components === undefined ? {} : { components: knownComponents(components, 'components', report) }),
    ...(providers === undefined ? {} : { identityProviders: knownIdentityProviders(providers, report) }),
  };
}

function reportKeystores(file: RealmRepresentation, report: Report): void {
  for (const [index, { providerId }] of (file.components?.[KEY_PROVIDER] ?? []).entries())
    if (providerId === 'java-keystore')
      report(
        `components.${KEY_PROVIDER}[${index}]`,
        'Keycloak reads the keystore at the import and refuses the file if it cannot.',
      );
}

const isOwn = (attribute: string): boolean =>
  attribute.startsWith('understudy.') || OWN_ATTRIBUTES.includes(attribute);

/** Reports what a file in Keycloak's form needs there, and what is Understudy's alone. */
export function reportNeeds(file: RealmRepresentation, report: Report): void {
  for (const member of ['realm', 'id'] as const)
    if (RESERVED.test(file[member] ?? ''))
      report(member, 'Keycloak refuses one of its characters; rename the realm before the export.');
  reportKeystores(file, report);
  if (file.passwordPolicy?.includes('passwordBlacklist(') === true)
    report(
      'passwordPolicy',
      'Keycloak reads the list of passwords at the import and refuses the file without it.',
    );
  for (const name of Object.keys(file.attributes ?? {}).filter(isOwn))
    report(
      `attributes.${name}`,
      'A setting of Understudy, which Keycloak keeps as an attribute without effect.',
    );
}
