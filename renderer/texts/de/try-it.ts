// The German texts of “Try it”: the sample applications.
import type { TRY_IT as ENGLISH } from '../en/try-it.ts';
import type { Texts } from '../text-key.ts';

export const TRY_IT: Texts<typeof ENGLISH> = {
  label: 'Ausprobieren: {{application}}',
  action: 'Ausprobieren',
  open: 'Öffnen',
  stop: 'Stoppen',
  url: 'URL der Anwendung',
  notStarted: 'Die Beispielanwendung wurde nicht gestartet',
  notStopped: 'Die Beispielanwendung wurde nicht gestoppt',
  'state.stopped': 'Bereit',
  'state.starting': 'Wird gestartet',
  'state.running': 'Läuft',
  'state.failed': 'Nicht gestartet',
  'state.unavailable': 'Nicht in diesem Realm',
  noError: 'Sie wurde ohne Fehlermeldung beendet.',
  again: 'Wählen Sie „Ausprobieren“, um sie erneut zu starten.',
  'none.master':
    'Der Realm master ist für die Administratoren dieses Servers. Die Beispielanwendungen melden Benutzer wie Ihre eigenen bei einem anderen Realm an.',
  'none.other':
    'Die Beispielanwendungen verwenden Clients des Demo-Realms, die es in diesem Realm nicht gibt.',
  'none.switch': 'Zum Demo-Realm wechseln',
  'none.start':
    'Starten Sie den Server mit <option>--demo-realm=true</option> und einem leeren Datenverzeichnis, um einen Demo-Realm mit Benutzern, Clients und Beispielanwendungen zu erhalten.',
};
