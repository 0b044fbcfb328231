// A realm file that cannot be used: the member at fault and what to do about it.

/** A realm representation that is refused; `member` is its path, such as `clients[3].redirectUris`. */
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
