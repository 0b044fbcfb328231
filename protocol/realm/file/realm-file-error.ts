// The error for an invalid realm file: the member at fault and how to fix it.

/** A realm representation that was rejected; `member` is a path such as `clients[3].redirectUris`. */
export class RealmFileError extends Error {
  readonly member: string;
  readonly remedy: string;

  constructor(member: string, problem: string, remedy: string, cause?: unknown) {
    super(member === '' ? problem : `${member} ${problem}`, { cause });
    this.name = 'RealmFileError';
    this.member = member;
    this.remedy = remedy;
  }
}
