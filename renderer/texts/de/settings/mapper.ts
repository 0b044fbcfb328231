// The German names of protocol mappers and the texts of their settings. A setting that means something else in one
// mapper has a second text, with the type of that mapper before it: `saml-role-list-mapper:single`.
import type { SettingText, SettingTexts } from '../../setting-text.ts';

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
    help: 'Fügt in den Token jedes Benutzers eine Rolle hinzu.',
  },
  'oidc-nonce-backwards-compatible-mapper': {
    label: 'Abwärtskompatible Nonce',
    help: 'Fügt den Claim nonce in Access-Token hinzu, wie Keycloak vor Version 24.',
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
    label: 'Benutzerattribut als NameID',
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

const TARGETS: SettingTexts = {
  'id.token.claim': { label: 'Zum ID-Token hinzufügen', help: 'Fügt den Claim zum ID-Token hinzu.' },
  'access.token.claim': {
    label: 'Zum Access-Token hinzufügen',
    help: 'Fügt den Claim zum Access-Token hinzu.',
  },
  'introspection.token.claim': {
    label: 'Zur Token-Introspection hinzufügen',
    help: 'Fügt den Claim zur Introspection-Antwort hinzu.',
  },
  'lightweight.claim': {
    label: 'Zum schlanken Access-Token hinzufügen',
    help: 'Für Clients, die schlanke Access-Token verwenden.',
  },
  'userinfo.token.claim': {
    label: 'Zu Userinfo hinzufügen',
    help: 'Fügt den Claim zur Userinfo-Antwort hinzu.',
  },
};

const addressPart = (label: string): SettingText => ({
  label,
  help: 'Das Benutzerattribut mit diesem Wert.',
});

const ADDRESS: SettingTexts = {
  'user.attribute.formatted': addressPart('Formatierte Adresse'),
  'user.attribute.street': addressPart('Straße'),
  'user.attribute.locality': addressPart('Ort'),
  'user.attribute.region': addressPart('Region'),
  'user.attribute.postal_code': addressPart('Postleitzahl'),
  'user.attribute.country': addressPart('Land'),
};

const CLAIM_NAME = 'Name des Claims im Token';
/** Stands for the client ID in the name of a claim. */
const CLIENT_PLACEHOLDER = ['$', '{client_id}'].join('');

const CLAIMS: SettingTexts = {
  'claim.name': {
    label: CLAIM_NAME,
    help: 'Ein Punkt erzeugt ein verschachteltes Objekt; \\. steht für einen Punkt.',
  },
  'oidc-usermodel-client-role-mapper:claim.name': {
    label: CLAIM_NAME,
    help: `${CLIENT_PLACEHOLDER} steht für die Client-ID. Ohne diesen Platzhalter haben alle Clients denselben Claim.`,
  },
  'claim.value': { label: 'Wert des Claims', help: 'Der Wert des Claims.' },
  'jsonType.label': { label: 'JSON-Typ des Claims', help: 'Der JSON-Typ des Claims.' },
  multivalued: { label: 'Mehrere Werte', help: 'Alle Werte als Liste. Aus: nur der erste Wert.' },
  sectorIdentifierUri: {
    label: 'Sector-Identifier-URI',
    help: 'Clients mit demselben Host in dieser URI haben dieselben Subjects.',
  },
  pairwiseSubAlgorithmSalt: { label: 'Salt', help: 'Ein anderer Salt ändert jedes Subject.' },
};

/** A list of roles, which may also be a single text. */
const ROLE_LIST: SettingText = {
  label: 'Mehrere Werte',
  help: 'Aus: ein einzelner Text, durch Leerzeichen getrennt.',
};
const ROLE_HELP = 'Eine Realm-Rolle als name, eine Client-Rolle als clientId.name.';

const ROLES: SettingTexts = {
  role: { label: 'Rolle', help: ROLE_HELP },
  'new.role.name': { label: 'Neuer Rollenname', help: ROLE_HELP },
  'usermodel.clientRoleMapping.clientId': { label: 'Client-ID', help: 'Leer: alle Clients.' },
  'usermodel.clientRoleMapping.rolePrefix': {
    label: 'Präfix für Client-Rollen',
    help: 'Steht vor jedem Rollennamen.',
  },
  'usermodel.realmRoleMapping.rolePrefix': {
    label: 'Präfix für Realm-Rollen',
    help: 'Steht vor jedem Rollennamen.',
  },
  'oidc-usermodel-client-role-mapper:multivalued': ROLE_LIST,
  'oidc-usermodel-realm-role-mapper:multivalued': ROLE_LIST,
};

const PROPERTY: SettingText = {
  label: 'Eigenschaft',
  help: 'Name der Eigenschaft: username, email, firstName oder lastName.',
};

const USERS: SettingTexts = {
  'user.attribute': { label: 'Benutzerattribut', help: 'Name des Benutzerattributs.' },
  'oidc-usermodel-property-mapper:user.attribute': PROPERTY,
  'saml-user-property-mapper:user.attribute': PROPERTY,
  'aggregate.attrs': {
    label: 'Attributwerte zusammenfassen',
    help: 'Schließt Werte der Gruppen des Benutzers ein.',
  },
  'full.path': {
    label: 'Vollständiger Gruppenpfad',
    help: 'Schreibt /staff/night statt night.',
  },
  'user.session.note': {
    label: 'Notiz der Benutzersitzung',
    help: 'Zum Beispiel AUTH_TIME oder clientAddress.',
  },
  note: { label: 'Notiz der Benutzersitzung', help: 'AUTH_TIME oder clientAddress.' },
};

const SAML_NAME = 'Name des SAML-Attributs';
const EXPECTED_NAME: SettingText = { label: SAML_NAME, help: 'Der Name, den der Service-Provider erwartet.' };
const SINGLE = 'Alle Werte in einem Attribut. Aus: ein Attribut für jeden Wert.';

const SAML: SettingTexts = {
  'included.client.audience': {
    label: 'Enthaltene Client-Audience',
    help: 'Client-ID. Hat Vorrang vor einer eigenen Audience.',
  },
  'included.custom.audience': {
    label: 'Enthaltene eigene Audience',
    help: 'Wird verwendet, wenn kein Client festgelegt ist.',
  },
  'attribute.name': { label: SAML_NAME, help: 'Name des Attributs in der Assertion.' },
  'saml-user-attribute-mapper:attribute.name': EXPECTED_NAME,
  'saml-user-property-mapper:attribute.name': EXPECTED_NAME,
  'saml-user-session-note-mapper:attribute.name': EXPECTED_NAME,
  'attribute.value': { label: 'Wert des Attributs', help: 'Der Wert des Attributs.' },
  'friendly.name': { label: 'Anzeigename (FriendlyName)', help: 'Ein lesbarer Name für das Attribut.' },
  'attribute.nameformat': {
    label: 'NameFormat des SAML-Attributs',
    help: 'Das Format des Attributnamens.',
  },
  'saml-group-membership-mapper:single': { label: 'Ein einziges Gruppenattribut', help: SINGLE },
  'saml-role-list-mapper:single': { label: 'Ein einziges Rollenattribut', help: SINGLE },
  'mapper.nameid.format': { label: 'Name-ID-Format', help: 'Das Format, für das der Mapper gilt.' },
};

export const MAPPER: SettingTexts = {
  ...OIDC_TYPES,
  ...OTHER_TYPES,
  ...TARGETS,
  ...ADDRESS,
  ...CLAIMS,
  ...ROLES,
  ...USERS,
  ...SAML,
};
