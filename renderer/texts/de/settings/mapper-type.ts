// The German names of the types of protocol mappers, and what each does.
import type { SettingTexts } from '../../setting-text.ts';

export const MAPPER_TYPE: SettingTexts = {
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
    help: 'Fügt aud eine Audience hinzu, damit eine API das Token akzeptiert.',
  },
  'oidc-audience-resolve-mapper': {
    label: 'Audience aus Rollen',
    help: 'Fügt aud jeden Client hinzu, in dem der Benutzer eine Rolle hat.',
  },
  'oidc-claims-param-token-mapper': {
    label: 'Angeforderte Claims',
    help: 'Fügt die Claims hinzu, die der Client mit dem Parameter claims anfordert.',
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
    label: 'Nonce wie in früheren Versionen',
    help: 'Fügt Access-Token den Claim nonce hinzu, wie Keycloak vor Version 24.',
  },
  'oidc-role-name-mapper': { label: 'Rollenname', help: 'Benennt eine Rolle in Token um.' },
  'oidc-session-state-mapper': {
    label: 'Sitzungszustand (session_state)',
    help: 'Fügt den Claim session_state hinzu, wie Keycloak vor Version 24.',
  },
  'oidc-sha256-pairwise-sub-mapper': {
    label: 'Paarweises Subject',
    help: 'Verwendet für jeden Client ein anderes sub, sodass Clients Benutzer nicht einander zuordnen können.',
  },
  'oidc-sub-mapper': { label: 'Subject (sub)', help: 'Fügt den Claim sub hinzu.' },
  'oidc-usermodel-attribute-mapper': {
    label: 'Benutzerattribut',
    help: 'Fügt ein Attribut des Benutzers als Claim hinzu.',
  },
  'oidc-usermodel-client-role-mapper': {
    label: 'Client-Rollen des Benutzers',
    help: 'Fügt die Rollen, die der Benutzer in einem Client hat, als Liste hinzu.',
  },
  'oidc-usermodel-property-mapper': {
    label: 'Benutzereigenschaft',
    help: 'Fügt eine Eigenschaft des Benutzers wie username oder email als Claim hinzu.',
  },
  'oidc-usermodel-realm-role-mapper': {
    label: 'Realm-Rollen des Benutzers',
    help: 'Fügt die Realm-Rollen des Benutzers als Liste hinzu.',
  },
  'oidc-usersessionmodel-note-mapper': {
    label: 'Notiz der Sitzung',
    help: 'Fügt eine Notiz der Sitzung als Claim hinzu.',
  },
  'saml-audience-mapper': {
    label: 'SAML-Audience',
    help: 'Fügt der Assertion eine Audience hinzu.',
  },
  'saml-audience-resolve-mapper': {
    label: 'SAML-Audience aus Rollen',
    help: 'Fügt der Audience jeden Client hinzu, in dem der Benutzer eine Rolle hat.',
  },
  'saml-group-membership-mapper': { label: 'Gruppenliste', help: 'Fügt die Gruppen des Benutzers hinzu.' },
  'saml-hardcode-attribute-mapper': {
    label: 'Festes Attribut',
    help: 'Fügt für jeden Benutzer ein Attribut mit demselben Wert hinzu.',
  },
  'saml-hardcode-role-mapper': {
    label: 'Feste Rolle',
    help: 'Fügt der Rollenliste jedes Benutzers eine Rolle hinzu.',
  },
  'saml-role-list-mapper': {
    label: 'Rollenliste',
    help: 'Fügt die Realm- und Client-Rollen des Benutzers ohne Client-Namen hinzu.',
  },
  'saml-role-name-mapper': { label: 'Rollenname', help: 'Benennt eine Rolle in der Rollenliste um.' },
  'saml-user-attribute-mapper': {
    label: 'Benutzerattribut',
    help: 'Fügt ein Attribut des Benutzers hinzu.',
  },
  'saml-user-attribute-nameid-mapper': {
    label: 'Benutzerattribut als Name-ID',
    help: 'Verwendet ein Attribut des Benutzers als Name-ID eines Formats.',
  },
  'saml-user-property-mapper': {
    label: 'Benutzereigenschaft',
    help: 'Fügt eine Eigenschaft des Benutzers wie username oder email hinzu.',
  },
  'saml-user-session-note-mapper': {
    label: 'Notiz der Sitzung',
    help: 'Fügt eine Notiz der Sitzung hinzu.',
  },
  'docker-v2-allow-all-mapper': {
    label: 'Alles erlauben',
    help: 'Gewährt den angeforderten Zugriff, soweit Rollen ihn nicht einschränken. Ohne diesen Mapper wird nichts gewährt.',
  },
};
