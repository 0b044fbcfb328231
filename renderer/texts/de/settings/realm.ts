// The German texts of the settings of realms.
import type { SettingTexts } from '../../setting-text.ts';

const GENERAL: SettingTexts = {
  realm: {
    label: 'Name des Realms',
    help: 'Teil jeder URL des Realms. Nach einer Änderung müssen die Clients angepasst werden.',
  },
  displayName: { label: 'Anzeigename', help: 'Name des Realms auf der Anmeldeseite.' },
  displayNameHtml: {
    label: 'HTML-Anzeigename',
    help: 'Name des Realms oben auf den Seiten für Benutzer, anstelle des Anzeigenamens. Markup, das Code ausführen könnte, wird entfernt.',
  },
  enabled: { label: 'Aktiviert', help: 'Ein deaktivierter Realm lehnt jede Anfrage ab.' },
  sslRequired: { label: 'HTTPS erforderlich', help: 'Für welche Anfragen HTTPS erforderlich ist.' },
};

const TOKENS: SettingTexts = {
  defaultSignatureAlgorithm: {
    label: 'Standard-Signaturalgorithmus',
    help: 'Für Clients, die keinen wählen. Der Realm braucht dafür einen aktiven Schlüssel.',
  },
  revokeRefreshToken: {
    label: 'Refresh-Token widerrufen',
    help: 'Ein Refresh-Token kann nur einmal verwendet werden. Wird ein altes erneut verwendet, endet die Sitzung des Clients.',
  },
  refreshTokenMaxReuse: {
    label: 'Maximale Wiederverwendung von Refresh-Token',
    help: 'Wie oft ein Refresh-Token erneut verwendet werden darf, bevor es als gestohlen gilt.',
  },
  accessTokenLifespan: {
    label: 'Gültigkeitsdauer von Access-Token',
    help: 'Wie lange ein Access-Token gültig ist. Clients können einen eigenen Wert festlegen.',
  },
  accessTokenLifespanForImplicitFlow: {
    label: 'Gültigkeitsdauer von Access-Token im Implicit-Ablauf',
    help: 'Diese Token können nicht erneuert werden und dürfen deshalb länger gültig sein.',
  },
};

const SESSIONS: SettingTexts = {
  ssoSessionIdleTimeout: {
    label: 'Leerlaufdauer der Sitzung',
    help: 'Eine Sitzung, die so lange nicht verwendet wird, läuft ab, ebenso ihre Refresh-Token.',
  },
  ssoSessionMaxLifespan: {
    label: 'Maximaldauer der Sitzung',
    help: 'Jede Sitzung läuft nach dieser Zeit ab.',
  },
  ssoSessionIdleTimeoutRememberMe: {
    label: 'Leerlaufdauer mit „Angemeldet bleiben“',
    help: 'Für Benutzer, die „Angemeldet bleiben“ gewählt haben.',
    unset: 'wie bei anderen Sitzungen',
  },
  ssoSessionMaxLifespanRememberMe: {
    label: 'Maximaldauer mit „Angemeldet bleiben“',
    help: 'Für Benutzer, die „Angemeldet bleiben“ gewählt haben.',
    unset: 'wie bei anderen Sitzungen',
  },
  clientSessionIdleTimeout: {
    label: 'Leerlaufdauer des Refresh-Tokens',
    help: 'Ein Refresh-Token, das so lange nicht verwendet wird, läuft ab.',
    unset: 'wie die Sitzung',
  },
  clientSessionMaxLifespan: {
    label: 'Maximaldauer des Refresh-Tokens',
    help: 'Refresh-Token laufen ab, wenn der Client seit dieser Zeit an der Sitzung beteiligt ist.',
    unset: 'wie die Sitzung',
  },
  offlineSessionIdleTimeout: {
    label: 'Leerlaufdauer der Offline-Sitzung',
    help: 'Eine Offline-Sitzung, die so lange nicht verwendet wird, läuft ab. Offline-Sitzungen entstehen mit dem Scope offline_access und bestehen weiter, wenn der Browser geschlossen wird.',
  },
  offlineSessionMaxLifespanEnabled: {
    label: 'Offline-Sitzungen befristen',
    help: 'Aus: Eine Offline-Sitzung, die verwendet wird, läuft nie ab.',
  },
  offlineSessionMaxLifespan: {
    label: 'Maximaldauer der Offline-Sitzung',
    help: 'Jede Offline-Sitzung läuft nach dieser Zeit ab.',
  },
  clientOfflineSessionIdleTimeout: {
    label: 'Leerlaufdauer des Offline-Tokens',
    help: 'Ein Offline-Token, das so lange nicht verwendet wird, läuft ab.',
    unset: 'wie die Offline-Sitzung',
  },
  clientOfflineSessionMaxLifespan: {
    label: 'Maximaldauer des Offline-Tokens',
    help: 'Jedes Offline-Token läuft nach dieser Zeit ab.',
    unset: 'wie die Offline-Sitzung',
  },
};

const CODES: SettingTexts = {
  accessCodeLifespan: {
    label: 'Gültigkeitsdauer des Autorisierungscodes',
    help: 'Wie viel Zeit ein Client hat, um den Code gegen Token einzutauschen.',
  },
  accessCodeLifespanUserAction: {
    label: 'Zeitlimit für Aktionen bei der Anmeldung',
    help: 'Wie viel Zeit ein Benutzer für eine Seite wie „Passwort ändern“ hat.',
  },
  actionTokenGeneratedByUserLifespan: {
    label: 'Gültigkeitsdauer von Links, die Benutzer anfordern',
    help: 'Wie lange ein Link gültig ist, den ein Benutzer anfordert, zum Beispiel bei vergessenem Passwort.',
  },
  actionTokenGeneratedByAdminLifespan: {
    label: 'Gültigkeitsdauer von Links, die Administratoren senden',
    help: 'Wie lange ein Link gültig ist, den ein Administrator sendet, ohne selbst eine Dauer festzulegen.',
  },
  accessCodeLifespanLogin: {
    label: 'Zeitlimit für die Anmeldung',
    help: 'Wie viel Zeit ein Benutzer für die Anmeldung hat, von der ersten Seite bis zur Rückkehr in die Anwendung.',
  },
  oauth2DeviceCodeLifespan: {
    label: 'Gültigkeitsdauer des Gerätecodes',
    help: 'Wie viel Zeit ein Benutzer hat, um einen Gerätecode einzugeben und zu bestätigen.',
  },
  oauth2DevicePollingInterval: {
    label: 'Abfrageintervall für Geräte',
    help: 'Wie lange ein Gerät zwischen zwei Abfragen wartet.',
  },
  parRequestUriLifespan: {
    label: 'Gültigkeitsdauer von Pushed Authorization Requests',
    help: 'Wie lange ein Pushed Authorization Request verwendet werden kann.',
  },
};

const SIGN_IN: SettingTexts = {
  loginTheme: {
    label: 'Theme für die Anmeldung',
    help: 'Das Aussehen der Anmeldeseiten: der Name eines Ordners im Themes-Ordner.',
    unset: 'das von Understudy',
  },
  rememberMe: {
    label: 'Angemeldet bleiben',
    help: 'Auf der Anmeldeseite können Benutzer wählen, auch nach dem Schließen des Browsers angemeldet zu bleiben.',
  },
  registrationAllowed: {
    label: 'Benutzerregistrierung',
    help: 'Die Anmeldeseite hat einen Link zu einer Seite, auf der man sich registrieren kann. Auch prompt=create zeigt diese Seite an.',
  },
  loginWithEmailAllowed: {
    label: 'Anmeldung mit E-Mail-Adresse',
    help: 'Benutzer können sich mit ihrer E-Mail-Adresse anmelden.',
  },
  duplicateEmailsAllowed: {
    label: 'Doppelte E-Mail-Adressen',
    help: 'Mehrere Benutzer können dieselbe Adresse haben. Nicht zusammen mit der Anmeldung mit E-Mail-Adresse möglich.',
  },
  registrationEmailAsUsername: {
    label: 'E-Mail-Adresse als Benutzername',
    help: 'Die E-Mail-Adresse ist der Benutzername.',
  },
  passwordPolicy: {
    label: 'Passwortrichtlinie',
    help: 'Regeln für neue Passwörter, durch „and“ verbunden.',
  },
  resetPasswordAllowed: {
    label: 'Passwort vergessen',
    help: 'Die Anmeldeseite hat einen Link für vergessene Passwörter. Der Benutzer erhält dann eine Nachricht mit einem Link.',
  },
  verifyEmail: {
    label: 'E-Mail-Adresse bestätigen',
    help: 'Benutzer mit unbestätigter E-Mail-Adresse müssen bei der Anmeldung einen Link öffnen, der an diese Adresse gesendet wird.',
  },
  editUsernameAllowed: {
    label: 'Benutzername änderbar',
    help: 'Benutzer können ihren Benutzernamen ändern.',
  },
  'acr.loa.map': {
    label: 'Zuordnung von ACR zu LoA',
    help: 'Authentifizierungsstufen nach acr-Wert, als JSON: {"silver":1,"gold":2}.',
  },
  'understudy.oneClickSignIn': {
    label: 'Anmeldung mit einem Klick',
    help: 'Die Anmeldeseite listet Benutzer auf. Ein Klick genügt, um sich als einer von ihnen anzumelden. Nur für Tests.',
  },
};

const OTP: SettingTexts = {
  otpPolicyType: {
    label: 'OTP-Typ',
    help: 'Wovon die Codes abhängen: von der Zeit (TOTP) oder von einem Zähler (HOTP).',
  },
  otpPolicyAlgorithm: {
    label: 'OTP-Hashalgorithmus',
    help: 'SHA-1 wird von jeder Authenticator-App unterstützt.',
  },
  otpPolicyInitialCounter: {
    label: 'Anfangswert des Zählers',
    help: 'Der Zählerstand, mit dem HOTP beginnt.',
  },
  otpPolicyDigits: { label: 'Anzahl der Ziffern', help: 'Wie viele Ziffern ein Code hat: 6 bis 8.' },
  otpPolicyLookAheadWindow: {
    label: 'Prüffenster',
    help: 'Wie viele Codes vor und nach dem aktuellen akzeptiert werden, falls Uhren oder Zähler abweichen.',
  },
  otpPolicyPeriod: { label: 'Gültigkeitsdauer eines Codes', help: 'Wie lange ein Code gültig ist.' },
  otpPolicyCodeReusable: {
    label: 'Wiederverwendbare Codes',
    help: 'Ein Code kann mehr als einmal verwendet werden.',
  },
};

const LOCKOUT: SettingTexts = {
  bruteForceProtected: {
    label: 'Brute-Force-Erkennung',
    help: 'Sperrt Benutzer nach zu vielen fehlgeschlagenen Anmeldungen.',
  },
  permanentLockout: {
    label: 'Dauerhafte Sperre',
    help: 'Eine Sperre besteht, bis ein Administrator den Benutzer entsperrt.',
  },
  bruteForceStrategy: {
    label: 'Strategie zur Verlängerung der Wartezeit',
    help: 'Wann die Wartezeit länger wird: mit jeder weiteren Serie von Fehlversuchen oder mit jedem weiteren Fehlversuch.',
  },
  failureFactor: {
    label: 'Maximale Anzahl von Fehlversuchen',
    help: 'Nach wie vielen fehlgeschlagenen Anmeldungen ein Benutzer gesperrt wird.',
  },
  waitIncrementSeconds: {
    label: 'Verlängerung der Wartezeit',
    help: 'Wie lange die erste Sperre dauert. Jede weitere dauert um dieselbe Zeit länger.',
  },
  maxFailureWaitSeconds: {
    label: 'Maximale Wartezeit',
    help: 'Wie lange eine Sperre höchstens dauert.',
  },
  maxDeltaTimeSeconds: {
    label: 'Zurücksetzen der Fehlversuche',
    help: 'Wie lange nach dem letzten Fehlversuch die Zählung wieder bei null beginnt.',
  },
  quickLoginCheckMilliSeconds: {
    label: 'Prüfung auf schnelle Anmeldungen',
    help: 'Zwei Fehlversuche innerhalb dieser Zeit gelten als automatisierter Angriff.',
  },
  minimumQuickLoginWaitSeconds: {
    label: 'Mindestwartezeit bei schnellen Anmeldungen',
    help: 'Wie lange ein Benutzer nach schnell aufeinanderfolgenden Fehlversuchen gesperrt wird.',
  },
  maxTemporaryLockouts: {
    label: 'Maximale Anzahl vorübergehender Sperren',
    help: 'Vorübergehende Sperren vor einer dauerhaften. 0: Schon die erste Sperre ist dauerhaft.',
  },
};

const EVENTS: SettingTexts = {
  eventsEnabled: {
    label: 'Ereignisse speichern',
    help: 'Speichert Benutzerereignisse, zum Beispiel Anmeldungen, Token-Anfragen und deren Fehler.',
  },
  eventsExpiration: {
    label: 'Aufbewahrungsdauer',
    help: 'Wie lange Benutzerereignisse aufbewahrt werden.',
    unset: 'unbegrenzt',
  },
  enabledEventTypes: {
    label: 'Ereignistypen',
    help: 'Welche Typen von Benutzerereignissen gespeichert werden. Ist das Feld leer, werden die Standardtypen von Keycloak gespeichert.',
    unset: 'Standardtypen von Keycloak',
  },
  adminEventsEnabled: {
    label: 'Admin-Ereignisse speichern',
    help: 'Speichert, was Administratoren in diesem Realm ändern.',
  },
  adminEventsDetailsEnabled: {
    label: 'Repräsentation speichern',
    help: 'Admin-Ereignisse enthalten die gesendeten Daten, ohne Secrets.',
  },
  adminEventsExpiration: {
    label: 'Aufbewahrungsdauer von Admin-Ereignissen',
    help: 'Wie lange Admin-Ereignisse aufbewahrt werden.',
    unset: 'unbegrenzt',
  },
};

const CIBA: SettingTexts = {
  cibaBackchannelTokenDeliveryMode: {
    label: 'Back-Channel-Übermittlung der Token',
    help: 'Poll: Der Client fragt den Token-Endpunkt ab, bis der Benutzer geantwortet hat.',
  },
  cibaExpiresIn: {
    label: 'Gültigkeitsdauer',
    help: 'Wie lange eine Anfrage auf die Antwort des Benutzers wartet. Clients können einen eigenen Wert festlegen.',
  },
  cibaInterval: {
    label: 'Intervall',
    help: 'Wie lange ein Client zwischen zwei Abfragen wartet. 0: keine Begrenzung.',
  },
  cibaAuthRequestedUserHint: {
    label: 'Hinweis auf den Benutzer',
    help: 'Wie eine Anfrage den Benutzer nennt: mit Benutzername oder E-Mail-Adresse.',
  },
};

export const REALM: SettingTexts = {
  ...GENERAL,
  ...TOKENS,
  ...SESSIONS,
  ...CODES,
  ...SIGN_IN,
  ...OTP,
  ...LOCKOUT,
  ...EVENTS,
  ...CIBA,
};
