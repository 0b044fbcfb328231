// The German texts of the screen Sessions.
import type { SESSIONS as ENGLISH } from '../en/sessions.ts';
import type { Texts } from '../text-key.ts';

export const SESSIONS: Texts<typeof ENGLISH> = {
  title: 'Sitzungen',
  summary: 'Aktive Sitzungen; Sitzungen beenden, Token ablaufen lassen',
  heading: 'Angemeldete Benutzer und ihre Clients.',
  list: 'Sitzungen',
  'filter.search': 'Sitzungen suchen',
  'filter.searchPlaceholder': 'Benutzer, IP-Adresse',
  'filter.client': 'Client',
  'filter.allClients': 'Alle Clients',
  'filter.noClients': 'Keine passenden Clients',
  'filter.type': 'Sitzungstyp',
  'filter.all': 'Alle',
  'filter.browser': 'Browser',
  'filter.offline': 'Offline',
  'noMatch.title': 'Keine passenden Sitzungen',
  'noMatch.text': 'Ändern Sie den Filter oder setzen Sie ihn zurück, um alle Sitzungen zu sehen.',
  'empty.title': 'Keine aktiven Sitzungen',
  'empty.text':
    'Eine Sitzung beginnt, wenn sich ein Benutzer bei einem Client dieses Realms anmeldet. Probieren Sie es mit einer Beispielanwendung auf der Seite „Übersicht“ aus.',
  'end.these': 'Diese beenden',
  'end.theseQuestion_one': '{{count, number}} passende Sitzung beenden?',
  'end.theseQuestion_other': '{{count, number}} passende Sitzungen beenden?',
  'end.all': 'Alle beenden',
  'end.allQuestion_one': 'Alle Sitzungen beenden ({{count, number}})?',
  'end.allQuestion_other': 'Alle {{count, number}} Sitzungen beenden?',
  'end.consequence':
    'Die Benutzer müssen sich erneut anmelden, und ihre Clients werden benachrichtigt. Auch Offline-Sitzungen enden, sofern der Filter sie nicht ausschließt.',
  'end.done_one': '{{count, number}} Sitzung beendet.',
  'end.done_other': '{{count, number}} Sitzungen beendet.',
  'end.failed': 'Die Sitzungen wurden nicht beendet',
  'expire.action': 'Token ablaufen lassen',
  'expire.realmQuestion': 'Token des Realms {{name}} ablaufen lassen?',
  'expire.realmConsequence':
    'Alle bisher ausgestellten Access- und Refresh-Token des Realms {{name}} werden ungültig. Sitzungen bleiben bestehen, und angemeldete Benutzer erhalten neue Token. Dies setzt notBefore.',
  'expire.realmDone': 'Die Token des Realms {{name}} sind abgelaufen.',
  'expire.clientQuestion': 'Token des Clients {{name}} ablaufen lassen?',
  'expire.clientConsequence':
    'Alle bisher ausgestellten Access- und Refresh-Token des Clients {{name}} werden ungültig. Sitzungen bleiben bestehen, und angemeldete Benutzer erhalten neue Token. Dies setzt notBefore.',
  'expire.clientDone': 'Die Token des Clients {{name}} sind abgelaufen.',
  'expire.notified_one': '{{count, number}} Anwendung wurde benachrichtigt.',
  'expire.notified_other': '{{count, number}} Anwendungen wurden benachrichtigt.',
  'expire.notifiedSome_one':
    '{{count, number}} Anwendung wurde benachrichtigt, bei {{failed}} schlug es fehl. Den Grund zeigt die Seite „Aktivität“.',
  'expire.notifiedSome_other':
    '{{count, number}} Anwendungen wurden benachrichtigt, bei {{failed}} schlug es fehl. Den Grund zeigt die Seite „Aktivität“.',
  'expire.failed': 'Die Token sind weiterhin gültig',
};
