// The German texts of the options for logging.
import type { OptionTables } from '../option-text.ts';

export const LOG_OPTIONS: OptionTables['options'] = {
  'log-level': {
    help: 'Grundstufe und Stufen von Kategorien: OFF, FATAL, ERROR, WARN, INFO, DEBUG, TRACE oder ALL. Die letzte Grundstufe gilt; die Stufe einer Kategorie gilt auch für ihre Unterkategorien.',
  },
  log: {
    help: 'Durch Kommas getrennte Protokollausgaben: console, file und gelf. Die Optionen einer Ausgabe gelten nur, solange sie aufgeführt ist.',
    choices: {
      console: 'Standardausgabe.',
      file: 'Die Datei aus log-file.',
      gelf: 'Ein GELF-Empfänger, über UDP oder TCP.',
    },
  },
  'log-console-level': {
    help: 'Niedrigste Stufe von Einträgen auf der Konsole. Wird nach log-level angewendet.',
  },
  'log-console-format': {
    help: 'Muster einer Konsolenzeile. %c{3.} kürzt die Kategorie, %d{…} legt ein Datumsmuster fest, %z{…} eine Zeitzone; docs/reference/log-format.md führt alle Symbole auf.',
  },
  'log-console-output': {
    help: 'Ausgabe auf der Konsole: default (Text) oder json (ein Objekt pro Zeile, ohne Farben; log-console-format wird ignoriert).',
    choices: {
      default: 'Zeilen im Format von log-console-format.',
      json: 'Ein JSON-Objekt pro Zeile, ohne Farben; log-console-format wird ignoriert.',
    },
  },
  'log-console-color': { help: 'Farben auf der Konsole, nur mit der Ausgabe default.' },
  'log-file': {
    help: 'Datei der Protokollausgabe file, standardmäßig im Datenverzeichnis. Ihr Ordner wird bei Bedarf erstellt; ist sie nicht beschreibbar, startet der Server ohne Protokolldatei und meldet einen Fehler. Die Seite „Einstellungen“ akzeptiert .log-Dateien im Datenverzeichnis oder neben der beim Start gesetzten Protokolldatei.',
  },
  'log-file-level': {
    help: 'Niedrigste Stufe von Einträgen in der Datei. Wird nach log-level angewendet.',
  },
  'log-file-format': { help: 'Muster einer Zeile der Datei, mit den Symbolen von log-console-format.' },
  'log-file-rotation-max-size': {
    help: 'Größe, ab der die Datei nach <file>.1 rotiert wird. 0 schaltet die Rotation aus.',
  },
  'log-file-rotation-backups': { help: 'Anzahl der rotierten Dateien, die aufbewahrt werden.' },
  'log-gelf-host': {
    help: 'Host des GELF-Empfängers, der über UDP erreicht wird. Das Präfix tcp: wählt TCP.',
  },
  'log-gelf-port': { help: 'Port des GELF-Empfängers.' },
  'log-gelf-level': {
    help: 'Niedrigste Stufe der gesendeten Einträge. Ist nichts gesetzt, gilt log-level; eine Stufe unter log-level hat keine Wirkung.',
  },
  'log-gelf-include-stack-trace': {
    help: 'Ob der Stacktrace eines Fehlers im Feld StackTrace gesendet wird.',
  },
  'log-gelf-timestamp-format': {
    help: 'SimpleDateFormat-Muster des Feldes _Time, das zusätzlich zum numerischen Zeitstempel gesendet wird.',
  },
  'log-gelf-facility': { help: 'Wert des Feldes facility.' },
  'log-gelf-max-message-size': {
    help: 'Maximale Größe eines UDP-Datagramms ohne den Chunk-Header. Eine größere komprimierte Nachricht wird in Chunks gesendet.',
  },
  'log-gelf-include-message-parameters': {
    help: 'Ob Parameter der Nachricht in den Feldern MessageParam0, MessageParam1 und so weiter gesendet werden.',
  },
  'log-gelf-include-location': {
    help: 'Ob die Stelle im Quelltext in den Feldern SourceClassName, SourceMethodName und SourceSimpleClassName gesendet wird.',
  },
};
