// The refusal of a state file.
import { OptionError } from '#protocol/errors/option-error.ts';

/** What is wrong with a state file, with the place in it, and the remedy. Exit code 1. */
export function stateError(
  path: string,
  place: number | undefined,
  problem: string,
  remedy: string,
): OptionError {
  const at = place === undefined ? path : `${path}:${place}`;
  return new OptionError('import-realm', `${at}: ${problem}`, remedy, { exitCode: 1 });
}

/** Remedy for files that are not as they were written. */
export const EXPORT_AGAIN =
  'Copy the file again or export again. State files cannot be edited: to change a realm, edit its realm file and import it without the state file.';
