// An import in words: how far it is, and what it has done.
import type { ImportedRealmWire, ImportWire } from '#protocol/contract/imports.ts';

const count = (value: number): string => value.toLocaleString('en');

const WORK = { reading: 'Reading', checking: 'Checking', storing: 'Storing' } as const;

/** Share of the work that is done, 0 to 100; undefined if it is not known. */
export function progressOf({ phase, usersDone, usersTotal }: ImportWire): number | undefined {
  if (phase === 'reading' || usersTotal === 0) return undefined;
  const half = (usersDone / usersTotal) * 50;
  return phase === 'checking' ? half : 50 + half;
}

/** `Storing: 12,400 of 100,000 users`. */
export function describeProgress(job: ImportWire | undefined): string {
  if (job === undefined) return 'Sending the file…';
  const { phase, usersDone, usersTotal } = job;
  const word = phase in WORK ? WORK[phase as keyof typeof WORK] : 'Working';
  if (phase === 'reading')
    return usersDone === 0 ? 'Reading the file…' : `Reading: ${count(usersDone)} users`;
  return `${word}: ${count(usersDone)} of ${count(usersTotal)} ${usersTotal === 1 ? 'user' : 'users'}`;
}

/** `Imported realm shop.` */
export function describeOutcome({ realm, outcome }: ImportedRealmWire): string {
  if (outcome === 'skipped') return `Skipped realm ${realm}, which exists.`;
  return outcome === 'replaced' ? `Replaced realm ${realm}.` : `Imported realm ${realm}.`;
}

/** What is in the import report of a realm. */
export function describeReport(settings: number): string {
  if (settings === 0) return 'Every setting has an effect.';
  return settings === 1 ? '1 setting has no effect.' : `${count(settings)} settings have no effect.`;
}

/** Whether a file may be JSON, by its first characters. */
export function looksLikeJson(beginning: string): boolean {
  return /^[\s\uFEFF]*[[{]/.test(beginning);
}
