// The German texts of the screen Overview.
import type { OVERVIEW as ENGLISH } from '../en/overview.ts';
import type { Texts } from '../text-key.ts';

export const OVERVIEW: Texts<typeof ENGLISH> = {
  title: 'Übersicht',
  summary: 'Endpunkte, Demo-Benutzer, Ausprobieren',
  'welcome.master':
    'Willkommen bei Understudy. Der Realm master ist für Administratoren; Anwendungen verwenden einen anderen Realm.',
  'welcome.plain':
    'Willkommen bei Understudy. Probieren Sie eine Anmeldung beim Realm {{realm}} aus und verbinden Sie dann Ihre eigene Anwendung.',
  'welcome.named':
    'Willkommen bei Understudy. Probieren Sie eine Anmeldung beim Realm {{realm}} ({{name}}) aus und verbinden Sie dann Ihre eigene Anwendung.',
  'tryIt.title': 'Ausprobieren',
  'tryIt.summary': 'Beispielanwendungen, die Benutzer hier anmelden. Jede wird in Ihrem Browser geöffnet.',
  'account.title': 'Kontoverwaltung',
  'account.ready': 'Bereit',
  'account.off': 'Aus',
  'account.summary':
    'Die von Keycloak: Hier ändern Benutzer Profil und Passwort, melden sich von Geräten ab und widerrufen Einwilligungen.',
  'account.open': 'Öffnen',
  'account.address': 'Adresse der Kontoverwaltung',
  'account.noClient':
    'Dieser Realm hat keinen Client {{client}}. Erstellen Sie einen, um die Kontoverwaltung einzuschalten.',
  'account.disabled':
    'Der Client {{client}} ist deaktiviert. Um die Kontoverwaltung einzuschalten, aktivieren Sie den <link>Client</link>.',
  'registry.title': 'Container-Registry',
  'registry.ready': 'Bereit',
  'registry.off': 'Aus',
  'registry.summary':
    'Eine Registry, die Pull und Push mit diesem Realm autorisiert: Konfiguration, vertrauenswürdige Zertifikate und Befehle zum Ausprobieren.',
  'registry.offText':
    'Registry-Token sind ausgeschaltet. Um sie auszuprobieren, starten Sie den Server mit <code>--features=docker</code>.',
  'registry.setUp': '{{client}} einrichten',
  'users.title': 'Benutzer zum Anmelden',
  'users.summary': 'Die Anmeldeseite bietet für sie auch eine Anmeldung mit einem Klick an.',
  'users.list': 'Benutzer zum Anmelden',
  'users.none':
    'Es sind keine Benutzer aufgeführt. Alle <link>Benutzer</link> mit einem Passwort können sich anmelden. Damit sie hier erscheinen, setzen Sie das Realm-Attribut understudy.oneClickSignIn auf true.',
  'users.username': 'Benutzername',
  'users.usernameOf': 'Benutzername {{user}}',
  'users.password': 'Passwort',
  'users.passwordOf': 'Passwort von {{user}}',
  'users.unknown': 'unbekannt',
  'users.name': 'Name',
  'users.roles': 'Rollen',
  'addresses.title': 'Adressen',
  'addresses.summary':
    'Die meisten Bibliotheken für OpenID Connect benötigen nur den Issuer und ermitteln den Rest selbst.',
  'addresses.list': 'Adressen',
  'addresses.issuer': 'Issuer',
  'addresses.discovery': 'Discovery',
  'addresses.oidc': 'Endpunkte für OpenID Connect',
  'addresses.oidcList': 'Endpunkte für OpenID Connect',
  'addresses.saml': 'SAML 2.0',
  'endpoint.authorization': 'Autorisierung',
  'endpoint.token': 'Token',
  'endpoint.userinfo': 'Userinfo',
  'endpoint.keys': 'JWKS',
  'endpoint.introspection': 'Introspection',
  'endpoint.revocation': 'Widerruf',
  'endpoint.logout': 'Abmeldung',
  'endpoint.par': 'PAR',
  'endpoint.device': 'Device-Grant',
  'endpoint.ciba': 'CIBA',
  'endpoint.registration': 'Registrierung',
  'saml.summary':
    'Ein Service-Provider benötigt entweder die Metadaten oder die Adressen und das Zertifikat.',
  'saml.list': 'SAML-Adressen',
  'saml.entityId': 'Entity-ID',
  'saml.metadata': 'Metadaten',
  'saml.service': 'SSO, Abmeldung',
  'saml.artifacts': 'Artefakte',
  'saml.certificate': 'Zertifikat des Realms',
  'saml.certificateLabel': 'Zertifikat des Realms',
  'own.title': 'Ihre eigene Anwendung',
  'own.summary': 'Alles zum Kopieren, mit den Werten dieses Realms.',
  'own.client': 'Client',
  'own.none':
    'Dieser Realm hat keine Clients, mit denen sich Anwendungen anmelden können. <link>Erstellen Sie einen</link>, um hier seine Anleitungen zu sehen.',
};
