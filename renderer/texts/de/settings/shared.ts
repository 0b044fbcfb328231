// The German texts of the settings of client scopes, groups and roles.
import type { SettingTexts } from '../../setting-text.ts';

const DESCRIPTION: SettingTexts = {
  description: { label: 'Beschreibung', help: 'Wird in der Konsole angezeigt.' },
};

export const CLIENT_SCOPE: SettingTexts = {
  ...DESCRIPTION,
  name: { label: 'Name', help: 'Der Wert, den Anwendungen in scope anfordern.' },
  'include.in.token.scope': {
    label: 'In den Token-Scope aufnehmen',
    help: 'Der Claim scope von Access-Token enthält den Namen.',
  },
  'include.in.openid.provider.metadata': {
    label: 'In die Metadaten des OpenID-Providers aufnehmen',
    help: 'Das Discovery-Dokument enthält den Namen.',
  },
  'display.on.consent.screen': {
    label: 'Auf der Einwilligungsseite anzeigen',
    help: 'Für Clients, die eine Einwilligung erfordern.',
  },
  'consent.screen.text': {
    label: 'Text auf der Einwilligungsseite',
    help: 'Der Text für den Scope auf der Einwilligungsseite.',
    unset: 'der Name',
  },
};

export const GROUP: SettingTexts = {
  ...DESCRIPTION,
  name: { label: 'Name', help: 'Der Name der Gruppe.' },
  attributes: {
    label: 'Attribute',
    help: 'Attribute, die Mapper zu denen der Mitglieder hinzufügen können.',
  },
};

export const ROLE: SettingTexts = {
  ...DESCRIPTION,
  name: { label: 'Rollenname', help: 'Der Name der Rolle in Token und Assertions.' },
  attributes: {
    label: 'Attribute',
    help: 'Freie Attribute. Rollen für Container-Registrys werden durch sie beschrieben.',
  },
};
