// The German texts of the settings of clients. See also `client-tokens.ts` and `saml-client.ts`.
import type { SettingTexts } from '../../setting-text.ts';
import { CLIENT_TOKENS } from './client-tokens.ts';
import { SAML_CLIENT } from './saml-client.ts';

const REALM_DEFAULT = 'Standard des Realms';

const GENERAL: SettingTexts = {
  clientId: { label: 'Client-ID', help: 'Die Anwendung sendet sie als client_id.' },
  name: { label: 'Name', help: 'Der Name des Clients auf den Seiten für Benutzer.' },
  description: { label: 'Beschreibung', help: 'Wird in der Konsole angezeigt.' },
  enabled: { label: 'Aktiviert', help: 'Ein deaktivierter Client wird überall abgelehnt.' },
  protocol: { label: 'Client-Typ', help: 'Das Protokoll des Clients.' },
  login_theme: {
    label: 'Theme für die Anmeldung',
    help: 'Das Aussehen der Anmeldeseiten für diesen Client: der Name eines Ordners im Themes-Ordner.',
    unset: 'das des Realms',
  },
};

const ACCESS: SettingTexts = {
  rootUrl: { label: 'Stamm-URL', help: 'Präfix für relative URLs.' },
  baseUrl: { label: 'Home-URL', help: 'Das Ziel von Links zurück zur Anwendung.' },
  redirectUris: {
    label: 'Gültige Redirect-URIs',
    help: 'Erlaubte Ziele von Weiterleitungen. Ein * am Ende ist ein Platzhalter.',
  },
  webOrigins: {
    label: 'Web-Origins',
    help: 'Origins, deren Skripte den Server aufrufen dürfen. + steht für die Origins der Redirect-URIs.',
  },
};

const AUTHENTICATION: SettingTexts = {
  publicClient: {
    label: 'Öffentlicher Client',
    help: 'Für Browseranwendungen und native Anwendungen, die kein Secret geheim halten können.',
  },
  bearerOnly: {
    label: 'Bearer-only',
    help: 'Ein Dienst, der nur Token prüft und nie Benutzer anmeldet.',
  },
  secret: { label: 'Client-Secret', help: 'Das Secret eines vertraulichen Clients.' },
  clientAuthenticatorType: {
    label: 'Authentifizierung des Clients',
    help: 'Wie sich der Client authentifiziert.',
  },
  'token.endpoint.auth.signing.alg': {
    label: 'Signaturalgorithmus',
    help: 'Die Signatur von Client-Assertions.',
    unset: 'jeder, der zum Schlüssel passt',
  },
  'token.endpoint.auth.signing.max.exp': {
    label: 'Maximale Gültigkeitsdauer',
    help: 'Wie lange eine Client-Assertion gültig sein darf.',
    unset: '1 Minute',
  },
  'x509.subjectdn': {
    label: 'Subject-DN',
    help: 'Der Distinguished Name im Zertifikat des Clients oder ein Muster dafür.',
  },
  'x509.allow.regex.pattern.comparison': {
    label: 'Vergleich mit regulärem Ausdruck erlauben',
    help: 'Subject-DN ist ein regulärer Ausdruck.',
  },
  'dpop.bound.access.tokens': {
    label: 'DPoP-gebundene Token erforderlich',
    help: 'Token sind nur zusammen mit einem Nachweis gültig, der mit dem Schlüssel des Clients signiert ist.',
  },
  'tls.client.certificate.bound.access.tokens': {
    label: 'Zertifikatsgebundene Access-Token',
    help: 'Token sind nur über TLS mit dem Zertifikat des Clients gültig. Erfordert HTTPS.',
  },
};

const KEYS: SettingTexts = {
  'use.jwks.url': {
    label: 'JWKS-URL verwenden',
    help: 'Der Server ruft die Schlüssel des Clients ab und lädt sie neu, wenn ein Schlüssel unbekannt ist.',
  },
  'jwks.url': { label: 'JWKS-URL', help: 'Von dort werden die Schlüssel des Clients abgerufen.' },
  'use.jwks.string': { label: 'JWKS verwenden', help: 'Die Schlüssel des Clients sind hier eingetragen.' },
  'jwks.string': { label: 'JWKS', help: 'Die Schlüssel des Clients als JSON Web Key Set.' },
  'jwt.credential.certificate': { label: 'Zertifikat', help: 'PEM oder Base64-codiertes DER.' },
};

const FLOWS: SettingTexts = {
  standardFlowEnabled: {
    label: 'Standardablauf',
    help: 'Authorization-Code-Ablauf, für Web-, Browser- und native Anwendungen.',
  },
  implicitFlowEnabled: {
    label: 'Implicit-Ablauf',
    help: 'Gibt Token mit der Weiterleitung zurück. Aktiviert auch den Hybrid-Ablauf. Für ältere Anwendungen.',
  },
  directAccessGrantsEnabled: {
    label: 'Direct Access Grants',
    help: 'Password-Grant: Die Anwendung fragt selbst nach Benutzername und Passwort.',
  },
  serviceAccountsEnabled: {
    label: 'Rollen des Dienstkontos',
    help: 'Client-Credentials-Grant: Token für den Client selbst, das heißt für sein Dienstkonto.',
  },
  'standard.token.exchange.enabled': {
    label: 'Standard-Token-Exchange',
    help: 'Tauscht ein Access-Token gegen eines mit anderer Audience.',
  },
  'standard.token.exchange.enableRefreshRequestedTokenType': {
    label: 'Refresh-Token beim Token-Exchange',
    help: 'Ob der Token-Exchange Refresh-Token ausstellen darf.',
  },
  'oauth2.device.authorization.grant.enabled': {
    label: 'OAuth 2.0 Device Authorization Grant',
    help: 'Für Geräte ohne Browser: Der Benutzer bestätigt auf einem anderen Gerät.',
  },
  'oauth2.device.code.lifespan': {
    label: 'Gültigkeitsdauer des Gerätecodes',
    help: 'Wie lange ein Gerätecode gültig ist.',
    unset: REALM_DEFAULT,
  },
  'oauth2.device.polling.interval': {
    label: 'Abfrageintervall für Geräte',
    help: 'Wie lange ein Gerät zwischen zwei Abfragen wartet.',
    unset: REALM_DEFAULT,
  },
};

const CIBA: SettingTexts = {
  'oidc.ciba.grant.enabled': {
    label: 'OIDC CIBA Grant',
    help: 'Der Client nennt einen Benutzer, der auf dem Authentifizierungsgerät bestätigt.',
  },
  'ciba.backchannel.token.delivery.mode': {
    label: 'Back-Channel-Übermittlung der Token',
    help: 'Wie der Client die Token erhält.',
    unset: REALM_DEFAULT,
  },
  'ciba.backchannel.auth.request.signing.alg': {
    label: 'Signaturalgorithmus von Authentifizierungsanfragen',
    help: 'Für signierte Authentifizierungsanfragen.',
    unset: 'beliebig',
  },
  'ciba.expires.in': {
    label: 'Gültigkeitsdauer',
    help: 'Wie lange eine Anfrage auf die Antwort des Benutzers wartet.',
    unset: REALM_DEFAULT,
  },
  'ciba.interval': {
    label: 'Intervall',
    help: 'Wie lange der Client zwischen zwei Abfragen wartet. 0: keine Begrenzung.',
    unset: REALM_DEFAULT,
  },
};

const CONSENT: SettingTexts = {
  consentRequired: {
    label: 'Einwilligung erforderlich',
    help: 'Benutzer werden einmal gefragt, worauf der Client zugreifen darf.',
  },
  'display.on.consent.screen': {
    label: 'Client auf der Einwilligungsseite anzeigen',
    help: 'Die Einwilligungsseite führt neben den Scopes auch den Client selbst auf.',
  },
  'consent.screen.text': {
    label: 'Text auf der Einwilligungsseite',
    help: 'Der Text für den Client auf der Einwilligungsseite.',
  },
};

const LEVELS: SettingTexts = {
  'default.acr.values': {
    label: 'Standard-ACR-Werte',
    help: 'Authentifizierungsstufen, die erforderlich sind, wenn die Anfrage keine nennt.',
  },
  'minimum.acr.value': {
    label: 'Minimaler ACR-Wert',
    help: 'Die niedrigste Authentifizierungsstufe, die der Client akzeptiert.',
  },
  'acr.loa.map': {
    label: 'Zuordnung von ACR zu LoA',
    help: 'Authentifizierungsstufen nach acr-Wert, als JSON: {"silver":1,"gold":2}.',
    unset: REALM_DEFAULT,
  },
};

const LOGOUT: SettingTexts = {
  adminUrl: {
    label: 'Admin-URL',
    help: 'Ältere Adapter: wird für Sitzungen mit client_session_state aufgerufen, wenn keine Back-Channel-Abmelde-URL festgelegt ist.',
  },
  frontchannelLogout: {
    label: 'Front-Channel-Abmeldung',
    help: 'Ein: Die Abmeldeseite ruft den Client in einem Frame auf. Aus: Der Server ruft den Client auf.',
  },
  'post.logout.redirect.uris': {
    label: 'Gültige Redirect-URIs nach der Abmeldung',
    help: 'Erlaubte Ziele von Weiterleitungen nach der Abmeldung. + erlaubt die Redirect-URIs, - erlaubt keine.',
  },
  'logout.confirmation.enabled': {
    label: 'Bestätigung der Abmeldung',
    help: 'Zeigt eine Seite mit einem Link zur Anwendung an, statt sofort weiterzuleiten.',
  },
  'frontchannel.logout.url': {
    label: 'Front-Channel-Abmelde-URL',
    help: 'Die Seite, die von der Abmeldeseite in einem Frame geladen wird.',
  },
  'frontchannel.logout.session.required': {
    label: 'Sitzung bei Front-Channel-Abmeldung erforderlich',
    help: 'Sendet iss und sid, an denen die beendete Sitzung erkannt wird.',
  },
  'backchannel.logout.url': {
    label: 'Back-Channel-Abmelde-URL',
    help: 'Der Server sendet ein Logout-Token per POST an diese URL.',
  },
  'backchannel.logout.session.required': {
    label: 'Sitzung bei Back-Channel-Abmeldung erforderlich',
    help: 'Sendet sid, woran die beendete Sitzung erkannt wird.',
  },
  'backchannel.logout.revoke.offline.tokens': {
    label: 'Offline-Sitzungen widerrufen',
    help: 'Widerruft auch Offline-Token.',
  },
};

export const CLIENT: SettingTexts = {
  ...GENERAL,
  ...ACCESS,
  ...AUTHENTICATION,
  ...KEYS,
  ...FLOWS,
  ...CIBA,
  ...CONSENT,
  ...LEVELS,
  ...LOGOUT,
  ...CLIENT_TOKENS,
  ...SAML_CLIENT,
};
