// The table of installation files, which set up an application as a client; for admin API and console.

export interface InstallationKind {
  /** `protocol` of the clients it is for. */
  readonly protocol: 'openid-connect' | 'saml' | 'docker-v2';
  /** Display name. */
  readonly title: string;
  /** One sentence on its purpose. */
  readonly help: string;
  readonly fileName: string;
  readonly mediaType: string;
  /** Cannot be shown as text. */
  readonly isBinary: boolean;
}

/** Ids as in Keycloak. */
const IDS = [
  'keycloak-oidc-keycloak-json',
  'saml-idp-descriptor',
  'saml-sp-descriptor',
  'mod-auth-mellon',
  'keycloak-saml',
  'keycloak-saml-subsystem',
  'keycloak-saml-subsystem-cli',
  'docker-v2-registry-config-file',
  'docker-v2-variable-override',
  'docker-v2-compose-yaml',
] as const;

export type InstallationId = (typeof IDS)[number];

/** By the id in `…/clients/{id}/installation/providers/{id}`, in display order. */
export const INSTALLATIONS: Readonly<Record<InstallationId, InstallationKind>> = {
  'keycloak-oidc-keycloak-json': {
    protocol: 'openid-connect',
    title: 'keycloak.json',
    help: 'For Keycloak’s adapters and keycloak-js.',
    fileName: 'keycloak.json',
    mediaType: 'application/json',
    isBinary: false,
  },
  'saml-idp-descriptor': {
    protocol: 'saml',
    title: 'IdP metadata',
    help: 'What the service provider must know of this realm.',
    fileName: 'idp-metadata.xml',
    mediaType: 'application/xml',
    isBinary: false,
  },
  'saml-sp-descriptor': {
    protocol: 'saml',
    title: 'SP metadata',
    help: 'Service provider metadata from this client’s settings.',
    fileName: 'sp-metadata.xml',
    mediaType: 'application/xml',
    isBinary: false,
  },
  'mod-auth-mellon': {
    protocol: 'saml',
    title: 'mod_auth_mellon',
    help: 'Metadata of both sides, key and certificate for Apache’s module, as a ZIP file.',
    fileName: 'mod_auth_mellon.zip',
    mediaType: 'application/zip',
    isBinary: true,
  },
  'keycloak-saml': {
    protocol: 'saml',
    title: 'keycloak-saml.xml',
    help: 'For Keycloak’s SAML adapters.',
    fileName: 'keycloak-saml.xml',
    mediaType: 'application/xml',
    isBinary: false,
  },
  'keycloak-saml-subsystem': {
    protocol: 'saml',
    title: 'WildFly, XML',
    help: 'The deployment’s part of WildFly’s or JBoss EAP’s configuration.',
    fileName: 'keycloak-saml-subsystem.xml',
    mediaType: 'application/xml',
    isBinary: false,
  },
  'keycloak-saml-subsystem-cli': {
    protocol: 'saml',
    title: 'WildFly, CLI',
    help: 'The same as commands of jboss-cli.',
    fileName: 'keycloak-saml-subsystem.cli',
    mediaType: 'text/plain; charset=utf-8',
    isBinary: false,
  },
  'docker-v2-registry-config-file': {
    protocol: 'docker-v2',
    title: 'Registry configuration',
    help: 'The part of the registry’s config.yml that makes it trust this realm. Save bundle.pem at the path in rootcertbundle.',
    fileName: 'config.yml',
    mediaType: 'text/plain; charset=utf-8',
    isBinary: false,
  },
  'docker-v2-variable-override': {
    protocol: 'docker-v2',
    title: 'Variables for docker run',
    help: 'The same as variables of a registry in a container. Mount bundle.pem at the path in the last variable.',
    fileName: 'docker-env.txt',
    mediaType: 'text/plain; charset=utf-8',
    isBinary: false,
  },
  'docker-v2-compose-yaml': {
    protocol: 'docker-v2',
    title: 'Compose folder',
    help: 'A registry for docker compose with the certificates that it trusts, as a ZIP file.',
    fileName: 'keycloak-docker-compose-yaml.zip',
    mediaType: 'application/zip',
    isBinary: true,
  },
};

export function isInstallationId(id: string): id is InstallationId {
  return IDS.some((known) => known === id);
}
