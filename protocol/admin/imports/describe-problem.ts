// Why an import failed, in words for the administrator.
import type { ImportProblemWire } from '#protocol/contract/imports.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import { RealmFileError } from '#protocol/realm/file/realm-file-error.ts';
import { DuplicateError, RealmOutOfServiceError } from '#protocol/store/store.ts';

/** An import that fails for a reason of its own. */
export class ImportError extends Error {
  readonly problem: ImportProblemWire;

  constructor(problem: ImportProblemWire) {
    super(problem.message);
    this.name = 'ImportError';
    this.problem = problem;
  }
}

/** The refusal of a realm that exists, unless it is to be replaced or skipped. */
export function realmExists(realm: string): ImportError {
  return new ImportError({
    message: `There is a realm "${realm}" already.`,
    remedy: 'Replace it, skip it, or give the realm in the file another name.',
  });
}

const withStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Undefined for a defect, which has no words for the administrator. */
export function describeProblem(error: unknown): ImportProblemWire | undefined {
  if (error instanceof ImportError) return error.problem;
  if (error instanceof RealmFileError) {
    const { member, message, remedy } = error;
    return { message: withStop(message), remedy, ...(member === '' ? {} : { member }) };
  }
  if (error instanceof DuplicateError) return describeDuplicate(error);
  if (error instanceof RealmOutOfServiceError) {
    const { file, problem } = error.damage;
    return {
      message: `A realm with this name or id is out of service: ${file} cannot be used (${problem}).`,
      remedy: 'Repair or remove its folder, then restart the server.',
    };
  }
  if (error instanceof StorageError) return { message: error.description, remedy: error.remedy };
  return undefined;
}

function describeDuplicate({ member, message }: DuplicateError): ImportProblemWire {
  const remedy =
    member === 'realm' || member === 'id'
      ? `Change or remove the member ${member} of the realm, or delete the other realm.`
      : member === 'federatedIdentities'
        ? 'Link each account of an identity provider with one user.'
        : `Give each user a ${member} of its own.`;
  return { message: withStop(message), remedy };
}
