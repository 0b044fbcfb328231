// The German texts of the server's options.
import type { OptionTables } from '../option-text.ts';
import { LOG_OPTIONS } from './log-options.ts';

export const OPTION_TABLES: OptionTables = {
  options: {
    'http-host': {
      help: 'Adresse, auf der der Server Verbindungen annimmt. Können andere Rechner ihn erreichen, startet er nur, wenn kein Administrator das Standardpasswort hat.',
    },
    'http-port': {
      help: 'Port, auf dem der Server Verbindungen annimmt. 0 wählt einen freien Port, den die Protokollzeile „Listening on“ nennt.',
    },
    hostname: {
      help: 'Basis-URL des Issuers und aller URLs, an die Browser geleitet werden; die URL enthält den Pfad, falls es einen gibt. Bei einem bloßen Hostnamen sind Schema und Port die der Anfrage. Ist nichts gesetzt, gilt der Header Host der Anfrage.',
    },
    'hostname-admin': {
      help: 'Basis-URL der Konsole, wenn sie unter einem anderen Namen als hostname aufgerufen wird.',
    },
    'hostname-strict': {
      help: 'Ob Anfragen mit unbekanntem Namen im Header Host abgelehnt werden, zum Schutz vor DNS-Rebinding. Mit false wird jeder Name akzeptiert.',
    },
    'hostname-backchannel-dynamic': {
      help: 'Mit hostname: Die URLs von Endpunkten für Server folgen der Adresse der Anfrage, damit ein Issuer sowohl aus einem Container als auch vom Host aus funktioniert.',
    },
    'http-enabled': {
      help: 'Ob HTTP angeboten wird. Mit false gibt es nur HTTPS; unverschlüsseltes HTTP steht dann nur dem Server selbst zur Verfügung, auf einem freien Port der Loopback-Schnittstelle.',
    },
    'http-relative-path': { help: 'Pfad, unter dem alles erreichbar ist.' },
    'proxy-headers': {
      help: 'Header eines Reverse-Proxys, die die URL und die Adresse des Aufrufers enthalten. Ist nichts gesetzt, werden diese Header ignoriert.',
      choices: {
        forwarded: 'Forwarded, RFC 7239.',
        xforwarded: 'X-Forwarded-For, -Proto, -Host, -Port und -Prefix.',
      },
    },
    'proxy-trusted-addresses': {
      help: 'Mit proxy-headers: durch Kommas getrennte IP-Adressen und Netze von Proxys. Die Header anderer Aufrufer werden ignoriert. Ist nichts gesetzt, wird jedem Aufrufer vertraut.',
    },
    'https-port': {
      help: 'Port für HTTPS, zusätzlich zu HTTP. 0 wählt einen freien Port. Ist nichts gesetzt, ist HTTPS aus, es sei denn, ein Zertifikat ist gesetzt; dann gilt 8443.',
    },
    'https-certificate-file': {
      help: 'Serverzertifikat als PEM, gefolgt von seinen Zwischenzertifikaten. Ist nichts gesetzt, erzeugt der Server eines für localhost im Datenverzeichnis (docs/https.md).',
    },
    'https-certificate-key-file': { help: 'Privater Schlüssel des Zertifikats als PEM.' },
    'https-certificate-key-file-password': { help: 'Passwort des privaten Schlüssels, falls er eines hat.' },
    'https-key-store-file': {
      help: 'Statt PEM-Dateien: ein PKCS-#12-Keystore mit dem Zertifikat und seinem Schlüssel. Ist nichts gesetzt, gilt die Datei server.keystore neben der Konfigurationsdatei, falls sie vorhanden ist.',
    },
    'https-key-store-password': {
      help: 'Passwort des Keystores. Ist nichts gesetzt, gilt wie in Keycloak „password“.',
    },
    'https-client-auth': {
      help: 'Ob von HTTPS-Clients ein Zertifikat verlangt wird: request, required oder none. Mit request ist das Zertifikat optional; mit none fragen Browser nicht danach.',
      choices: {
        request: 'Fordert ein Client-Zertifikat an, das optional ist.',
        required:
          'Lehnt Verbindungen ohne ein Zertifikat ab, das eine Zertifizierungsstelle aus https-trust-store-file ausgestellt hat.',
        none: 'Fordert kein Client-Zertifikat an.',
      },
    },
    'https-trust-store-file': {
      help: 'CA-Zertifikate als PEM. Zertifikate von Clients mit x509.subjectdn müssen von einer dieser Stellen ausgestellt sein.',
    },
    'health-enabled': {
      help: 'Ob die Management-Schnittstelle /health anbietet. Der Hauptport bietet es in jedem Fall an (docs/observability.md).',
    },
    'metrics-enabled': {
      help: 'Ob Anfragen, Anmeldungen und Sitzungen gezählt werden und die Management-Schnittstelle /metrics für Prometheus anbietet.',
    },
    'http-management-port': {
      help: 'Port der Management-Schnittstelle. Sie ist nur mit health-enabled oder metrics-enabled offen. 0 wählt einen freien Port.',
    },
    'http-management-host': {
      help: 'Adresse, auf der die Management-Schnittstelle Verbindungen annimmt. Ist nichts gesetzt, gilt die von http-host.',
    },
    'http-management-relative-path': {
      help: 'Pfad, unter dem die Management-Schnittstelle /health und /metrics anbietet. Ist nichts gesetzt, gilt der Pfad aus http-relative-path.',
    },
    'http-management-scheme': {
      help: 'Protokoll der Management-Schnittstelle: inherited (HTTPS, wenn für den Hauptserver ein Zertifikat oder ein Keystore konfiguriert ist, sonst HTTP) oder http.',
      choices: {
        inherited:
          'HTTPS, wenn für den Hauptserver ein Zertifikat oder ein Keystore konfiguriert ist, sonst HTTP.',
        http: 'In jedem Fall HTTP.',
      },
    },
    'http-management-health-enabled': {
      help: 'Mit health-enabled: ob die Management-Schnittstelle /health anbietet. Mit false bietet es nur der Hauptport an.',
    },
    'https-management-certificate-file': {
      help: 'Zertifikat der Management-Schnittstelle als PEM, falls es von dem des Hauptservers abweicht. Es schaltet dort HTTPS ein, außer wenn http-management-scheme auf http gesetzt ist.',
    },
    'https-management-certificate-key-file': {
      help: 'Privater Schlüssel dieses Zertifikats als PEM, ohne Passwort.',
    },
    'legacy-observability-interface': {
      help: 'Ob /metrics wie vor Keycloak 25 auf dem Hauptport liegt. Die Management-Schnittstelle bleibt geschlossen.',
    },
    'http-metrics-histograms-enabled': {
      help: 'Mit metrics-enabled: ob die Dauer von Anfragen in Intervallen von 5 ms bis 10 s gezählt wird.',
    },
    'http-metrics-slos': {
      help: 'Mit metrics-enabled: durch Kommas getrennte Dauern in Millisekunden, die weitere Intervallgrenzen sind.',
    },
    'event-metrics-user-enabled': {
      help: 'Mit metrics-enabled: ob Benutzerereignisse wie login und refresh_token in keycloak_user_events_total gezählt werden.',
    },
    'event-metrics-user-tags': {
      help: 'Durch Kommas getrennte Labels von keycloak_user_events_total neben event und error: realm, idp, clientId.',
      choices: {
        realm: 'Name des Realms.',
        idp: 'Alias des Identity-Providers; immer leer, weil es keine gibt.',
        clientId: 'Client-ID; das Label heißt client_id.',
      },
    },
    'bootstrap-admin-username': {
      help: 'Benutzername des ersten Administrators, der im Realm master eines neuen Datenverzeichnisses erstellt wird.',
    },
    'bootstrap-admin-password': {
      help: 'Passwort des ersten Administrators; ist nichts gesetzt, „admin“, aber nur auf einer Loopback-Adresse. In einem Container-Image wird ohne Passwort kein Administrator erstellt. Auf jeder anderen Adresse ersetzt es auch das Standardpasswort vorhandener Administratoren; andere Passwörter bleiben unverändert.',
    },
    'bootstrap-admin-client-id': {
      help: 'Client-ID des Dienstkontos mit der Rolle admin, das im Realm master eines neuen Datenverzeichnisses erstellt wird, wenn es ein Secret hat.',
    },
    'bootstrap-admin-client-secret': {
      help: 'Client-Secret dieses Dienstkontos. Ist nichts gesetzt, gibt es kein solches Konto.',
    },
    'data-dir': {
      help: 'Ordner für Realms, Schlüssel, Sitzungen und Protokolle. Nur ein Prozess kann ihn zur selben Zeit benutzen.',
    },
    'config-file': {
      help: 'Konfigurationsdatei mit einer Angabe schlüssel=wert pro Zeile; # leitet einen Kommentar ein.',
    },
    'spi-theme-folder-dir': {
      help: 'Ordner der Themes für die Anmeldung: <name>/login enthält theme.properties, messages und resources. Der Standard liegt neben dem Ordner der Konfigurationsdatei. Geänderte Dateien wirken sofort.',
    },
    db: {
      help: 'Wo Realms, Benutzer, Schlüssel und Sitzungen gespeichert werden. Ist nichts gesetzt und db-url die Adresse einer PostgreSQL-Datenbank, gilt postgres. Bei anderen Datenbanken von Keycloak gilt file.',
      choices: {
        file: 'Dateien im Datenverzeichnis. dev-file bedeutet dasselbe.',
        postgres: 'Eine PostgreSQL-Datenbank, die mehrere Server gemeinsam nutzen können.',
        'dev-mem': 'Nur im Arbeitsspeicher. Alles geht verloren, wenn der Server endet.',
      },
    },
    'db-url': {
      help: 'Adresse der Datenbank. Ist nichts gesetzt, wird sie aus db-url-host, db-url-port und db-url-database gebildet.',
    },
    'db-url-host': { help: 'Host der Datenbank. Mit db-url ohne Wirkung.' },
    'db-url-port': { help: 'Port der Datenbank. Mit db-url ohne Wirkung.' },
    'db-url-database': { help: 'Name der Datenbank. Mit db-url ohne Wirkung.' },
    'db-url-properties': {
      help: 'Eigenschaften der Verbindung, wie am Ende einer JDBC-URL. Sie ergänzen die von db-url. sslmode und sslrootcert konfigurieren TLS.',
    },
    'db-username': {
      help: 'Benutzer der Datenbank. Ist nichts gesetzt, der Benutzer aus db-url, sonst der, unter dem der Server läuft.',
    },
    'db-password': { help: 'Passwort dieses Benutzers.' },
    'db-schema': {
      help: 'Schema der Tabellen. Fehlt es, wird es erstellt, sofern der Benutzer das darf.',
    },
    'db-connect-timeout': {
      help: 'Wie lange der Start auf eine Datenbank wartet, die noch keine Verbindungen annimmt, zum Beispiel weil sie zur selben Zeit startet.',
    },
    'db-pool-max-size': {
      help: 'Wie viele Verbindungen zur Datenbank jeder Server höchstens öffnet, zusätzlich zu einer, die auf Änderungen anderer Server wartet.',
    },
    'import-realm': {
      help: 'Realm-Datei, Ordner mit Realm-Dateien oder eine durch Kommas getrennte Liste davon, die beim Start importiert wird. Ohne Wert: der Ordner import im Datenverzeichnis, der fehlen darf. Vorhandene Realms werden nicht geändert.',
    },
    'demo-realm': {
      help: 'Ob ein neues Datenverzeichnis die Realms demo und demo-partner erhält. Ist nichts gesetzt, geschieht das in der Desktop-App, außer wenn ein Realm importiert wird. Enthält eine importierte Datei einen Realm demo, wird dieser anstelle von beiden verwendet.',
    },
    mail: {
      help: 'Was mit Nachrichten geschieht, die ein Realm per E-Mail versendet.',
      choices: {
        capture: 'Nachrichten bleiben im Postfach ihres Realms.',
        send: 'Nachrichten werden zusätzlich über den Mailserver des Realms (smtpServer) zugestellt.',
      },
    },
    'truststore-paths': {
      help: 'Durch Kommas getrennte PEM-Dateien und Ordner mit PEM-Dateien. Ihren Zertifikaten wird zusätzlich zu den bekannten Zertifizierungsstellen vertraut, wenn der Server Anwendungen über HTTPS aufruft. Der Ordner truststores neben der Konfigurationsdatei wird in jedem Fall gelesen.',
    },
    features: {
      help: 'Durch Kommas getrennte Funktionen, die aktiviert werden. docker: Token für Container-Registrys. Namen anderer Keycloak-Funktionen werden akzeptiert und haben keine Wirkung.',
    },
    'features-disabled': {
      help: 'Durch Kommas getrennte Funktionen, die deaktiviert werden. Funktionen in beiden Listen sind deaktiviert.',
    },
    'spi-ciba-auth-channel-ciba-http-auth-channel-http-authentication-channel-uri': {
      help: 'URL der Authentifizierungsstelle für CIBA. Ist nichts gesetzt, wird das eingebaute Authentifizierungsgerät verwendet: die Seite „Gerät“ und, ohne Fenster, /emulator/v1.',
    },
    ...LOG_OPTIONS,
  },
  fixed: {
    configFile:
      'Die Option benennt die Konfigurationsdatei selbst. Geben Sie sie auf der Befehlszeile oder in der Umgebung an.',
    file: 'Die Option benennt eine Datei und kann deshalb nicht über HTTP geändert werden. Setzen Sie sie in der Konfigurationsdatei oder auf der Befehlszeile.',
    files:
      'Die Option benennt Dateien und kann deshalb nicht über HTTP geändert werden. Setzen Sie sie in der Konfigurationsdatei oder auf der Befehlszeile.',
    folder:
      'Die Option benennt einen Ordner und kann deshalb nicht über HTTP geändert werden. Setzen Sie sie in der Konfigurationsdatei oder auf der Befehlszeile.',
    trust:
      'Die Option entscheidet, welchen Anfragen vertraut wird, und kann deshalb nicht über HTTP geändert werden. Setzen Sie sie in der Konfigurationsdatei oder auf der Befehlszeile.',
    partOfAddress:
      'Die Option ist Teil einer Adresse und kann deshalb nicht über HTTP geändert werden. Setzen Sie sie in der Konfigurationsdatei oder auf der Befehlszeile.',
    database:
      'Die Option bestimmt, wo der Zustand gespeichert wird, und kann deshalb nicht über HTTP geändert werden. Setzen Sie sie in der Konfigurationsdatei oder auf der Befehlszeile.',
    address:
      'Die Option benennt eine Adresse und kann deshalb nicht über HTTP geändert werden. Setzen Sie sie in der Konfigurationsdatei oder auf der Befehlszeile.',
    commandLine:
      'Die Option ist auf der Befehlszeile gesetzt ({{place}}). Starten Sie ohne diese Angabe, um den Wert hier zu ändern.',
    environment:
      'Die Option ist durch die Umgebungsvariable {{place}} gesetzt. Starten Sie ohne die Variable, um den Wert hier zu ändern.',
  },
};
