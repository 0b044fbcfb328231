// Collects settings without effect: many clients or users with the same setting become one line.
import type { IneffectiveSettingWire } from '#protocol/contract/import-report.ts';
import type { PathStep } from '#protocol/contract/settings/kept.ts';

/** How many names a line contains. */
const MOST_NAMES = 20;

interface Group {
  readonly pattern: string;
  readonly message: string;
  /** Path of the only place. */
  readonly path: string;
  readonly names: string[];
  readonly values: Set<string>;
  count: number;
}

export interface Finding {
  readonly path: readonly PathStep[];
  readonly value: string | undefined;
  readonly message: string;
  /** Part of the line's identity: places with another value are another line. */
  readonly apart?: boolean;
}

const render = (path: readonly PathStep[], nameItem: (item: string) => string): string =>
  path.reduce<string>((text, step) => {
    if (typeof step !== 'string') return `${text}[${nameItem(step.item)}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');

/** `web: my-mapper` for `clients[web].protocolMappers[my-mapper]`. */
const nameOfPlace = (path: readonly PathStep[]): string =>
  path.flatMap((step) => (typeof step === 'string' ? [] : [step.item])).join(': ');

/** Lines in the order of their first places. */
export class Findings {
  readonly #groups = new Map<string, Group>();

  add({ path, value, message, apart }: Finding): void {
    const pattern = render(path, () => '*');
    const key = [pattern, message, ...(apart === true ? [value] : [])].join('\n');
    const known = this.#groups.get(key);
    const group: Group = known ?? {
      pattern,
      message,
      path: render(path, (item) => item),
      names: [],
      values: new Set(),
      count: 0,
    };
    group.count += 1;
    if (group.names.length < MOST_NAMES) group.names.push(nameOfPlace(path));
    if (value !== undefined && group.values.size <= 1) group.values.add(value);
    if (known === undefined) this.#groups.set(key, group);
  }

  list(): readonly IneffectiveSettingWire[] {
    return [...this.#groups.values()].map(({ pattern, message, path, names, values, count }) => {
      const [value, ...others] = values;
      return {
        path: count === 1 ? path : pattern,
        ...(value === undefined || others.length > 0 ? {} : { value }),
        ...(count === 1 ? {} : { count, names }),
        message,
      };
    });
  }
}
