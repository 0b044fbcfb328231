// The German texts of fixes: their labels, and what each change allows. `{name}` and `{value}` as in the table of fixes.
import type { SettingTexts } from '../../setting-text.ts';

export const FIX: SettingTexts = {
  'add-redirect-uri': {
    label: 'Redirect-URI hinzufügen',
    help: 'Der Client {name} darf seine Antworten unter {value} empfangen.',
  },
  'add-post-logout-redirect-uri': {
    label: 'Redirect-URI nach der Abmeldung hinzufügen',
    help: 'Browser dürfen nach der Abmeldung vom Client {name} zu {value} geleitet werden.',
  },
  'add-web-origin': {
    label: 'Web-Origin hinzufügen',
    help: 'Seiten von {value} dürfen die Endpunkte des Realms für den Client {name} aufrufen.',
  },
  'add-request-uri': {
    label: 'Request-URI hinzufügen',
    help: 'Understudy darf Request-Objekte des Clients {name} von {value} abrufen.',
  },
  'create-public-client': {
    label: 'Öffentlichen Client erstellen',
    help: 'Der Client {name} wird erstellt. Er hat kein Secret, wie bei Single-Page- und nativen Anwendungen.',
  },
  'create-confidential-client': {
    label: 'Vertraulichen Client erstellen',
    help: 'Der Client {name} wird erstellt. Er authentifiziert sich mit seinem Secret.',
  },
  'create-saml-client': {
    label: 'SAML-Client erstellen',
    help: 'Der Client {name} wird für SAML erstellt. Er muss seine Nachrichten nicht signieren.',
  },
  'enable-client': {
    label: 'Client aktivieren',
    help: 'Der Client {name} darf wieder verwendet werden.',
  },
  'allow-standard-flow': {
    label: 'Standardablauf erlauben',
    help: 'Der Client {name} darf Benutzer im Browser anmelden.',
  },
  'allow-implicit-flow': {
    label: 'Implicit-Ablauf erlauben',
    help: 'Der Client {name} darf Token vom Autorisierungsendpunkt empfangen.',
  },
  'allow-direct-access': {
    label: 'Direct Access Grants erlauben',
    help: 'Der Client {name} darf Benutzernamen und Passwörter gegen Token tauschen.',
  },
  'allow-service-account': {
    label: 'Dienstkonto erlauben',
    help: 'Der Client {name} darf eigene Token erhalten (client_credentials).',
  },
  'allow-device-grant': {
    label: 'Device-Grant erlauben',
    help: 'Der Client {name} darf Benutzer mit einem Code anmelden, den sie auf einem anderen Gerät eingeben.',
  },
  'allow-ciba': {
    label: 'CIBA erlauben',
    help: 'Der Client {name} darf Benutzer auf ihrem eigenen Gerät authentifizieren lassen.',
  },
  'allow-token-exchange': {
    label: 'Token-Exchange erlauben',
    help: 'Der Client {name} darf Access-Token gegen eigene tauschen.',
  },
  'allow-ecp': {
    label: 'ECP-Ablauf erlauben',
    help: 'Der Client {name} darf Benutzer per SOAP anmelden.',
  },
  'allow-unpushed-requests': {
    label: 'Anfragen ohne PAR erlauben',
    help: 'Der Client {name} darf seine Autorisierungsanfragen über den Browser senden.',
  },
  'allow-unsigned-messages': {
    label: 'Unsignierte Nachrichten annehmen',
    help: 'SAML-Nachrichten des Clients {name} werden ohne Signatur angenommen.',
  },
  'clear-pkce-method': {
    label: 'PKCE freistellen',
    help: 'Der Client {name} darf PKCE weglassen oder eine beliebige Methode verwenden.',
  },
  'clear-bearer-only': {
    label: 'Bearer-only deaktivieren',
    help: 'Der Client {name} darf Token nicht nur entgegennehmen, sondern auch anfordern.',
  },
  'clear-consent': {
    label: 'Einwilligung deaktivieren',
    help: 'Der Client {name} erhält seine Scopes ohne Einwilligung des Benutzers.',
  },
  'set-client-secret': {
    label: 'Client-Secret festlegen',
    help: 'Der Client {name} authentifiziert sich mit dem Secret, das Sie eingeben. Das bisherige wird ungültig.',
  },
  'create-user': {
    label: 'Benutzer erstellen',
    help: 'Der Benutzer {name} wird erstellt und kann sich mit dem Passwort anmelden, das Sie eingeben.',
  },
  'enable-user': {
    label: 'Benutzer aktivieren',
    help: 'Der Benutzer {name} kann sich wieder anmelden.',
  },
  'set-password': {
    label: 'Passwort festlegen',
    help: 'Der Benutzer {name} meldet sich mit dem Passwort an, das Sie eingeben. Das bisherige wird ungültig.',
  },
  'remove-required-action': {
    label: 'Erforderliche Aktion entfernen',
    help: 'Der Benutzer {name} kann sich ohne die Aktion {value} anmelden.',
  },
  'enable-realm': {
    label: 'Realm aktivieren',
    help: 'Der Realm {name} darf wieder verwendet werden.',
  },
  'allow-http': {
    label: 'HTTP ohne TLS erlauben',
    help: 'Der Realm {name} nimmt Anfragen ohne HTTPS an.',
  },
  'allow-login-by-email': {
    label: 'Anmeldung mit E-Mail-Adresse erlauben',
    help: 'Benutzer des Realms {name} können statt des Benutzernamens ihre E-Mail-Adresse eingeben.',
  },
  'allow-password-reset': {
    label: 'Zurücksetzen von Passwörtern erlauben',
    help: 'Benutzer des Realms {name} können vergessene Passwörter per E-Mail zurücksetzen.',
  },
  'allow-refresh-token-reuse': {
    label: 'Mehrfache Verwendung von Refresh-Token erlauben',
    help: 'Clients des Realms {name} dürfen ein Refresh-Token mehr als einmal verwenden.',
  },
  'raise-code-lifespan': {
    label: 'Gültigkeitsdauer von Autorisierungscodes erhöhen',
    help: 'Autorisierungscodes des Realms {name} sind länger gültig.',
  },
  'raise-login-lifespan': {
    label: 'Anmelde-Zeitlimit erhöhen',
    help: 'Benutzer des Realms {name} haben mehr Zeit für die Anmeldung.',
  },
  'raise-access-token-lifespan': {
    label: 'Gültigkeitsdauer von Access-Token erhöhen',
    help: 'Neue Access-Token des Realms {name} sind länger gültig.',
  },
  'raise-access-token-lifespan-of-client': {
    label: 'Gültigkeitsdauer von Access-Token erhöhen',
    help: 'Neue Access-Token des Clients {name} sind länger gültig.',
  },
  'raise-device-code-lifespan': {
    label: 'Gültigkeitsdauer von Gerätecodes erhöhen',
    help: 'Gerätecodes des Realms {name} sind länger gültig.',
  },
  'raise-device-code-lifespan-of-client': {
    label: 'Gültigkeitsdauer von Gerätecodes erhöhen',
    help: 'Gerätecodes des Clients {name} sind länger gültig.',
  },
  'raise-pushed-request-lifespan': {
    label: 'Gültigkeitsdauer von PAR-Anfragen erhöhen',
    help: 'Per PAR gesendete Anfragen des Realms {name} sind länger gültig.',
  },
  'raise-ciba-lifespan': {
    label: 'Gültigkeitsdauer von CIBA-Anfragen erhöhen',
    help: 'Benutzer des Realms {name} haben mehr Zeit, Anfragen zu beantworten.',
  },
  'raise-ciba-lifespan-of-client': {
    label: 'Gültigkeitsdauer von CIBA-Anfragen erhöhen',
    help: 'Benutzer haben mehr Zeit, Anfragen des Clients {name} zu beantworten.',
  },
};
