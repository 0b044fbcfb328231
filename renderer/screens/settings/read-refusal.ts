// What the server says against a change of the settings: faults of keys, or a file that has changed meanwhile.
import type { SettingFaultWire } from '#protocol/contract/settings.ts';

/** A refusal by what can be done about it. */
export type Refusal =
  /** The configuration file is not the one that the change started from. */
  | { readonly kind: 'stale' }
  /** Faults by key, as sentences. */
  | { readonly kind: 'faults'; readonly faults: Readonly<Record<string, string>> }
  | { readonly kind: 'other' };

function isFault(value: unknown): value is SettingFaultWire {
  if (typeof value !== 'object' || value === null) return false;
  const { key, problem, remedy } = value as Record<string, unknown>;
  return [key, problem, remedy].every((part) => typeof part === 'string');
}

function faultsOf(body: string): readonly SettingFaultWire[] {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null || !('faults' in answer)) return [];
    return Array.isArray(answer.faults) ? answer.faults.filter(isFault) : [];
  } catch {
    // Not JSON: what stands between says no more than the status.
    return [];
  }
}

function sentence({ problem, remedy }: SettingFaultWire): string {
  const end = /[.!?]$/.test(problem) || problem.includes('\n') ? '' : '.';
  return `${problem}${end}${problem.includes('\n') ? '\n' : ' '}${remedy}`;
}

/** Reads an answer's status and body. */
export function readRefusal(status: number, body: string): Refusal {
  const faults = faultsOf(body);
  if (faults.length > 0)
    return {
      kind: 'faults',
      faults: Object.fromEntries(faults.map((fault) => [fault.key, sentence(fault)])),
    };
  return { kind: status === 409 ? 'stale' : 'other' };
}
