// The German texts of guides.
import type { GUIDES as ENGLISH } from '../en/guides.ts';
import type { Texts } from '../text-key.ts';

export const GUIDES: Texts<typeof ENGLISH> = {
  choose: 'Framework oder Bibliothek',
  none: 'Für diesen Client gibt es keine passende Anleitung. Anleitungen gibt es für Clients mit dem Standardablauf und für Clients mit einem Secret oder einem Gerätecode, die Token ohne Browser erhalten.',
  'steps.label': 'Anleitung: {{guide}}',
  'steps.requires': 'Voraussetzung: {{runtime}}.',
  'steps.install': 'In einem leeren Ordner installieren',
  'steps.createFirst': 'In einem leeren Ordner <file/> erstellen',
  'steps.create': '<file/> erstellen',
  'steps.start': 'Starten',
  'steps.check': 'Prüfen',
  'steps.installation': 'Installation',
  'steps.startCommand': 'Startbefehl',
  copyAll: 'Alles als Shell-Skript kopieren',
  copied: 'Kopiert',
  'missing.origin':
    'Der Browser darf den Token-Endpunkt von <code>{{origin}}</code> aus nicht aufrufen: Dies ist keiner der Web-Origins des Clients.',
  'missing.redirect':
    'Keine der gültigen Redirect-URIs des Clients passt zu dieser Anleitung. Sie verwendet <code>{{uri}}</code>.',
  'missing.originTitle': 'Web-Origin fehlt',
  'missing.redirectTitle': 'Redirect-URI fehlt',
  'missing.addOrigin': 'Web-Origin hinzufügen',
  'missing.addRedirect': 'Redirect-URI hinzufügen',
  'missing.done': 'Zum Client {{client}} hinzugefügt.',
  'missing.added': '{{uri}} wurde zum Client {{client}} hinzugefügt.',
  'missing.failed': 'Client {{client}} wurde nicht geändert',
  'open.anyone': 'Öffnen Sie {{origin}} und melden Sie sich an.',
  'open.user': 'Öffnen Sie {{origin}} und melden Sie sich als {{user}} an.',
  'open.password': 'Öffnen Sie {{origin}} und melden Sie sich als {{user}} mit dem Passwort {{password}} an.',
  'open.showsUser': 'Die Seite zeigt, wer angemeldet ist.',
  'open.showsEmail': 'Die Seite zeigt die E-Mail-Adresse des Benutzers.',
  'runtime.node20': 'Node.js 20 oder neuer',
  'runtime.node209': 'Node.js 20.9 oder neuer',
  'runtime.node2019': 'Node.js 20.19 oder neuer',
  'runtime.dotnet': '.NET 8 oder neuer',
  'runtime.compose': 'Docker oder Podman mit compose und das Image, das npm run image erstellt',
  'runtime.shell': 'eine POSIX-Shell und curl',
  'runtime.python': 'Python 3.9 oder neuer',
  'runtime.go': 'Go 1.21 oder neuer',
  'runtime.php': 'PHP 8 mit curl sowie Composer',
  'runtime.java': 'Java 17 oder neuer und Maven',
  'runtime.debian': 'Debian oder Ubuntu',
  'runtime.debian12': 'Debian 12 oder Ubuntu',
  'angular.summary': 'Eine Single-Page-Anwendung mit angular-oauth2-oidc: Code-Ablauf mit PKCE im Browser.',
  'api.title': 'API mit Express',
  'api.summary':
    'Eine API mit jose, die Access-Token dieses Realms akzeptiert, deren Audience der Client ist.',
  'api.expect':
    'Eine Anfrage an {{origin}} mit dem Header Authorization: Bearer und einem Access-Token liefert den Namen des Benutzers. Andere Anfragen werden mit 401 beantwortet. Ein Token hat diese Audience, wenn der Benutzer eine Rolle des Clients hat oder ein Audience-Mapper sie hinzufügt.',
  'aspNet.summary': 'ASP.NET Core mit Microsoft.AspNetCore.Authentication.OpenIdConnect.',
  'compose.summary':
    'Understudy in einem Container neben Ihrer Anwendung, mit dem Client in einer Realm-Datei.',
  'compose.expect':
    'Der Dienst application gibt seine Einstellungen aus, sobald {{issuer}} betriebsbereit ist.',
  'curl.summary': 'Ein Shell-Skript, das Token ohne Weiterleitung erhält.',
  'curl.expect':
    'Das Skript gibt die Antwort des Token-Endpunkts aus: Token, ihre Gültigkeitsdauer und ihren Scope.',
  'django.summary':
    'Eine Django-Website in einer Datei mit Authlib: Code-Ablauf mit PKCE und ein Sitzungs-Cookie.',
  'express.summary':
    'Eine serverseitige Anwendung mit openid-client: Code-Ablauf mit PKCE und ein Sitzungs-Cookie.',
  'flask.summary': 'Eine serverseitige Anwendung mit Authlib: Code-Ablauf mit PKCE und ein Sitzungs-Cookie.',
  'go.summary': 'Ein Server mit go-oidc und x/oauth2: Code-Ablauf mit state und nonce.',
  'keycloakJs.summary': 'Eine Seite mit dem Browser-Adapter von Keycloak.',
  'next.summary': 'Der App Router mit Auth.js 5 (next-auth) und dessen Keycloak-Provider.',
  'php.summary':
    'Eine Seite mit OpenID-Connect-PHP (jumbojett): Code-Ablauf mit PKCE und ein Sitzungs-Cookie.',
  'playwright.summary': 'Ein Browsertest mit eigenem Server und eigenem Realm, mit understudy/playwright.',
  'playwright.expect':
    'Der Test ist erfolgreich. Jeder Test erhält eine Kopie des Realms, sodass Tests gleichzeitig laufen können.',
  'playwright.note':
    'Solange Understudy in keiner Registry ist, installieren Sie statt understudy die Datei, die npm pack in seinem Repository erzeugt.',
  'react.summary': 'Eine Single-Page-Anwendung mit react-oidc-context: Code-Ablauf mit PKCE im Browser.',
  'springBoot.summary': 'Eine Webanwendung mit spring-boot-starter-oauth2-client.',
  'vue.summary': 'Eine Single-Page-Anwendung mit oidc-client-ts: Code-Ablauf mit PKCE im Browser.',
  'mellon.summary': 'Apache schützt eine Website mit mod_auth_mellon; die Anwendung liest REMOTE_USER.',
  'nodeSaml.summary': 'Ein Service-Provider mit Express und node-saml, der Bibliothek hinter passport-saml.',
  'python3Saml.summary': 'Ein Service-Provider mit Flask und python3-saml.',
  'shibboleth.summary':
    'Apache schützt eine Website mit dem Service-Provider von Shibboleth; die Anwendung liest REMOTE_USER.',
  'simplesamlphp.summary':
    'Eine PHP-Seite, die eine Anmeldung verlangt, mit dem Paket simplesamlphp der Distribution.',
  'springSaml.summary': 'Ein Service-Provider mit Spring Security.',
  'keys.rare':
    'Nur wenige Bibliotheken können den Standard neuer Clients entschlüsseln. Wählen Sie unter „Schlüssel“ AES-256-CBC und „RSA-OAEP mit MGF1 und SHA-1 (1.0)“.',
  'keys.signing':
    'Dieser Client verlangt signierte Anfragen. Importieren Sie signing.pem unter „Schlüssel“ als sein Signaturzertifikat.',
  'keys.encryption':
    'Dieser Client empfängt verschlüsselte Assertions. Speichern Sie den privaten Schlüssel seines Verschlüsselungszertifikats als encryption-key.pem und das Zertifikat als encryption.pem.',
  'keys.same':
    'Derselbe Schlüssel signiert Anfragen und entschlüsselt Assertions. Importieren Sie signing.pem unter „Schlüssel“ auch als Verschlüsselungszertifikat.',
};
