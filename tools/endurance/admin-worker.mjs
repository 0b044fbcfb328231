// A worker that changes a realm through the admin API and records what was acknowledged.
import { ChangeLedger } from './ledger.mjs';
import { REALM } from './realm.mjs';

/** Beyond this number, entries are deleted, so that the data directory does not grow. */
const MOST_ENTRIES = 8;

const versionOf = (text) => Number(text);

/** Entries that can be changed: paths, representation of a version, and how to read the version back. */
const KINDS = {
  client: {
    path: '/clients',
    body: (name, version) => ({ clientId: name, name: String(version), publicClient: true }),
    read: ({ clientId, name, id }) => ({ name: clientId, version: versionOf(name), id }),
  },
  user: {
    path: '/users',
    query: '?max=10000',
    body: (name, version) => ({ username: name, firstName: String(version), email: `${name}@example.test` }),
    read: ({ username, firstName, id }) => ({ name: username, version: versionOf(firstName), id }),
  },
  role: {
    path: '/roles',
    body: (name, version) => ({ name, description: String(version) }),
    read: ({ name, description }) => ({ name, version: versionOf(description), id: name }),
  },
};

export const ADMIN_KINDS = [...Object.keys(KINDS), 'realm'];

/** Statuses that acknowledge a change. */
function checkAccepted(answer, what) {
  if (answer.status >= 200 && answer.status < 300) return;
  throw new RefusedError(`${what}: ${answer.status} ${answer.body.slice(0, 200)}`);
}

/** A response that is wrong even if the server was killed before. */
export class RefusedError extends Error {}

/** Changes entries of one kind, one after another; their names start with `prefix`. */
export class AdminWorker {
  #kind;
  #prefix;
  #ledger = new ChangeLedger();
  /** IDs on the server, by name. */
  #ids = new Map();
  #nextNumber = 0;
  #nextVersion = 1;

  constructor(kind, prefix) {
    this.#kind = kind;
    this.#prefix = `${prefix}-${kind}-`;
  }

  /** One change; resolves when it is acknowledged. */
  async work(caller, random, counts) {
    if (this.#kind === 'realm') await this.#changeRealm(caller);
    else await this.#changeEntry(caller, random);
    counts.adminChanges++;
  }

  async #changeRealm(caller) {
    const version = this.#nextVersion++;
    const acknowledge = this.#ledger.begin('display name', version);
    checkAccepted(await caller.admin('PUT', '', { displayName: String(version) }), 'change of the realm');
    acknowledge();
  }

  #changeEntry(caller, random) {
    const names = [...this.#ids.keys()];
    if (names.length === 0 || (names.length < MOST_ENTRIES && random.oneIn(3))) return this.#create(caller);
    const name = random.pick(names);
    if (names.length >= MOST_ENTRIES || random.oneIn(3)) return this.#delete(caller, name);
    return this.#update(caller, name);
  }

  async #create(caller) {
    const { path, body } = KINDS[this.#kind];
    const name = `${this.#prefix}${this.#nextNumber++}`;
    const version = this.#nextVersion++;
    const acknowledge = this.#ledger.begin(name, version);
    const answer = await caller.admin('POST', path, body(name, version));
    checkAccepted(answer, `creation of ${name}`);
    acknowledge();
    this.#ids.set(name, this.#kind === 'role' ? name : answer.location.split('/').at(-1));
  }

  async #update(caller, name) {
    const { path, body } = KINDS[this.#kind];
    const version = this.#nextVersion++;
    const acknowledge = this.#ledger.begin(name, version);
    const answer = await caller.admin('PUT', `${path}/${this.#ids.get(name)}`, body(name, version));
    checkAccepted(answer, `change of ${name}`);
    acknowledge();
  }

  async #delete(caller, name) {
    const acknowledge = this.#ledger.begin(name, undefined);
    const answer = await caller.admin('DELETE', `${KINDS[this.#kind].path}/${this.#ids.get(name)}`);
    checkAccepted(answer, `deletion of ${name}`);
    acknowledge();
    this.#ids.delete(name);
  }

  /** Compares everything with the server; returns descriptions of the losses. */
  async check(caller) {
    if (this.#kind === 'realm') return this.#checkRealm(caller);
    const { path, query = '', read } = KINDS[this.#kind];
    const answer = await caller.admin('GET', path + query);
    checkAccepted(answer, `list of ${path}`);
    const found = new Map(
      answer.json
        .map(read)
        .filter(({ name }) => name.startsWith(this.#prefix))
        .map((entry) => [entry.name, entry]),
    );
    const losses = [...new Set([...this.#ledger.keys(), ...found.keys()])]
      .map((name) => this.#ledger.check(name, found.get(name)?.version))
      .filter((loss) => loss !== undefined);
    this.#ids = new Map([...found].map(([name, { id }]) => [name, id]));
    // A deletion is checked once, because names are not reused.
    for (const name of this.#ledger.keys()) if (!found.has(name)) this.#ledger.forget(name);
    return losses;
  }

  async #checkRealm(caller) {
    const answer = await caller.admin('GET', '');
    checkAccepted(answer, `realm ${REALM}`);
    const shown = answer.json.displayName;
    const loss = this.#ledger.check('display name', shown === undefined ? undefined : versionOf(shown));
    return loss === undefined ? [] : [loss];
  }
}
