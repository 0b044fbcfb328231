// The German texts of the settings of protocol mappers. A setting that means something else in one type of mapper has
// a second text, with that type before it: `saml-role-list-mapper single`.
import type { SettingText, SettingTexts } from '../../setting-text.ts';

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
  'oidc-usermodel-client-role-mapper claim.name': {
    label: CLAIM_NAME,
    help: `${CLIENT_PLACEHOLDER} steht für die Client-ID. Ohne diesen Platzhalter haben alle Clients denselben Claim.`,
  },
  'claim.value': { label: 'Wert des Claims', help: 'Der Wert des Claims.' },
  'jsonType.label': { label: 'JSON-Typ des Claims', help: 'Der JSON-Typ des Claims.' },
  multivalued: { label: 'Mehrwertig', help: 'Alle Werte als Liste. Aus: nur der erste Wert.' },
  'oidc-organization-membership-mapper jsonType.label': {
    label: 'JSON-Typ des Claims',
    help: 'String: eine Liste von Aliassen. JSON: ein Objekt mit einem Eintrag für jeden Alias.',
  },
  'oidc-organization-membership-mapper multivalued': {
    label: 'Mehrwertig',
    help: 'Aus: nur der Alias der ersten Organisation.',
  },
  addOrganizationAttributes: {
    label: 'Attribute der Organisation hinzufügen',
    help: 'Fügt die Attribute jeder Organisation hinzu. Der Claim ist dann ein Objekt.',
  },
  addOrganizationId: {
    label: 'ID der Organisation hinzufügen',
    help: 'Fügt die ID jeder Organisation hinzu. Der Claim ist dann ein Objekt.',
  },
  sectorIdentifierUri: {
    label: 'Sector-Identifier-URI',
    help: 'Clients mit demselben Host in dieser URI haben dieselben Subjects.',
  },
  pairwiseSubAlgorithmSalt: { label: 'Salt', help: 'Ein anderer Salt ändert jedes Subject.' },
};

/** A list of roles, which may also be a single text. */
const ROLE_LIST: SettingText = {
  label: 'Mehrwertig',
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
  'oidc-usermodel-client-role-mapper multivalued': ROLE_LIST,
  'oidc-usermodel-realm-role-mapper multivalued': ROLE_LIST,
};

const PROPERTY: SettingText = {
  label: 'Eigenschaft',
  help: 'Name der Eigenschaft: username, email, firstName oder lastName.',
};

const USERS: SettingTexts = {
  'user.attribute': { label: 'Benutzerattribut', help: 'Name des Benutzerattributs.' },
  'oidc-usermodel-property-mapper user.attribute': PROPERTY,
  'saml-user-property-mapper user.attribute': PROPERTY,
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
  'saml-user-attribute-mapper attribute.name': EXPECTED_NAME,
  'saml-user-property-mapper attribute.name': EXPECTED_NAME,
  'saml-user-session-note-mapper attribute.name': EXPECTED_NAME,
  'attribute.value': { label: 'Wert des Attributs', help: 'Der Wert des Attributs.' },
  'friendly.name': { label: 'Anzeigename (FriendlyName)', help: 'Ein lesbarer Name für das Attribut.' },
  'attribute.nameformat': {
    label: 'NameFormat des SAML-Attributs',
    help: 'Das Format des Attributnamens.',
  },
  'saml-group-membership-mapper single': { label: 'Ein einziges Gruppenattribut', help: SINGLE },
  'saml-role-list-mapper single': { label: 'Ein einziges Rollenattribut', help: SINGLE },
  'mapper.nameid.format': { label: 'Name-ID-Format', help: 'Das Format, für das der Mapper gilt.' },
};

export const MAPPER: SettingTexts = {
  ...TARGETS,
  ...ADDRESS,
  ...CLAIMS,
  ...ROLES,
  ...USERS,
  ...SAML,
};
