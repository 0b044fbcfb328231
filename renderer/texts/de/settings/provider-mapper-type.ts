// The German names of types of mappers of identity providers, and what each does.
import type { SettingText, SettingTexts } from '../../setting-text.ts';

const profile = (network: string): SettingText => ({
  label: 'Attribut-Importer',
  help: `Kopiert bei der ersten Anmeldung einen Wert des Profils bei ${network} in ein Attribut des Benutzers.`,
});

export const PROVIDER_MAPPER_TYPE: SettingTexts = {
  'hardcoded-user-session-attribute-idp-mapper': {
    label: 'Festes Sitzungsattribut',
    help: 'Setzt eine Notiz der Sitzung, für jeden Benutzer des Anbieters dieselbe.',
  },
  'oidc-hardcoded-role-idp-mapper': {
    label: 'Feste Rolle',
    help: 'Weist jedem Benutzer des Anbieters eine Rolle zu.',
  },
  'oidc-hardcoded-group-idp-mapper': {
    label: 'Feste Gruppe',
    help: 'Nimmt jeden Benutzer des Anbieters in eine Gruppe auf.',
  },
  'hardcoded-attribute-idp-mapper': {
    label: 'Festes Attribut',
    help: 'Setzt ein Attribut, für jeden Benutzer des Anbieters dasselbe.',
  },
  'oidc-role-idp-mapper': {
    label: 'Claim zu Rolle',
    help: 'Weist eine Rolle zu, wenn ein Claim einen bestimmten Wert hat.',
  },
  'oidc-advanced-role-idp-mapper': {
    label: 'Mehrere Claims zu Rolle',
    help: 'Weist eine Rolle zu, wenn alle Claims die angegebenen Werte haben.',
  },
  'oidc-advanced-group-idp-mapper': {
    label: 'Mehrere Claims zu Gruppe',
    help: 'Nimmt den Benutzer in eine Gruppe auf, wenn alle Claims die angegebenen Werte haben.',
  },
  'oidc-user-attribute-idp-mapper': {
    label: 'Attribut-Importer',
    help: 'Kopiert einen Claim in ein Attribut oder eine Eigenschaft des Benutzers.',
  },
  'oidc-user-session-note-idp-mapper': {
    label: 'Claims zu Sitzungsnotizen',
    help: 'Kopiert Claims in Notizen der Sitzung; mit einem Wert nur, wenn der Claim ihn hat.',
  },
  'oidc-username-idp-mapper': {
    label: 'Benutzername aus Vorlage',
    help: 'Bildet den Benutzernamen aus einer Vorlage.',
  },
  'keycloak-oidc-role-to-role-idp-mapper': {
    label: 'Externe Rolle zu Rolle',
    help: 'Weist eine Rolle zu, wenn das Access-Token des anderen Keycloak eine bestimmte Rolle enthält.',
  },
  'saml-role-idp-mapper': {
    label: 'SAML-Attribut zu Rolle',
    help: 'Weist eine Rolle zu, wenn ein Attribut der Assertion einen bestimmten Wert hat.',
  },
  'saml-advanced-role-idp-mapper': {
    label: 'Mehrere Attribute zu Rolle',
    help: 'Weist eine Rolle zu, wenn alle Attribute der Assertion die angegebenen Werte haben.',
  },
  'saml-advanced-group-idp-mapper': {
    label: 'Mehrere Attribute zu Gruppe',
    help: 'Nimmt den Benutzer in eine Gruppe auf, wenn alle Attribute der Assertion die angegebenen Werte haben.',
  },
  'saml-user-attribute-idp-mapper': {
    label: 'Attribut-Importer',
    help: 'Kopiert ein Attribut der Assertion in ein Attribut oder eine Eigenschaft des Benutzers.',
  },
  'saml-username-idp-mapper': {
    label: 'Benutzername aus Vorlage',
    help: 'Bildet den Benutzernamen aus einer Vorlage.',
  },
  'saml-xpath-attribute-idp-mapper': {
    label: 'XPath-Attribut-Importer',
    help: 'Kopiert einen Teil eines Attributs mit XML in ein Attribut des Benutzers. Understudy wendet ihn nicht an.',
  },
  'facebook-user-attribute-mapper': profile('Facebook'),
  'github-user-attribute-mapper': profile('GitHub'),
  'google-user-attribute-mapper': profile('Google'),
  'instagram-user-attribute-mapper': profile('Instagram'),
  'linkedin-user-attribute-mapper': profile('LinkedIn'),
  'microsoft-user-attribute-mapper': profile('Microsoft'),
  'openshift-v4-user-attribute-mapper': profile('Openshift v4'),
  'paypal-user-attribute-mapper': profile('PayPal'),
  'stackoverflow-user-attribute-mapper': profile('StackOverflow'),
};
