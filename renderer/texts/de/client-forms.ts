// The German texts of the forms of clients.
import type { CLIENT_FORMS as ENGLISH } from '../en/client-forms.ts';
import type { Texts } from '../text-key.ts';

export const CLIENT_FORMS: Texts<typeof ENGLISH> = {
  'section.general': 'Allgemeine Einstellungen',
  'section.access': 'Zugriffseinstellungen',
  'section.consent': 'Einwilligung',
  'section.flows': 'Abläufe',
  'section.ciba': 'CIBA',
  'section.requests': 'Autorisierungsanfragen',
  'section.responses': 'Autorisierungsantworten',
  'section.stepUp': 'Step-up-Authentifizierung',
  'section.authentication': 'Client-Authentifizierung',
  'section.keys': 'Schlüssel des Clients',
  'section.keysSummary': 'Zum Prüfen der Signaturen des Clients und zum Verschlüsseln von Daten für ihn.',
  'section.boundTokens': 'Gebundene Token',
  'section.signatures': 'Signaturen',
  'section.encryption': 'Verschlüsselung',
  'section.encryptionSummary': 'Mit dem Schlüssel des Clients aus dem Reiter „Zugangsdaten“.',
  'section.lifespans': 'Gültigkeitsdauern',
  'section.contents': 'Inhalt',
  'section.signOut': 'Abmeldung',
  'section.notification': 'Benachrichtigung über beendete Sitzungen',
  'registry.serviceHelp': 'Die Einstellung auth.token.service der Registry.',
  'saml.entityId': 'Entity-ID',
  'saml.entityIdHelp': 'Der Issuer des Service-Providers und die Audience von Assertions.',
  'saml.redirectUrisHelp':
    'Erlaubte Werte von AssertionConsumerServiceURL. Ein * am Ende ist ein Platzhalter.',
  'saml.otherUrls': 'Weitere URLs',
  'saml.adminUrl': 'Master-SAML-Processing-URL',
  'saml.adminUrlHelp': 'Für jeden Consumer- und Abmeldedienst ohne eigene URL.',
  'saml.idpInitiated': 'IdP-initiiertes SSO',
  'saml.idpInitiatedSummary':
    'Ein Link, zum Beispiel in einem Portal, meldet Benutzer ohne Anfrage des Service-Providers an.',
  'saml.realmSignatures': 'Signaturen des Realms',
  'saml.clientSignatures': 'Signaturen des Clients',
  'saml.publishedKeys': 'Veröffentlichte Schlüssel',
  'saml.notificationSummary':
    'Ein Client ohne URL wird nicht benachrichtigt. Der Client, von dem die Abmeldung ausging, erhält dann den Status PartialLogout.',
  'saml.frontchannelHelp':
    'Ein: LogoutRequests werden über den Browser gesendet. Aus: Der Server sendet sie.',
  'saml.logoutResponses': 'Abmeldeantworten',
  'saml.logoutResponsesSummary':
    'Sie gehen an den Abmeldedienst desselben Bindings, sofern hier keine andere URL festgelegt ist. In Metadaten heißt sie ResponseLocation.',
  'saml.nameId': 'Name-ID',
  'saml.nameIdSummary': 'Identifiziert den Benutzer gegenüber dem Service-Provider.',
  'saml.assertion': 'Assertion',
  'saml.levelsHelp':
    'Authentifizierungsstufen nach AuthnContextClassRef, als JSON. Standard: die des Realms.',
  'saml.bindings': 'Bindings',
  'saml.browserSso': 'Webbrowser-SSO',
  'saml.browserSsoHelp': 'Aus: AuthnRequests werden abgelehnt.',
  'check.clientId': 'Geben Sie eine Client-ID ein. Die Anwendung sendet sie als client_id.',
  'check.entityId': 'Geben Sie die Entity-ID ein. Der Service-Provider sendet sie als Issuer.',
  'check.urlName':
    'Geben Sie ein einzelnes URL-Segment aus Buchstaben, Ziffern, Bindestrichen und Unterstrichen ein.',
  'check.keySetUrl': 'Geben Sie die URL des Schlüsselsatzes ein, zum Beispiel http://localhost:3000/jwks.',
  'check.encryptionCertificate':
    'Geben Sie das Verschlüsselungszertifikat des Clients ein oder erzeugen Sie unten ein Schlüsselpaar.',
  'check.metadataUrl': 'Geben Sie die URL ein, unter der die Anwendung ihre Metadaten veröffentlicht.',
};
