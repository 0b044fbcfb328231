// Finds and edits the values at a place of a realm file, such as `users[].clientRoles{key}`.

/** Returned by an edit to remove a value. */
export const GONE: unique symbol = Symbol('gone');

/** What an edit learns about the value. Valid only during the edit. */
interface Spot {
  /** `clients[2].defaultClientScopes[0]`. Formed on request, because most values stay as they are. */
  path(): string;
  /** Key of the innermost map on the way: for `users[].clientRoles{}[]` the client that owns the role. */
  readonly key: string | undefined;
}

/** The value to store instead, {@link GONE} to remove it, or the value itself. */
export type Edit = (value: unknown, spot: Spot) => unknown;

type StepKind = 'member' | 'items' | 'tree' | 'values' | 'keys' | 'json';

interface Step {
  readonly kind: StepKind;
  /** The name of a member. */
  readonly name: string;
  /** Whether a removal below removes the surrounding item instead. */
  readonly passesRemoval: boolean;
  readonly next: Step | undefined;
}

/** A parsed place. */
export interface Location {
  readonly first: Step | undefined;
}

const STEP = /\.?([A-Za-z_]\w*)|\[\*\*\]|\[\]!?|\{key\}|\{\}|<json>/y;
const OWNER = '[]!';
const KINDS: Readonly<Record<string, StepKind>> = {
  '[]': 'items',
  [OWNER]: 'items',
  '[**]': 'tree',
  '{}': 'values',
  '{key}': 'keys',
  '<json>': 'json',
};

function readSteps(text: string): RegExpExecArray[] {
  const steps: RegExpExecArray[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const at = STEP.lastIndex;
    const match = STEP.exec(text);
    if (match === null) throw new TypeError(`${text}: cannot be read from ${text.slice(at)} on`);
    steps.push(match);
  }
  return steps;
}

/**
 * Parses a place: members joined by dots, `[]` the items of a list, `[**]` groups at every depth, `{}` the values
 * of a map, `{key}` its keys, `<json>` the JSON in a text. After `[]!`, a removal removes the item of that list.
 * @throws {TypeError} for anything else.
 */
export function parseLocation(text: string): Location {
  const steps = readSteps(text);
  const owner = steps.findIndex(([token]) => token === OWNER);
  return {
    first: steps.reduceRight<Step | undefined>(
      (next, [token, name = ''], index) => ({
        kind: KINDS[token] ?? 'member',
        name,
        next,
        passesRemoval: owner !== -1 && index > owner,
      }),
      undefined,
    ),
  };
}

/** The object with the values at the location edited; the same object if none changes. GONE if it is removed. */
export function editAt<T extends object>(root: T, location: Location, edit: Edit): T | typeof GONE {
  return new Walk(edit).at(root, location.first) as T | typeof GONE;
}

type JsonRecord = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Assigning to __proto__ would set the prototype. */
function define(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') record[name] = value;
  else Object.defineProperty(record, name, { value, enumerable: true, writable: true, configurable: true });
}

/** The record with a member replaced, or without it. Members keep their order. */
function replaceMember(record: JsonRecord, name: string, value: unknown): JsonRecord {
  const next: Record<string, unknown> = {};
  for (const [other, kept] of Object.entries(record)) {
    if (other !== name) define(next, other, kept);
    else if (value !== GONE) define(next, name, value);
  }
  return next;
}

/** One edit. It is the spot of every value itself: a large realm has many values. */
class Walk implements Spot {
  readonly #edit: Edit;
  /** Names and positions of what leads to the value. */
  readonly #trail: (string | number)[] = [];
  readonly #keys: string[] = [];

  constructor(edit: Edit) {
    this.#edit = edit;
  }

  at(value: unknown, step: Step | undefined): unknown {
    if (step === undefined) return this.#edit(value, this);
    switch (step.kind) {
      case 'member':
        return this.#member(value, step);
      case 'items':
      case 'tree':
        return this.#items(value, step);
      case 'values':
        return this.#values(value, step);
      case 'keys':
        return this.#keysOf(value, step);
      default:
        return this.#json(value, step);
    }
  }

  get key(): string | undefined {
    return this.#keys.at(-1);
  }

  readonly path = (): string => {
    const steps = this.#trail.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`));
    return steps.join('').replace(/^\./, '');
  };

  #below(segment: string | number, value: unknown, step: Step | undefined): unknown {
    this.#trail.push(segment);
    const next = this.at(value, step);
    this.#trail.pop();
    return next;
  }

  #member(value: unknown, step: Step): unknown {
    if (!isRecord(value) || !Object.hasOwn(value, step.name)) return value;
    const before = value[step.name];
    const after = this.#below(step.name, before, step.next);
    if (after === before) return value;
    return after === GONE && step.passesRemoval ? GONE : replaceMember(value, step.name, after);
  }

  #items(value: unknown, step: Step): unknown {
    if (!Array.isArray(value)) return value;
    let changed: unknown[] | undefined;
    for (const [index, item] of value.entries()) {
      const next = this.#item(index, item, step);
      if (next === item) {
        changed?.push(item);
        continue;
      }
      changed ??= value.slice(0, index);
      if (next !== GONE) changed.push(next);
    }
    return changed ?? value;
  }

  #item(index: number, item: unknown, step: Step): unknown {
    const own = this.#below(index, item, step.next);
    if (step.kind === 'items' || !isRecord(own) || !Array.isArray(own['subGroups'])) return own;
    const before = own['subGroups'];
    this.#trail.push(index);
    const after = this.#below('subGroups', before, step);
    this.#trail.pop();
    return after === before ? own : replaceMember(own, 'subGroups', after);
  }

  #values(value: unknown, step: Step): unknown {
    if (!isRecord(value)) return value;
    let next: JsonRecord = value;
    for (const [key, before] of Object.entries(value)) {
      this.#keys.push(key);
      const after = this.#below(key, before, step.next);
      this.#keys.pop();
      if (after !== before) next = replaceMember(next, key, after);
    }
    return next;
  }

  /** A key that becomes equal to another one joins its list. */
  #keysOf(value: unknown, step: Step): unknown {
    if (!isRecord(value)) return value;
    const keys = Object.keys(value);
    const renamed = keys.map((key) => this.#below(key, key, step.next));
    if (keys.every((key, index) => key === renamed[index])) return value;
    const next: Record<string, unknown> = {};
    for (const [index, key] of renamed.entries()) {
      if (typeof key !== 'string') continue;
      const [own, joined] = [value[keys[index] ?? ''], Object.hasOwn(next, key) ? next[key] : undefined];
      define(next, key, Array.isArray(own) && Array.isArray(joined) ? unite(joined, own) : own);
    }
    return next;
  }

  /** A text that is not JSON stays as it is. */
  #json(value: unknown, step: Step): unknown {
    if (typeof value !== 'string') return value;
    let before: unknown;
    try {
      before = JSON.parse(value);
    } catch {
      return value;
    }
    const after = this.at(before, step.next);
    return after === before || after === GONE ? value : JSON.stringify(after);
  }
}

function unite(first: readonly unknown[], second: readonly unknown[]): unknown[] {
  return [...new Set([...first, ...second])];
}
