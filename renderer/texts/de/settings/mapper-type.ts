// The German names of types of protocol mappers, and what each does.
import type { SettingTexts } from '../../setting-text.ts';

const OIDC_TYPES: SettingTexts = {
  'oidc-acr-mapper': {
    label: 'Authentication Context Class Reference (ACR)',
    help: 'Fügt den Claim acr hinzu.',
  },
  'oidc-address-mapper': {
    label: 'Adresse des Benutzers',
    help: 'Fügt den Claim address aus Benutzerattributen hinzu.',
  },
  'oidc-allowed-origins-mapper': {
    label: 'Erlaubte Web-Origins',
    help: 'Fügt die Web-Origins des Clients als Claim allowed-origins hinzu.',
  },
  'oidc-audience-mapper': {
    label: 'Audience',
    help: 'Fügt eine Audience zu aud hinzu, damit eine API das Token akzeptiert.',
  },
  'oidc-audience-resolve-mapper': {
    label: 'Audience aus Rollen',
    help: 'Fügt jeden Client, in dem der Benutzer eine Rolle hat, zu aud hinzu.',
  },
  'oidc-claims-param-token-mapper': {
    label: 'Claims aus dem Parameter claims',
    help: 'Fügt die Claims hinzu, die der Client im Parameter claims anfordert.',
  },
  'oidc-full-name-mapper': {
    label: 'Vollständiger Name des Benutzers',
    help: 'Fügt Vor- und Nachnamen als Claim name hinzu.',
  },
  'oidc-group-membership-mapper': {
    label: 'Gruppenmitgliedschaft',
    help: 'Fügt die Gruppen des Benutzers als Liste hinzu.',
  },
  'oidc-hardcoded-claim-mapper': {
    label: 'Fester Claim',
    help: 'Fügt für jeden Benutzer denselben Wert hinzu.',
  },
  'oidc-hardcoded-role-mapper': {
    label: 'Feste Rolle',
    help: 'Fügt den Token jedes Benutzers eine Rolle hinzu.',
  },
  'oidc-nonce-backwards-compatible-mapper': {
    label: 'Abwärtskompatible Nonce',
    help: 'Fügt den Claim nonce zu Access-Token hinzu, wie Keycloak vor Version 24.',
  },
  'oidc-organization-membership-mapper': {
    label: 'Mitgliedschaft in Organisationen',
    help: 'Fügt die Organisationen des Benutzers hinzu, die der Client mit seinem Scope anfordert.',
  },
  'oidc-role-name-mapper': { label: 'Rollennamen-Mapper', help: 'Benennt eine Rolle in Token um.' },
  'oidc-session-state-mapper': {
    label: 'Sitzungsstatus (session_state)',
    help: 'Fügt den Claim session_state hinzu, wie Keycloak vor Version 24.',
  },
  'oidc-sha256-pairwise-sub-mapper': {
    label: 'Paarweiser Subject-Identifier',
    help: 'Verwendet für jeden Client ein anderes sub, damit mehrere Clients ihre Benutzer nicht abgleichen können.',
  },
  'oidc-sub-mapper': { label: 'Subject (sub)', help: 'Fügt den Claim sub hinzu.' },
  'oidc-usermodel-attribute-mapper': {
    label: 'Benutzerattribut',
    help: 'Fügt ein Attribut des Benutzers als Claim hinzu.',
  },
  'oidc-usermodel-client-role-mapper': {
    label: 'Client-Rollen des Benutzers',
    help: 'Fügt die Rollen des Benutzers in einem Client als Liste hinzu.',
  },
  'oidc-usermodel-property-mapper': {
    label: 'Benutzereigenschaft',
    help: 'Fügt eine Eigenschaft des Benutzers, zum Beispiel username oder email, als Claim hinzu.',
  },
  'oidc-usermodel-realm-role-mapper': {
    label: 'Realm-Rollen des Benutzers',
    help: 'Fügt die Realm-Rollen des Benutzers als Liste hinzu.',
  },
  'oidc-usersessionmodel-note-mapper': {
    label: 'Notiz der Benutzersitzung',
    help: 'Fügt eine Notiz der Sitzung als Claim hinzu.',
  },
};

const OTHER_TYPES: SettingTexts = {
  'saml-audience-mapper': { label: 'SAML-Audience', help: 'Fügt eine Audience zur Assertion hinzu.' },
  'saml-audience-resolve-mapper': {
    label: 'SAML-Audience aus Rollen',
    help: 'Fügt jeden Client, in dem der Benutzer eine Rolle hat, zur Audience hinzu.',
  },
  'saml-group-membership-mapper': {
    label: 'Gruppenliste',
    help: 'Fügt die Gruppen des Benutzers hinzu.',
  },
  'saml-hardcode-attribute-mapper': {
    label: 'Festes Attribut',
    help: 'Fügt für jeden Benutzer ein Attribut mit demselben Wert hinzu.',
  },
  'saml-hardcode-role-mapper': {
    label: 'Feste Rolle',
    help: 'Fügt eine Rolle zur Rollenliste jedes Benutzers hinzu.',
  },
  'saml-organization-membership-mapper': {
    label: 'Mitgliedschaft in Organisationen',
    help: 'Fügt die Aliasse der Organisationen des Benutzers als Attribut organization hinzu.',
  },
  'saml-role-list-mapper': {
    label: 'Rollenliste',
    help: 'Fügt die Realm- und Client-Rollen des Benutzers hinzu, ohne die Namen der Clients.',
  },
  'saml-role-name-mapper': {
    label: 'Rollennamen-Mapper',
    help: 'Benennt eine Rolle in der Rollenliste um.',
  },
  'saml-user-attribute-mapper': {
    label: 'Benutzerattribut',
    help: 'Fügt ein Attribut des Benutzers hinzu.',
  },
  'saml-user-attribute-nameid-mapper': {
    label: 'Benutzerattribut als Name-ID',
    help: 'Verwendet ein Attribut des Benutzers als Name-ID eines bestimmten Formats.',
  },
  'saml-user-property-mapper': {
    label: 'Benutzereigenschaft',
    help: 'Fügt eine Eigenschaft des Benutzers hinzu, zum Beispiel username oder email.',
  },
  'saml-user-session-note-mapper': {
    label: 'Notiz der Benutzersitzung',
    help: 'Fügt eine Notiz der Sitzung hinzu.',
  },
  'docker-v2-allow-all-mapper': {
    label: 'Alles erlauben',
    help: 'Gewährt den angeforderten Zugriff, sofern Rollen ihn nicht einschränken. Ohne diesen Mapper wird nichts gewährt.',
  },
};

export const MAPPER_TYPE: SettingTexts = { ...OIDC_TYPES, ...OTHER_TYPES };
