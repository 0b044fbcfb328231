// The German texts of dialogs about realms: create, import, duplicate, rename, reset, delete.
import type { REALM_DIALOGS as ENGLISH } from '../en/realm-dialogs.ts';
import type { Texts } from '../text-key.ts';

export const REALM_DIALOGS: Texts<typeof ENGLISH> = {
  cancel: 'Abbrechen',
  'name.label': 'Name des Realms',
  'name.help': 'Bestandteil jeder URL des Realms.',
  'name.missing': 'Geben Sie einen Namen ein.',
  'name.taken': 'Es gibt bereits einen Realm „{{realm}}“. Wählen Sie einen anderen Namen.',
  'name.characters':
    'Der Name ist Bestandteil jeder URL: Verwenden Sie Buchstaben, Ziffern, Bindestriche und Unterstriche.',
  'create.title': 'Realm erstellen',
  'create.action': 'Erstellen',
  'create.text':
    'Der Realm beginnt mit den Standardeinstellungen, den Client-Scopes und den eingebauten Clients von Keycloak.',
  'create.done': 'Realm {{realm}} wurde erstellt.',
  'create.failed': 'Realm {{realm}} wurde nicht erstellt',
  'duplicate.title': 'Realm {{realm}} duplizieren',
  'duplicate.action': 'Duplizieren',
  'duplicate.text':
    'Das Duplikat hat dieselben Einstellungen, Clients, Client-Secrets, Benutzer und Passwörter. Sitzungen und Schlüssel, die der Server erzeugt hat, werden nicht kopiert: Token des einen Realms sind im anderen nicht gültig.',
  'duplicate.done': 'Realm {{realm}} wurde als {{name}} dupliziert.',
  'duplicate.failed': 'Realm {{realm}} wurde nicht dupliziert',
  'rename.title': 'Realm {{realm}} umbenennen',
  'rename.action': 'Umbenennen',
  'rename.text':
    'Mit dem Namen ändern sich Issuer und Endpunkte: Anwendungen brauchen die neuen URLs, und Token mit dem bisherigen Issuer werden nicht mehr akzeptiert.',
  'rename.done': 'Realm {{realm}} wurde in {{name}} umbenannt.',
  'rename.failed': 'Realm {{realm}} wurde nicht umbenannt',
  'delete.title': 'Realm {{realm}} löschen',
  'delete.action': 'Löschen',
  'delete.text':
    'Alle Clients, Benutzer, Schlüssel und Sitzungen des Realms werden gelöscht. Token, die er ausgestellt hat, werden nicht mehr akzeptiert. Dies kann nicht rückgängig gemacht werden; exportieren Sie den Realm vorher, wenn Sie ihn vielleicht noch einmal brauchen.',
  'delete.confirm': 'Geben Sie zur Bestätigung <code>{{realm}}</code> ein',
  'delete.done': 'Realm {{realm}} wurde gelöscht.',
  'delete.failed': 'Realm {{realm}} wurde nicht gelöscht',
  'reset.title': 'Realm {{realm}} zurücksetzen',
  'reset.action': 'Zurücksetzen',
  'reset.stored':
    'Der Realm kehrt in den Zustand zurück, in dem er erstellt oder importiert wurde, <b>{{when}}</b>: mit den damaligen Einstellungen, Clients und Benutzern.',
  'reset.started':
    'Der Realm kehrt in den Zustand zurück, in dem er beim Start des Servers war, <b>{{when}}</b>. Seine Datei ist nicht bekannt, weil eine frühere Version von Understudy sie importiert hat. Um zu einer Realm-Datei zurückzukehren, importieren Sie die Datei und wählen Sie „Ersetzen“.',
  'reset.lost':
    'Alle Änderungen seitdem gehen verloren, ebenso Sitzungen, offene Anfragen, Störungen und die Aktivität des Realms. Benutzer müssen sich erneut anmelden. Der Realm behält seinen Namen und seine Schlüssel.',
  'reset.done': 'Realm {{realm}} wurde zurückgesetzt.',
  'reset.failed': 'Realm {{realm}} wurde nicht zurückgesetzt',
  'import.title': 'Realm-Datei importieren',
  'import.titleOf': 'Realm-Datei importieren ({{position}} von {{files}})',
  'import.text':
    'Eine Realm-Datei enthält einen Realm, wie Keycloak ihn exportiert, oder eine Liste von Realms. Sie können Dateien auch irgendwo auf diesem Fenster ablegen.',
  'import.choose': 'Datei auswählen',
  'import.tooLarge': '{{file}} ist größer als 256 MiB. Größere Dateien nimmt der Server nicht an.',
  'import.unreadable': '{{file}} konnte nicht gelesen werden. Wählen Sie eine Datei, keinen Ordner.',
  'import.notJson':
    '{{file}} ist keine JSON-Datei. Wählen Sie eine Realm-Datei, wie Keycloak sie exportiert.',
  'import.done': 'Fertig',
  'import.next': 'Nächste Datei',
  'import.progress': 'Fortschritt des Imports',
  'import.sending': 'Die Datei wird gesendet …',
  'import.readingFile': 'Die Datei wird gelesen …',
  'import.reading': 'Wird gelesen: {{users, number}} Benutzer',
  'import.checking_one': 'Wird geprüft: {{done, number}} von {{count, number}} Benutzer',
  'import.checking_other': 'Wird geprüft: {{done, number}} von {{count, number}} Benutzern',
  'import.storing_one': 'Wird gespeichert: {{done, number}} von {{count, number}} Benutzer',
  'import.storing_other': 'Wird gespeichert: {{done, number}} von {{count, number}} Benutzern',
  'import.working_one': 'In Arbeit: {{done, number}} von {{count, number}} Benutzer',
  'import.working_other': 'In Arbeit: {{done, number}} von {{count, number}} Benutzern',
  'import.contents': 'Realms der Datei',
  'import.realm': 'Realm',
  'import.clients': 'Clients',
  'import.users': 'Benutzer',
  'import.exists': 'vorhanden',
  'import.oneExists': 'Realm {{realm}} ist bereits vorhanden',
  'import.severalExist': '{{total}} Realms sind bereits vorhanden',
  'import.replace': 'Ersetzen',
  'import.replaceHelp':
    'Seine Einstellungen, Clients, Benutzer und Sitzungen werden gelöscht. Er bleibt in Betrieb, bis der neue gespeichert ist.',
  'import.skip': 'Überspringen',
  'import.skipHelp': 'Er bleibt, wie er ist.',
  'import.start': 'Importieren',
  'import.created': 'Realm {{realm}} wurde importiert.',
  'import.replaced': 'Realm {{realm}} wurde ersetzt.',
  'import.skipped': 'Realm {{realm}} ist bereits vorhanden und wurde übersprungen.',
  'import.allEffective': 'Jede Einstellung hat eine Wirkung.',
  'import.ineffective_one': '{{count, number}} Einstellung hat keine Wirkung.',
  'import.ineffective_other': '{{count, number}} Einstellungen haben keine Wirkung.',
  'import.report': 'Importbericht',
};
