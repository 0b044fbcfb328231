// The desktop's texts in German.
import type { DesktopTexts } from './desktop-texts.ts';

const pending = (count: number): string => (count === 1 ? '1 offene Anfrage' : `${count} offene Anfragen`);

export const GERMAN: DesktopTexts = {
  menu: {
    file: 'Datei',
    quit: 'Beenden',
    edit: 'Bearbeiten',
    undo: 'Rückgängig',
    redo: 'Wiederholen',
    cut: 'Ausschneiden',
    copy: 'Kopieren',
    paste: 'Einfügen',
    remove: 'Löschen',
    selectAll: 'Alles auswählen',
    view: 'Ansicht',
    reload: 'Neu laden',
    developerTools: 'Entwicklerwerkzeuge ein-/ausblenden',
    actualSize: 'Originalgröße',
    zoomIn: 'Vergrößern',
    zoomOut: 'Verkleinern',
    fullScreen: 'Vollbild ein/aus',
    window: 'Fenster',
    minimize: 'Minimieren',
    zoom: 'Zoomen',
    close: 'Schließen',
  },
  showUnderstudy: 'Understudy anzeigen',
  cannotStart: 'Understudy kann nicht starten',
  portTitle: ({ port }) => `Port ${port} ist belegt`,
  portDetail: ({ host, port, free }) =>
    `Ein anderes Programm, vielleicht ein weiteres Understudy, verwendet Port ${port} auf ${host}. Wenn Sie Port ${free} verwenden, müssen Anwendungen bis zum nächsten Start diesen Port aufrufen.`,
  takePort: ({ free }) => `Port ${free} verwenden`,
  asks: (client, user) => `${client} bittet ${user} um Anmeldung`,
  whatToDo: (realm) => `Bestätigen oder ablehnen: Seite Gerät, Realm ${realm}.`,
  pendingPrompts: (count) => `${pending(count)} auf dem Gerät`,
  tray: (count) => (count === 0 ? 'Understudy' : `Understudy: ${pending(count)}`),
  device: (count) => (count === 0 ? 'Gerät' : `Gerät (${count} offen)`),
};
