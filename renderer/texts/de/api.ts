// The German texts of requests that failed, where the console itself explains why.
import type { API as ENGLISH } from '../en/api.ts';
import type { Texts } from '../text-key.ts';

export const API: Texts<typeof ENGLISH> = {
  noAnswer: 'Der Server antwortet nicht. Prüfen Sie, ob er läuft, und versuchen Sie es erneut.',
  incomplete:
    'Die Antwort des Servers war unvollständig. Prüfen Sie, ob der Server läuft, und versuchen Sie es erneut.',
  'status.401': 'Sie sind nicht mehr angemeldet. Laden Sie die Seite neu, um sich erneut anzumelden.',
  'status.403':
    'Ihr Konto ist dazu nicht berechtigt. Melden Sie sich als Administrator des Realms master an.',
  'status.404': 'Diesen Eintrag gibt es nicht mehr. Gehen Sie zurück zur Liste.',
  'status.409': 'Dieser Name ist bereits vergeben. Wählen Sie einen anderen Namen.',
  'status.413': 'Die Anfrage ist größer, als der Server erlaubt. Verringern Sie ihre Größe.',
  'status.other':
    'Der Server hat mit Status {{status}} geantwortet. Den Grund finden Sie auf der Seite „Protokolle“. Versuchen Sie es danach erneut.',
  'provider.missing':
    'Diesen Identitätsanbieter gibt es nicht, oder er wurde gelöscht. Gehen Sie zurück zur Liste.',
  'role.missing': 'Diese Rolle gibt es nicht, oder sie wurde gelöscht. Gehen Sie zurück zur Liste.',
  'role.subjectUser':
    'Eine ausgewählte Rolle oder der Benutzer wurde inzwischen gelöscht. Die Liste ist wieder aktuell.',
  'role.subjectGroup':
    'Eine ausgewählte Rolle oder die Gruppe wurde inzwischen gelöscht. Die Liste ist wieder aktuell.',
  'role.subjectRole':
    'Eine ausgewählte Rolle oder die zusammengesetzte Rolle wurde inzwischen gelöscht. Die Liste ist wieder aktuell.',
  'role.holderUser':
    'Die Rolle oder ein ausgewählter Benutzer wurde inzwischen gelöscht. Die Liste ist wieder aktuell.',
  'role.holderGroup':
    'Die Rolle oder eine ausgewählte Gruppe wurde inzwischen gelöscht. Die Liste ist wieder aktuell.',
  'group.missing': 'Eine Gruppe oder ein Benutzer wurde inzwischen gelöscht. Die Liste ist wieder aktuell.',
  'signIn.insecure':
    'Browser sperren die Kryptografie, die für die Anmeldung nötig ist, wenn eine Seite eines anderen Rechners über unverschlüsseltes HTTP geöffnet wird. Starten Sie den Server mit --https-port=8443 und öffnen Sie die Konsole über HTTPS, oder öffnen Sie sie unter 127.0.0.1 auf dem Rechner, auf dem der Server läuft.',
  'signIn.expired': 'Diese Anmeldung ist abgelaufen oder wurde bereits verwendet. Melden Sie sich erneut an.',
  'signIn.rejected': 'Der Server hat die Anmeldung abgelehnt: {{reason}}.',
  'application.failed': 'Die Beispielanwendung wurde nicht gestartet: {{error}}.',
  'application.silent': 'Die Beispielanwendung wurde nicht gestartet: Sie wurde ohne Fehlermeldung beendet.',
  'known.username': 'Geben Sie einen Benutzernamen ein.',
  'known.usernameTaken': 'Ein anderer Benutzer hat diesen Benutzernamen.',
  'known.emailTaken': 'Ein anderer Benutzer hat diese E-Mail-Adresse.',
  'known.roleTaken': 'Eine andere Rolle hat diesen Namen.',
  'known.email': 'Dies ist keine gültige E-Mail-Adresse.',
  'known.required': 'Ein Wert ist erforderlich.',
  'known.readOnly': 'Dieser Wert kann nicht geändert werden.',
  'known.value': 'Dieser Wert ist nicht gültig.',
  'known.length': 'Dieser Wert ist zu kurz oder zu lang.',
  'known.tooShort': 'Dieser Wert ist zu kurz.',
  'known.tooLong': 'Dieser Wert ist zu lang.',
  'known.number': 'Dies ist keine Zahl.',
  'known.outOfRange': 'Diese Zahl liegt außerhalb des erlaubten Bereichs.',
  'known.tooSmall': 'Diese Zahl ist zu klein.',
  'known.tooLarge': 'Diese Zahl ist zu groß.',
  'known.pattern': 'Dieser Wert hat nicht das erforderliche Format.',
  'known.values': 'Es sind zu wenige oder zu viele Werte.',
  'known.uriScheme': 'Das Schema dieser URL ist nicht erlaubt.',
  'known.uriFragment': 'Diese URL darf kein Fragment (#) haben.',
  'known.uri': 'Dies ist keine gültige URL.',
  'known.date': 'Dies ist kein gültiges Datum.',
  'known.usernameCharacter': 'Dieser Benutzername enthält ein Zeichen, das nicht erlaubt ist.',
  'known.nameCharacter': 'Dieser Name enthält ein Zeichen, das nicht erlaubt ist.',
  'limit.length': 'Geben Sie {{least}} bis {{most}} Zeichen ein.',
  'limit.minLength': 'Geben Sie mindestens {{least}} Zeichen ein.',
  'limit.maxLength': 'Geben Sie höchstens {{most}} Zeichen ein.',
  'limit.range': 'Geben Sie eine Zahl von {{least}} bis {{most}} ein.',
  'limit.min': 'Geben Sie mindestens {{least}} ein.',
  'limit.max': 'Geben Sie höchstens {{most}} ein.',
  'limit.pattern': 'Dieser Wert entspricht nicht dem Muster {{pattern}}.',
  'limit.minValues': 'Geben Sie mindestens {{least}} Werte ein.',
  'limit.oneValue': 'Geben Sie nur einen Wert ein.',
  'limit.values': 'Geben Sie {{least}} bis {{most}} Werte ein.',
};
