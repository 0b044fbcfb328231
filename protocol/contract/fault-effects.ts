// The table of effects: which endpoints each can be used at, and how Activity describes it.
import type { EndpointName } from './endpoints.ts';
import type { FaultEffectWire, FaultRequestWire } from './faults.ts';

/** Every effect but the delay, which combines with the others. */
export type EffectName =
  | 'status'
  | 'oauthError'
  | 'drop'
  | 'cut'
  | 'wrongKey'
  | 'expired'
  | 'kidMissing'
  | 'staleKeys';

interface EffectRow {
  /** Endpoints where the effect makes sense; undefined: all. */
  readonly endpoints?: readonly EndpointName[];
  /** What to use elsewhere. */
  readonly otherwise?: string;
  /** What happens to the answer, as a phrase. */
  describe(effect: FaultEffectWire, endpoint: EndpointName): string;
}

const TOKEN_ANSWERS: readonly EndpointName[] = ['token', 'userinfo', 'introspection', 'registry'];

export const FAULT_EFFECTS: Readonly<Record<EffectName, EffectRow>> = {
  status: { describe: ({ status }) => `status ${status}` },
  oauthError: {
    endpoints: ['authorization', 'token', 'userinfo', 'introspection', 'revocation', 'device', 'ciba', 'par'],
    otherwise: 'Use status, with body if needed.',
    describe: ({ oauthError }) => `error ${oauthError?.error}`,
  },
  drop: { describe: () => 'connection closed without an answer' },
  cut: { describe: () => 'connection closed after half of the body' },
  wrongKey: {
    endpoints: TOKEN_ANSWERS,
    otherwise: 'Use endpoint token, whose answers contain tokens.',
    describe: () => 'tokens signed with a key that the realm does not have',
  },
  expired: {
    endpoints: ['token', 'registry'],
    otherwise: 'Use endpoint token, whose answers contain tokens with a lifespan.',
    describe: () => 'tokens that have already expired',
  },
  kidMissing: {
    endpoints: ['keys', ...TOKEN_ANSWERS],
    otherwise: 'Use endpoint keys or token.',
    describe: (_effect, endpoint) => (endpoint === 'keys' ? 'keys without kid' : 'tokens without kid'),
  },
  staleKeys: {
    endpoints: ['keys'],
    otherwise: 'Use endpoint keys.',
    describe: () => 'keys without the newest signing key of the realm',
  },
};

/** In the order of the reference. The table's type lists exactly these keys. */
export const EFFECT_NAMES: readonly EffectName[] = Object.keys(FAULT_EFFECTS) as EffectName[];

function describeDelay(delayMs: number): string {
  return delayMs < 1000 ? `${delayMs} ms` : `${delayMs / 1000} s`;
}

/** The fault's effects besides the delay. */
function listEffects(effect: FaultEffectWire): readonly EffectName[] {
  return EFFECT_NAMES.filter((name) => effect[name] !== undefined);
}

/** The fault's effect; undefined if it only delays. */
export function effectOf(effect: FaultEffectWire): EffectName | undefined {
  return listEffects(effect)[0];
}

/** What happens to the answer, as a phrase: `delayed by 5 s; status 503`. */
export function describeEffect({ do: effect, match }: Pick<FaultRequestWire, 'do' | 'match'>): string {
  const name = effectOf(effect);
  const delay = effect.delayMs === undefined ? [] : [`delayed by ${describeDelay(effect.delayMs)}`];
  const rest = name === undefined ? [] : [FAULT_EFFECTS[name].describe(effect, match.endpoint)];
  return [...delay, ...rest].join('; ');
}

/** Headers that describe the connection or the length, which the server sets. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Why the headers in the member cannot be sent, as a sentence without a full stop; undefined if they can. */
export function findHeaderProblem(
  member: string,
  headers: Readonly<Record<string, string | null>>,
): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]{1,256}$/.test(name)) return `${member}: "${name}" is not the name of a header`;
    if (RESERVED_HEADERS.has(name.toLowerCase()))
      return `${member}.${name} is set by the server; remove it, or use drop or cut of a fault to break the connection`;
    if (!/^[\t\x20-\x7e]{0,8192}$/.test(value ?? ''))
      return `${member}.${name} must be printable ASCII of at most 8192 characters`;
  }
  return undefined;
}

/** Why the match cannot be used, as a sentence without a full stop; undefined if it can. */
export function findMatchProblem({
  endpoint,
  grant,
  client,
  user,
}: FaultRequestWire['match']): string | undefined {
  if (grant !== undefined && endpoint !== 'token')
    return `match.grant is for endpoint token only; remove it, or set match.endpoint to "token" instead of "${endpoint}"`;
  if (isPublicEndpoint(endpoint) && (client !== undefined || user !== undefined))
    return `match.${client === undefined ? 'user' : 'client'} is not possible for endpoint ${endpoint}, whose requests name nobody; remove it`;
  return undefined;
}

/** Whether the effect makes sense at the endpoint. */
export function isPossibleAt(name: EffectName, endpoint: EndpointName): boolean {
  return FAULT_EFFECTS[name].endpoints?.includes(endpoint) !== false;
}

/** Endpoints whose requests name neither client nor user. */
export function isPublicEndpoint(endpoint: EndpointName): boolean {
  return endpoint === 'keys' || endpoint === 'discovery';
}

/** Why the request cannot be armed, as a sentence without a full stop; undefined if it can. */
export function findFaultProblem(request: FaultRequestWire): string | undefined {
  const { do: effect, match } = request;
  const names = listEffects(effect);
  const [name] = names;
  if (names.length > 1) return `do has ${names.join(' and ')}; choose one (delayMs may be added to it)`;
  if (effect.status === undefined && (effect.body !== undefined || effect.headers !== undefined))
    return `do.${effect.body === undefined ? 'headers' : 'body'} needs do.status, the status of the answer that it is part of`;
  if (name === undefined && effect.delayMs === undefined)
    return `do has no effect; set one of ${EFFECT_NAMES.join(', ')}, delayMs`;
  if (name !== undefined && !isPossibleAt(name, match.endpoint)) {
    const { endpoints = [], otherwise } = FAULT_EFFECTS[name];
    return `do.${name} is not possible at endpoint ${match.endpoint}, only at ${endpoints.join(', ')}. ${otherwise}`;
  }
  return findMatchProblem(match) ?? findHeaderProblem('do.headers', effect.headers ?? {});
}
