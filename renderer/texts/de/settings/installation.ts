// The German titles of installation files, and what each is for.
import type { SettingTexts } from '../../setting-text.ts';

export const INSTALLATION: SettingTexts = {
  'keycloak-oidc-keycloak-json': {
    label: 'keycloak.json',
    help: 'Für die Adapter von Keycloak und keycloak-js.',
  },
  'saml-idp-descriptor': {
    label: 'IdP-Metadaten',
    help: 'Was der Service-Provider über diesen Realm wissen muss.',
  },
  'saml-sp-descriptor': {
    label: 'SP-Metadaten',
    help: 'Metadaten des Service-Providers aus den Einstellungen dieses Clients.',
  },
  'mod-auth-mellon': {
    label: 'mod_auth_mellon',
    help: 'Metadaten beider Seiten, Schlüssel und Zertifikat für das Apache-Modul, als ZIP-Datei.',
  },
  'keycloak-saml': { label: 'keycloak-saml.xml', help: 'Für die SAML-Adapter von Keycloak.' },
  'keycloak-saml-subsystem': {
    label: 'WildFly, XML',
    help: 'Der Teil der Konfiguration von WildFly oder JBoss EAP, der das Deployment betrifft.',
  },
  'keycloak-saml-subsystem-cli': {
    label: 'WildFly, CLI',
    help: 'Dasselbe als Befehle für jboss-cli.',
  },
  'docker-v2-registry-config-file': {
    label: 'Registry-Konfiguration',
    help: 'Der Teil der config.yml der Registry, durch den sie diesem Realm vertraut. Speichern Sie bundle.pem unter dem Pfad in rootcertbundle.',
  },
  'docker-v2-variable-override': {
    label: 'Variablen für docker run',
    help: 'Dasselbe als Variablen einer Registry in einem Container. Binden Sie bundle.pem unter dem Pfad in der letzten Variablen ein.',
  },
  'docker-v2-compose-yaml': {
    label: 'Compose-Ordner',
    help: 'Eine Registry für docker compose mit den Zertifikaten, denen sie vertraut, als ZIP-Datei.',
  },
};
