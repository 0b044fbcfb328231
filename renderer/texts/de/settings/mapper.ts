// The German texts of the settings of protocol mappers. A name after the type of a mapper is that of a setting with
// another meaning there.
import type { SettingTexts } from '../../setting-text.ts';

const ONE_ATTRIBUTE = 'Alle Werte in einem Attribut. Aus: ein Attribut für jeden Wert.';
const ATTRIBUTE_OF_VALUE = 'Das Benutzerattribut mit diesem Wert.';
const ROLE = 'Eine Realm-Rolle als name, eine Client-Rolle als clientId.name.';
const PREFIX = 'Wird jedem Rollennamen vorangestellt.';
const PROPERTY = {
  label: 'Eigenschaft',
  help: 'Name der Eigenschaft: username, email, firstName oder lastName.',
};
const ROLE_LIST = { label: 'Mehrwertig', help: 'Aus: ein einzelner Text, durch Leerzeichen getrennt.' };
const EXPECTED_NAME = {
  label: 'Name des SAML-Attributs',
  help: 'Der Name, den der Service-Provider erwartet.',
};

export const MAPPER: SettingTexts = {
  'id.token.claim': { label: 'Zum ID-Token hinzufügen', help: 'Nimmt den Claim in das ID-Token auf.' },
  'access.token.claim': {
    label: 'Zum Access-Token hinzufügen',
    help: 'Nimmt den Claim in das Access-Token auf.',
  },
  'introspection.token.claim': {
    label: 'Zur Token-Introspection hinzufügen',
    help: 'Nimmt den Claim in die Antwort der Introspection auf.',
  },
  'lightweight.claim': {
    label: 'Zum schlanken Access-Token hinzufügen',
    help: 'Für Clients, die schlanke Access-Token (lightweight) verwenden.',
  },
  'userinfo.token.claim': {
    label: 'Zu Userinfo hinzufügen',
    help: 'Nimmt den Claim in die Userinfo-Antwort auf.',
  },
  'user.attribute.formatted': { label: 'Formatierte Adresse', help: ATTRIBUTE_OF_VALUE },
  'user.attribute.street': { label: 'Straße', help: ATTRIBUTE_OF_VALUE },
  'user.attribute.locality': { label: 'Ort', help: ATTRIBUTE_OF_VALUE },
  'user.attribute.region': { label: 'Region', help: ATTRIBUTE_OF_VALUE },
  'user.attribute.postal_code': { label: 'Postleitzahl', help: ATTRIBUTE_OF_VALUE },
  'user.attribute.country': { label: 'Land', help: ATTRIBUTE_OF_VALUE },
  'included.client.audience': {
    label: 'Client als Audience',
    help: 'Client-ID. Hat Vorrang vor einer eigenen Audience.',
  },
  'included.custom.audience': {
    label: 'Eigene Audience',
    help: 'Wird verwendet, wenn kein Client angegeben ist.',
  },
  'claim.name': {
    label: 'Name des Claims',
    help: 'Ein Punkt erzeugt ein verschachteltes Objekt; \\. ist ein Punkt im Namen.',
  },
  'oidc-usermodel-client-role-mapper claim.name': {
    label: 'Name des Claims',
    help: `${['$', '{client_id}'].join('')} steht für die Client-ID. Ohne diesen Platzhalter teilen sich alle Clients einen Claim.`,
  },
  'full.path': { label: 'Vollständiger Gruppenpfad', help: 'Schreibt /staff/night statt night.' },
  'claim.value': { label: 'Wert des Claims', help: 'Der Wert des Claims.' },
  'jsonType.label': { label: 'JSON-Typ des Claims', help: 'Der JSON-Typ des Claims.' },
  role: { label: 'Rolle', help: ROLE },
  'new.role.name': { label: 'Neuer Rollenname', help: ROLE },
  sectorIdentifierUri: {
    label: 'Sector-Identifier-URI',
    help: 'Clients mit demselben Host in dieser URI haben dieselben Subjects.',
  },
  pairwiseSubAlgorithmSalt: { label: 'Salt', help: 'Ein anderer Salt ändert jedes Subject.' },
  'user.attribute': { label: 'Benutzerattribut', help: 'Name des Benutzerattributs.' },
  'oidc-usermodel-property-mapper user.attribute': PROPERTY,
  'saml-user-property-mapper user.attribute': PROPERTY,
  multivalued: { label: 'Mehrwertig', help: 'Alle Werte als Liste. Aus: nur der erste Wert.' },
  'oidc-usermodel-client-role-mapper multivalued': ROLE_LIST,
  'oidc-usermodel-realm-role-mapper multivalued': ROLE_LIST,
  'aggregate.attrs': {
    label: 'Attributwerte zusammenführen',
    help: 'Schließt die Werte der Gruppen des Benutzers ein.',
  },
  'usermodel.clientRoleMapping.clientId': {
    label: 'Client-ID',
    help: 'Lassen Sie das Feld leer, um alle Clients einzuschließen.',
  },
  'usermodel.clientRoleMapping.rolePrefix': { label: 'Präfix der Client-Rollen', help: PREFIX },
  'usermodel.realmRoleMapping.rolePrefix': { label: 'Präfix der Realm-Rollen', help: PREFIX },
  'user.session.note': { label: 'Notiz der Sitzung', help: 'Zum Beispiel AUTH_TIME oder clientAddress.' },
  note: { label: 'Notiz der Sitzung', help: 'AUTH_TIME oder clientAddress.' },
  'attribute.name': { label: 'Name des SAML-Attributs', help: 'Name des Attributs in der Assertion.' },
  'saml-user-attribute-mapper attribute.name': EXPECTED_NAME,
  'saml-user-property-mapper attribute.name': EXPECTED_NAME,
  'saml-user-session-note-mapper attribute.name': EXPECTED_NAME,
  'friendly.name': { label: 'Anzeigename (FriendlyName)', help: 'Ein lesbarer Name für das Attribut.' },
  'attribute.nameformat': {
    label: 'Namensformat des SAML-Attributs',
    help: 'Das Format des Attributnamens.',
  },
  single: { label: 'Ein Attribut für alle Gruppen', help: ONE_ATTRIBUTE },
  'saml-role-list-mapper single': { label: 'Ein Attribut für alle Rollen', help: ONE_ATTRIBUTE },
  'attribute.value': { label: 'Wert des Attributs', help: 'Der Wert des Attributs.' },
  'mapper.nameid.format': { label: 'Name-ID-Format', help: 'Das Format, für das der Mapper gilt.' },
};
