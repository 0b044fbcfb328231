// Realm files as JSON.stringify with two spaces writes them, whose users are added one by one.

/** Text with each line but the first further to the right. */
const indent = (text: string, by: string): string => (by === '' ? text : text.replaceAll('\n', `\n${by}`));

/** An object that ends with a list of users, which are written after it. */
export class PrettyObject {
  readonly #by: string;
  #isEmpty = true;

  /** `by`: spaces before each line. */
  constructor(by = '') {
    this.#by = by;
  }

  /** The other members, up to the list. */
  head(members: object): string {
    const text = JSON.stringify({ ...members, users: [] }, undefined, 2);
    return indent(text.slice(0, text.lastIndexOf(']')), this.#by);
  }

  user(user: object): string {
    const separator = this.#isEmpty ? '' : ',';
    this.#isEmpty = false;
    const by = `${this.#by}    `;
    return `${separator}\n${by}${indent(JSON.stringify(user, undefined, 2), by)}`;
  }

  tail(): string {
    return this.#isEmpty ? `]\n${this.#by}}` : `\n${this.#by}  ]\n${this.#by}}`;
  }
}
