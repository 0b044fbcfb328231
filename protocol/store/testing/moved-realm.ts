// Realms to move, of any shape, for tests; and what a moved realm contains, for comparisons.

import { collect } from '../collect.ts';
import type { MovedRealm, MovedUser } from '../moving.ts';
import type { ClockSetting, RevokedTokens, StoredRealm, StoredUser, UserSession } from '../store.ts';

/** All that a moved realm contains; what has no order is sorted. */
export interface MovedContent {
  readonly realm: StoredRealm;
  readonly clock: ClockSetting | undefined;
  readonly origin: MovedRealm['origin'];
  readonly users: readonly MovedUser[];
  readonly originUsers: readonly StoredUser[];
  readonly sessions: readonly UserSession[];
  readonly revoked: RevokedTokens;
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** Reads all of a moved realm. */
export async function contentOf(moved: MovedRealm): Promise<MovedContent> {
  const revoked: Record<string, number> = {};
  for await (const tokens of moved.revokedTokens()) Object.assign(revoked, tokens);
  return {
    realm: moved.realm,
    clock: moved.clock,
    origin: moved.origin,
    users: await collect(moved.users()),
    originUsers: (await collect(moved.originUsers())).toSorted(byId),
    sessions: (await collect(moved.sessions())).toSorted(byId),
    revoked,
  };
}

async function* listed<Item>(items: readonly Item[]): AsyncGenerator<Item, void> {
  yield* items;
}

/** A moved realm with this content. */
export function toMoved({ realm, clock, origin, ...content }: MovedContent): MovedRealm {
  return {
    realm,
    clock,
    origin,
    users: () => listed(content.users),
    originUsers: () => listed(content.originUsers),
    sessions: () => listed(content.sessions),
    revokedTokens: () => listed([content.revoked]),
  };
}

/** Numbers from 0 to 1 that are the same for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Texts that a file or a database may not store as they are. */
const TEXTS: readonly string[] = [
  'plain',
  'Ünïcödé 漢字 👩‍💻',
  '\u0000 and \uD800',
  'line\nbreak\u2028',
  '"\\',
  '',
  '\uFDD0',
];

const CLOCKS: readonly (ClockSetting | undefined)[] = [
  undefined,
  { offsetMs: -86_400_000 },
  { frozenAt: 1_700_000_000_123 },
];

/** A realm with users, an origin, sessions of both kinds and revoked tokens, chosen by the seed. */
export function sampleMoved(seed: number, id = `moved-${seed}`): MovedContent {
  const random = createRandom(seed + 1);
  const below = (limit: number): number => Math.floor(random() * limit);
  const text = (): string => TEXTS[below(TEXTS.length)] ?? '';
  const clock = CLOCKS[below(CLOCKS.length)];
  const realm: StoredRealm = {
    id,
    realm: `realm-${id}`,
    displayName: text(),
    attributes: { note: text() },
    components: {
      'org.keycloak.keys.KeyProvider': [{ id: `key-${seed}`, name: 'rsa', providerId: 'rsa', config: {} }],
    },
  };
  const hasOrigin = random() < 0.8;
  const users: MovedUser[] = [];
  const originUsers: StoredUser[] = [];
  for (let index = below(3) * 300 + below(5); index > 0; index -= 1) {
    const user: StoredUser = {
      id: `u${seed}-${index}`,
      username: `user-${(index * 7919) % 1009}-${index}`,
      email: `${index}@Example.org`,
      attributes: { text: [text()] },
      credentials: [{ id: `c${index}`, type: 'password', secretData: '{"value":"x"}', credentialData: '{}' }],
      'x-own': { deep: [1, null, text()] },
    };
    const kind = hasOrigin ? random() : 1;
    users.push({ user, isOriginal: kind < 0.6 });
    if (kind >= 0.6 && kind < 0.8) originUsers.push({ ...user, firstName: 'Before' });
    if (kind >= 0.8 && kind < 0.9) originUsers.push({ id: `gone-${index}`, username: `gone-${index}` });
  }
  const origin = hasOrigin
    ? { realm: { ...realm, displayName: 'first' }, storedAt: 1_600_000_000_000 + below(1e9) }
    : undefined;
  const sessions = Array.from({ length: below(2) * 290 + below(4) }, (_, index) =>
    sampleSession(id, index, text()),
  );
  const revoked = Object.fromEntries(
    Array.from({ length: below(5) }, (_, index) => [`jti-${index}`, 9e12 + index]),
  );
  return { realm, clock, origin, users, originUsers: originUsers.toSorted(byId), sessions, revoked };
}

/** A realm that has everything: more users and sessions than a page, changed users, a clock. */
export function fullSample(id = 'moved-full'): MovedContent {
  for (let seed = 0; ; seed += 1) {
    const sample = sampleMoved(seed, id);
    const { users, originUsers, sessions, clock, revoked } = sample;
    const large = users.length > 256 && sessions.length > 256;
    if (large && originUsers.length > 0 && clock !== undefined && Object.keys(revoked).length > 0)
      return sample;
  }
}

function sampleSession(realmId: string, index: number, text: string): UserSession {
  return {
    id: `s${String(index).padStart(4, '0')}`,
    realmId,
    userId: `u${index % 7}`,
    username: text,
    offline: index % 3 === 0,
    startedAt: 1_700_000_000_000 + (index % 5),
    lastAccessAt: 1_700_000_001_000,
    authenticatedAt: 1_700_000_000_000,
    levels: { 1: 1_700_000_000_000 },
    rememberMe: index % 2 === 0,
    ipAddress: '2001:db8::1',
    userAgent: text,
    flow: 'f',
    clients: {
      [`client-${index % 4}`]: {
        clientUuid: `client-${index % 4}`,
        startedAt: 1_700_000_000_000,
        lastRefreshAt: 1_700_000_000_500,
        scope: 'openid',
        claimsRequest: { id: { acr: { essential: true, values: ['1'] } }, userinfo: {} },
        refreshTokenUse: { jti: `r${index}`, count: index, startedAt: 1 },
      },
    },
  };
}
