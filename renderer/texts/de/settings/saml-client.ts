// The German texts of the settings that only SAML clients have.
import type { SettingTexts } from '../../setting-text.ts';

const GENERAL: SettingTexts = {
  saml_assertion_consumer_url_post: {
    label: 'Assertion-Consumer-Service: URL für das POST-Binding',
    help: 'Wohin Antworten per POST gesendet werden, wenn die Anfrage keine URL nennt.',
  },
  saml_assertion_consumer_url_redirect: {
    label: 'Assertion-Consumer-Service: URL für das Redirect-Binding',
    help: 'Wohin Antworten per Redirect gesendet werden, wenn die Anfrage keine URL nennt.',
  },
  saml_artifact_binding_url: {
    label: 'URL für das Artifact-Binding',
    help: 'Wohin Artefakte gesendet werden, wenn die Anfrage keine URL nennt.',
  },
  saml_artifact_resolution_service_url: {
    label: 'Artifact-Resolution-Service',
    help: 'Der SOAP-Endpunkt, der Artefakte des Service-Providers auflöst.',
  },
  saml_idp_initiated_sso_url_name: {
    label: 'URL-Name für IdP-initiiertes SSO',
    help: '…/protocol/saml/clients/NAME meldet Benutzer an und leitet sie zur Anwendung weiter. Ein leeres Feld schaltet dies aus.',
  },
  saml_idp_initiated_sso_relay_state: {
    label: 'RelayState für IdP-initiiertes SSO',
    help: 'Wird gesendet, wenn die URL keinen enthält. Für viele Anwendungen ist es die Seite, die geöffnet wird.',
  },
};

const SIGN_IN: SettingTexts = {
  saml_name_id_format: {
    label: 'Name-ID-Format',
    help: 'Das Format der Name-ID, wenn die Anfrage keines nennt.',
  },
  saml_force_name_id_format: {
    label: 'Name-ID-Format erzwingen',
    help: 'Ignoriert die NameIDPolicy von Anfragen.',
  },
  'saml.authnstatement': {
    label: 'AuthnStatement einfügen',
    help: 'Enthält den Zeitpunkt der Anmeldung und den Sitzungsindex, der für die Abmeldung nötig ist.',
  },
  'saml.onetimeuse.condition': {
    label: 'OneTimeUse-Bedingung einfügen',
    help: 'Der Service-Provider darf die Assertion nicht speichern.',
  },
  'saml.assertion.lifespan': {
    label: 'Gültigkeitsdauer der Assertion',
    help: 'Wie lange eine Assertion gültig ist.',
    unset: 'Standard des Realms',
  },
  'saml.force.post.binding': {
    label: 'POST-Binding erzwingen',
    help: 'Antworten werden immer per POST gesendet, unabhängig von der Anfrage.',
  },
  'saml.artifact.binding': {
    label: 'Artifact-Binding erzwingen',
    help: 'Antworten werden als Artefakt gesendet, das der Service-Provider per SOAP auflöst.',
  },
  'saml.artifact.binding.identifier': {
    label: 'Artefakt-Kennung',
    help: 'Kennzeichnet diesen Server in Artefakten.',
    unset: 'Base64 des SHA-1 der Entity-ID',
  },
  'saml.allow.ecp.flow': {
    label: 'ECP-Ablauf erlauben',
    help: 'Clients ohne Browser senden Benutzername und Passwort mit der Anfrage, per SOAP.',
  },
};

const KEYS: SettingTexts = {
  'saml.server.signature': {
    label: 'Dokumente signieren',
    help: 'Signiert Antworten und Abmeldenachrichten als Ganzes.',
  },
  'saml.assertion.signature': {
    label: 'Assertions signieren',
    help: 'Signiert die Assertion selbst, innerhalb der Antwort.',
  },
  'saml.signature.algorithm': {
    label: 'Signaturalgorithmus',
    help: 'Signiert Nachrichten und Assertions. Signaturen des Clients mit SHA-1 werden nur akzeptiert, wenn dieser Algorithmus hier gewählt ist.',
  },
  saml_signature_canonicalization_method: {
    label: 'Kanonisierungsmethode',
    help: 'Wird auf SignedInfo angewendet.',
  },
  'saml.server.signature.keyinfo.xmlSigKeyInfoKeyNameTransformer': {
    label: 'Name des SAML-Signaturschlüssels',
    help: 'Der Inhalt von KeyName in Signaturen.',
  },
  'saml.server.signature.keyinfo.ext': {
    label: 'Suche nach dem Signaturschlüssel bei Redirects optimieren',
    help: 'Redirects nennen den Schlüssel in einer Erweiterung, die Keycloaks Adapter lesen.',
  },
  'saml.client.signature': {
    label: 'Signatur des Clients erforderlich',
    help: 'Anfragen müssen mit einem Schlüssel des Signaturzertifikats signiert sein. Aus: Signaturen werden nicht geprüft.',
  },
  'saml.signing.certificate': {
    label: 'Signaturzertifikat',
    help: 'PEM oder Base64-codiertes DER. Mehrere sind möglich, während die Anwendung ihren Schlüssel wechselt.',
  },
  'saml.signing.private.key': {
    label: 'Signaturschlüssel',
    help: 'Der Schlüssel zum Zertifikat, falls der Server ihn erzeugt hat.',
  },
  'saml.encrypt': {
    label: 'Assertions verschlüsseln',
    help: 'Verschlüsselt Assertions mit dem Verschlüsselungszertifikat.',
  },
  'saml.encryption.algorithm': {
    label: 'Verschlüsselungsalgorithmus',
    help: 'Verschlüsselt die Assertion.',
  },
  'saml.encryption.keyAlgorithm': {
    label: 'Algorithmus für den Schlüsseltransport',
    help: 'Verschlüsselt den Schlüssel der Assertion.',
  },
  'saml.encryption.digestMethod': {
    label: 'Digest-Methode',
    help: 'Das Hashverfahren des Schlüsseltransports.',
  },
  'saml.encryption.maskGenerationFunction': {
    label: 'Funktion zur Maskenerzeugung',
    help: 'Für den Schlüsseltransport nach XML Encryption 1.1.',
  },
  'saml.encryption.certificate': {
    label: 'Verschlüsselungszertifikat',
    help: 'PEM oder Base64-codiertes DER.',
  },
  'saml.encryption.private.key': {
    label: 'Privater Schlüssel zur Verschlüsselung',
    help: 'Der Schlüssel zum Zertifikat, falls der Server ihn erzeugt hat.',
  },
  'saml.useMetadataDescriptorUrl': {
    label: 'Metadaten-URL verwenden',
    help: 'Der Server ruft die Zertifikate aus den Metadaten des Clients ab und hält sie aktuell. Sie ersetzen die obigen.',
  },
  'saml.metadataDescriptorUrl': {
    label: 'Metadaten-URL',
    help: 'Wo der Client seine Metadaten veröffentlicht.',
  },
  'saml.descriptor.cache.seconds': {
    label: 'Cache-Dauer der Metadaten',
    help: 'Wie lange abgerufene Zertifikate aufbewahrt werden.',
    unset: '5 Minuten',
  },
};

const LOGOUT: SettingTexts = {
  saml_single_logout_service_url_post: {
    label: 'Abmeldedienst: URL für das POST-Binding',
    help: 'Wohin LogoutRequests per POST gesendet werden.',
  },
  saml_single_logout_service_url_redirect: {
    label: 'Abmeldedienst: URL für das Redirect-Binding',
    help: 'Wohin LogoutRequests per Redirect gesendet werden.',
  },
  saml_single_logout_service_url_artifact: {
    label: 'Abmeldedienst: URL für das Artifact-Binding',
    help: 'Wohin Artefakte von LogoutRequests gesendet werden.',
  },
  saml_single_logout_service_url_soap: {
    label: 'Abmeldedienst: URL für das SOAP-Binding',
    help: 'Wird vom Server aufgerufen, wenn die Front-Channel-Abmeldung ausgeschaltet ist.',
  },
  'saml.single.logout.response.url.post': {
    label: 'Abmeldeantwort: URL für das POST-Binding',
    help: 'Wohin LogoutResponses per POST gesendet werden, sofern nicht an den Abmeldedienst.',
  },
  'saml.single.logout.response.url.redirect': {
    label: 'Abmeldeantwort: URL für das Redirect-Binding',
    help: 'Wohin LogoutResponses per Redirect gesendet werden, sofern nicht an den Abmeldedienst.',
  },
  'saml.single.logout.response.url.artifact': {
    label: 'Abmeldeantwort: URL für das Artifact-Binding',
    help: 'Wohin Artefakte von LogoutResponses gesendet werden, sofern nicht an den Abmeldedienst.',
  },
};

export const SAML_CLIENT: SettingTexts = { ...GENERAL, ...SIGN_IN, ...KEYS, ...LOGOUT };
