// An import in words: how far it is, and what it has done.
import type { ImportedRealmWire, ImportWire } from '#protocol/contract/imports.ts';
import { text } from '../../texts/text.ts';

const WORK = {
  checking: 'realmDialogs:import.checking',
  storing: 'realmDialogs:import.storing',
  other: 'realmDialogs:import.working',
} as const;

/** Share of the work that is done, 0 to 100; undefined if it is not known. */
export function progressOf({ phase, usersDone, usersTotal }: ImportWire): number | undefined {
  if (phase === 'reading' || usersTotal === 0) return undefined;
  const half = (usersDone / usersTotal) * 50;
  return phase === 'checking' ? half : 50 + half;
}

/** `Storing: 12,400 of 100,000 users`. */
export function describeProgress(job: ImportWire | undefined): string {
  if (job === undefined) return text('realmDialogs:import.sending');
  const { phase, usersDone, usersTotal } = job;
  if (phase === 'reading')
    return usersDone === 0
      ? text('realmDialogs:import.readingFile')
      : text('realmDialogs:import.reading', { users: usersDone });
  const work = WORK[phase === 'checking' || phase === 'storing' ? phase : 'other'];
  return text(work, { done: usersDone, count: usersTotal });
}

/** `Imported realm shop.` */
export function describeOutcome({ realm, outcome }: ImportedRealmWire): string {
  if (outcome === 'skipped') return text('realmDialogs:import.skipped', { realm });
  return text(outcome === 'replaced' ? 'realmDialogs:import.replaced' : 'realmDialogs:import.created', {
    realm,
  });
}

/** What is in the import report of a realm. */
export function describeReport(settings: number): string {
  if (settings === 0) return text('realmDialogs:import.allEffective');
  return text('realmDialogs:import.ineffective', { count: settings });
}

/** Whether a file may be JSON, by its first characters. */
export function looksLikeJson(beginning: string): boolean {
  return /^[\s\uFEFF]*[[{]/.test(beginning);
}
