// The filter of the list, kept in the URL, so that it survives a reload and can be shared.
import { FLOW_KINDS, type FlowKind } from '#protocol/contract/flow-names.ts';
import type { FlowFilter } from './group-flows.ts';

/** The filter as people set it; the realm is that of the realm switcher, or any. */
export interface FilterChoice extends FlowFilter {
  readonly allRealms: boolean;
  /** Whether reads and the console's own requests are shown, too. */
  readonly background: boolean;
}

/** Members to change; the others are kept. */
export type FilterChange = Partial<Omit<FilterChoice, 'realm'>>;

/** Parameters of the URL by member. */
const PARAMETERS = {
  search: 'q',
  refusedOnly: 'refused',
  kind: 'kind',
  client: 'client',
  user: 'user',
  test: 'test',
  allRealms: 'all-realms',
  background: 'background',
} as const satisfies Record<keyof FilterChange, string>;

/** Shows every flow of the realm. */
export const NO_FILTER: Required<Omit<FilterChange, 'allRealms' | 'background'>> = {
  search: '',
  refusedOnly: false,
  kind: undefined,
  client: undefined,
  user: undefined,
  test: undefined,
};

/** Whether the filter hides flows of the realm. */
export function isNarrow({ search, refusedOnly, kind, client, user, test }: FilterChoice): boolean {
  return search.trim() !== '' || refusedOnly || (kind ?? client ?? user ?? test) !== undefined;
}

function isKind(text: string): text is FlowKind {
  return FLOW_KINDS.some((kind) => kind === text);
}

/** Reads the filter of a URL; `realm` is the selected one. */
export function readFilter(parameters: URLSearchParams, realm: string): FilterChoice {
  const text = (member: keyof FilterChange): string | undefined =>
    parameters.get(PARAMETERS[member]) || undefined;
  const isOn = (member: keyof FilterChange): boolean => text(member) === 'true';
  const kind = text('kind');
  const allRealms = isOn('allRealms');
  return {
    search: text('search') ?? '',
    refusedOnly: isOn('refusedOnly'),
    kind: kind !== undefined && isKind(kind) ? kind : undefined,
    client: text('client'),
    user: text('user'),
    test: text('test'),
    allRealms,
    realm: allRealms ? undefined : realm,
    background: isOn('background'),
  };
}

/** The parameters of a URL with some members changed. */
export function writeFilter(parameters: URLSearchParams, change: FilterChange): URLSearchParams {
  const written = new URLSearchParams(parameters);
  for (const [member, value] of Object.entries(change)) {
    const name = PARAMETERS[member as keyof FilterChange];
    if (value === undefined || value === false || value === '') written.delete(name);
    else written.set(name, String(value));
  }
  return written;
}
