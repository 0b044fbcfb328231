// The German texts of the settings of a client's requests, responses and tokens.
import type { SettingText, SettingTexts } from '../../setting-text.ts';

const REALM_DEFAULT = 'Standard des Realms';

/** Encryption of `what`, such as “des ID-Tokens”. */
const keyEncryption = (label: string, what: string): SettingText => ({
  label,
  help: `Algorithmus zur Schlüsselverwaltung ${what}.`,
  unset: 'nicht verschlüsselt',
});
const contentEncryption = (label: string, what: string): SettingText => ({
  label,
  help: `Algorithmus zur Inhaltsverschlüsselung ${what}.`,
  unset: 'A128CBC-HS256',
});

const REQUESTS: SettingTexts = {
  'pkce.code.challenge.method': {
    label: 'PKCE-Methode',
    help: 'Die PKCE-Methode, die Anfragen verwenden müssen.',
    unset: 'von der Anwendung gewählt',
  },
  'require.pushed.authorization.requests': {
    label: 'Pushed Authorization Request erforderlich',
    help: 'Die Anwendung muss ihre Anfragen zuerst an den PAR-Endpunkt senden.',
  },
  'request.object.required': {
    label: 'Request-Objekt erforderlich',
    help: 'Ob und wie Anfragen ein Request-Objekt (signiertes JWT) verwenden müssen.',
  },
  'request.object.signature.alg': {
    label: 'Signaturalgorithmus von Request-Objekten',
    help: 'Die Signatur, die Request-Objekte haben müssen.',
  },
  'request.object.encryption.alg': {
    label: 'Schlüsselverschlüsselung von Request-Objekten',
    help: 'Wie der Schlüssel von Request-Objekten verschlüsselt sein muss.',
  },
  'request.object.encryption.enc': {
    label: 'Inhaltsverschlüsselung von Request-Objekten',
    help: 'Wie der Inhalt von Request-Objekten verschlüsselt sein muss.',
  },
  'request.uris': { label: 'Gültige Request-URIs', help: 'Erlaubte Werte von request_uri.' },
};

const RESPONSES: SettingTexts = {
  'authorization.signed.response.alg': {
    label: 'Signaturalgorithmus von Autorisierungsantworten',
    help: 'Für Antwortmodi, die auf jwt enden.',
    unset: REALM_DEFAULT,
  },
  'authorization.encrypted.response.alg': keyEncryption(
    'Schlüsselverschlüsselung von Autorisierungsantworten',
    'der verschlüsselten Autorisierungsantwort',
  ),
  'authorization.encrypted.response.enc': contentEncryption(
    'Inhaltsverschlüsselung von Autorisierungsantworten',
    'der verschlüsselten Autorisierungsantwort',
  ),
  'exclude.session.state.from.auth.response': {
    label: 'Sitzungsstatus ausschließen',
    help: 'Für Anwendungen, die den Parameter session_state ablehnen.',
  },
  'exclude.issuer.from.auth.response': {
    label: 'Issuer ausschließen',
    help: 'Für Anwendungen, die den Parameter iss ablehnen.',
  },
};

const TOKENS: SettingTexts = {
  'access.token.signed.response.alg': {
    label: 'Signaturalgorithmus von Access-Token',
    help: 'Signiert Access-Token.',
    unset: REALM_DEFAULT,
  },
  'id.token.signed.response.alg': {
    label: 'Signaturalgorithmus von ID-Token',
    help: 'Signiert ID-Token.',
    unset: REALM_DEFAULT,
  },
  'user.info.response.signature.alg': {
    label: 'Signaturalgorithmus von Userinfo-Antworten',
    help: 'Signiert Antworten des Userinfo-Endpunkts.',
    unset: 'unsigniertes JSON',
  },
  'id.token.encrypted.response.alg': keyEncryption(
    'Schlüsselverschlüsselung von ID-Token',
    'des verschlüsselten ID-Tokens',
  ),
  'id.token.encrypted.response.enc': contentEncryption(
    'Inhaltsverschlüsselung von ID-Token',
    'des verschlüsselten ID-Tokens',
  ),
  'user.info.encrypted.response.alg': keyEncryption(
    'Schlüsselverschlüsselung von Userinfo-Antworten',
    'der verschlüsselten Userinfo-Antwort',
  ),
  'user.info.encrypted.response.enc': contentEncryption(
    'Inhaltsverschlüsselung von Userinfo-Antworten',
    'der verschlüsselten Userinfo-Antwort',
  ),
  fullScopeAllowed: {
    label: 'Voller Scope erlaubt',
    help: 'Token enthalten alle Rollen des Benutzers. Aus: nur Rollen in den Scope-Zuordnungen des Clients.',
  },
  'use.refresh.tokens': {
    label: 'Refresh-Token verwenden',
    help: 'Aus: Läuft das Access-Token ab, muss sich der Benutzer erneut anmelden.',
  },
  'client.use.lightweight.access.token.enabled': {
    label: 'Immer schlankes Access-Token verwenden',
    help: 'Lässt Claims des Benutzers weg. Introspection und Userinfo geben sie zurück.',
  },
  'client.introspection.response.allow.jwt.claim.enabled': {
    label: 'Claim jwt in Introspection-Antworten unterstützen',
    help: 'Die Introspection gibt das ganze Token als jwt zurück, wenn application/jwt angefordert wird.',
  },
  'access.token.header.type.rfc9068': {
    label: 'at+jwt als Header-Typ von Access-Token verwenden',
    help: 'Der Typ nach RFC 9068. Aus: JWT.',
  },
  'token.response.type.bearer.lower-case': {
    label: 'Bearer-Typ kleinschreiben',
    help: 'token_type ist bearer. Aus: Bearer.',
  },
  'id.token.as.detached.signature': {
    label: 'ID-Token als losgelöste Signatur verwenden',
    help: 'Das ID-Token des Front-Channels signiert auch den Parameter state.',
  },
};

const LIFESPANS: SettingTexts = {
  'access.token.lifespan': {
    label: 'Gültigkeitsdauer von Access-Token',
    help: 'Wie lange ein Access-Token gültig ist.',
    unset: REALM_DEFAULT,
  },
  'client.session.idle.timeout': {
    label: 'Leerlaufdauer des Refresh-Tokens',
    help: 'Ein Refresh-Token, das so lange nicht verwendet wird, läuft ab.',
    unset: REALM_DEFAULT,
  },
  'client.session.max.lifespan': {
    label: 'Maximaldauer des Refresh-Tokens',
    help: 'Refresh-Token laufen ab, wenn der Client seit dieser Zeit an der Sitzung beteiligt ist.',
    unset: REALM_DEFAULT,
  },
  'client.offline.session.idle.timeout': {
    label: 'Leerlaufdauer des Offline-Tokens',
    help: 'Ein Offline-Token, das so lange nicht verwendet wird, läuft ab.',
    unset: REALM_DEFAULT,
  },
  'client.offline.session.max.lifespan': {
    label: 'Maximaldauer des Offline-Tokens',
    help: 'Jedes Offline-Token läuft nach dieser Zeit ab.',
    unset: REALM_DEFAULT,
  },
};

export const CLIENT_TOKENS: SettingTexts = { ...REQUESTS, ...RESPONSES, ...TOKENS, ...LIFESPANS };
