// Why the server rejected a change of the settings: problems of keys, or a file that has changed since it was
// read.
import type { SettingFaultWire } from '#protocol/contract/settings.ts';

/** The problem of a field, with its solution. */
export interface FieldProblem {
  readonly text: string;
  /** The language of the text, if it is that of the server. */
  readonly lang?: 'en';
  /** Two lines that show the position, for a monospace font. */
  readonly drawing?: string;
}

/** A rejection, by kind of solution. */
export type Refusal =
  /** The configuration file has changed since it was read. */
  | { readonly kind: 'stale' }
  /** Problems by key. */
  | { readonly kind: 'faults'; readonly faults: Readonly<Record<string, FieldProblem>> }
  | { readonly kind: 'other' };

function isFault(value: unknown): value is SettingFaultWire {
  if (typeof value !== 'object' || value === null) return false;
  const { key, problem, remedy } = value as Record<string, unknown>;
  return [key, problem, remedy].every((part) => typeof part === 'string');
}

function faultsOf(answer: unknown): readonly SettingFaultWire[] {
  if (typeof answer !== 'object' || answer === null || !('faults' in answer)) return [];
  return Array.isArray(answer.faults) ? answer.faults.filter(isFault) : [];
}

function problemOf({ problem, remedy, drawing }: SettingFaultWire): FieldProblem {
  const text = `${problem}${/[.!?]$/.test(problem) ? '' : '.'} ${remedy}`;
  return { text, ...(typeof drawing === 'string' ? { drawing } : {}) };
}

/** Reads the error of a save. Without a response of the server, the kind is `other`. */
export function readRefusal(error: unknown): Refusal {
  const { status, answer } = error as { readonly status?: number; readonly answer?: unknown };
  const faults = faultsOf(answer);
  if (faults.length > 0)
    return {
      kind: 'faults',
      faults: Object.fromEntries(faults.map((fault) => [fault.key, problemOf(fault)])),
    };
  return { kind: status === 409 ? 'stale' : 'other' };
}

/** Whether a save failed because the configuration file has changed on disk. */
export function isStale(error: unknown): boolean {
  return readRefusal(error).kind === 'stale';
}
