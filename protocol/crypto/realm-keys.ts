// Manages each realm's keys: stored as realm components, generated on demand and off the main thread.
import type { KeyObject } from 'node:crypto';
import type { Clock } from '#protocol/clock.ts';
import type { ComponentRepresentation } from '#protocol/contract/realm-representation.ts';
import { KEY_PROVIDER } from '#protocol/contract/settings/component.ts';
import { StorageError } from '#protocol/errors/storage-error.ts';
import type { Logger } from '#protocol/log/logger.ts';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { createUuid, sha1Base64Url, sha256Base64Url } from './identifiers.ts';
import type { SigningKey, VerificationKey } from './jws.ts';
import {
  fillKeyComponent,
  findKeyFault,
  findUnfilled,
  keyProviderFor,
  listMissingAlgorithms,
  makeKeyComponent,
  type RealmKey,
  readKeyComponent,
} from './key-components.ts';
import { findKeyProvider, findUnusedKeySettings } from './key-providers.ts';
import { createUnsavedKeys, type UnsavedKey, type UnsavedKeys, withKeys } from './unsaved-keys.ts';

/** Keys that every realm has (Keycloak's defaults, without the AES key, which is not needed here). */
const DEFAULT_ALGORITHMS = ['RS256', 'RSA-OAEP', 'HS512'];
const PUBLISHED_ALGORITHMS = ['RS256', 'RSA-OAEP'];
const DEFAULT_PRIORITY = 100;

/** RFC 7517 §5. */
interface PublicJwks {
  readonly keys: readonly object[];
}

/**
 * Keys by realm name. Methods generate missing keys unless stated otherwise; concurrent callers share one
 * generation. When a key that a request needs cannot be written to disk, it is used from memory and saved
 * later; an explicit change of keys fails instead.
 */
export interface RealmKeys {
  /** The active key with the highest priority. @throws {TypeError} for an unknown realm or algorithm. */
  signingKey(realmName: string, algorithm: string): Promise<SigningKey>;
  /** The active or passive key with this `kid`; without `kid` the active one. Generates nothing. */
  verificationKey(
    realmName: string,
    kid: string | undefined,
    algorithm: string,
  ): Promise<VerificationKey | undefined>;
  /** All keys by priority; generates default keys and those that a realm file left out. */
  list(realmName: string): Promise<readonly RealmKey[]>;
  /** Public keys that are not disabled. */
  publicJwks(realmName: string): Promise<PublicJwks>;
  /** Generates a key with top priority; previous ones no longer sign but still verify. @throws {TypeError} */
  rotate(realmName: string, algorithm: string): Promise<RealmKey>;
  /** Disables a key: it no longer signs, verifies or is published. Resolves to false if there is none. */
  disable(realmName: string, kid: string): Promise<boolean>;
}

/** The parts of a realm that keys need. */
interface KeyedRealm {
  readonly id: string;
  readonly realm: string;
  readonly components?: Record<string, ComponentRepresentation[]> | undefined;
}

/** Access to stored realms; implemented by the store. */
export interface KeyedRealms<R extends KeyedRealm> {
  find(name: string): R | undefined;
  /** Resolves once the change is on disk. */
  update(name: string, change: (realm: R) => R): Promise<R>;
}

type Components = readonly ComponentRepresentation[];

interface KeySource<R extends KeyedRealm> {
  readonly realms: KeyedRealms<R>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly unsaved: UnsavedKeys;
}

const NO_COMPONENTS: Components = [];

function requireRealm<R extends KeyedRealm>(realms: KeyedRealms<R>, name: string): R {
  const realm = realms.find(name);
  if (realm === undefined) throw new TypeError(`there is no realm ${name}`);
  return realm;
}

/** A realm's key components, including those not saved yet. */
function componentsOf<R extends KeyedRealm>(
  { realms, unsaved }: KeySource<R>,
  realmName: string,
): Components {
  const realm = requireRealm(realms, realmName);
  return unsaved.merge(realm.id, realm.components?.[KEY_PROVIDER] ?? NO_COMPONENTS);
}

/** Reads the keys of components by priority; cached per version of the components. */
type KeyReader = (realmName: string, components: Components) => readonly RealmKey[];

function createKeyReader(log: Logger): KeyReader {
  const parsed = new WeakMap<Components, readonly RealmKey[]>();
  return (realmName, components) => {
    const known = parsed.get(components);
    if (known !== undefined) return known;
    const keys = components
      .flatMap((component) => readOrReport(component, realmName, log))
      .sort((a, b) => b.priority - a.priority);
    parsed.set(components, keys);
    return keys;
  };
}

function findActive(keys: readonly RealmKey[], algorithm: string): RealmKey | undefined {
  return keys.find((key) => key.algorithm === algorithm && key.status === 'ACTIVE');
}

type SaveKey = (realmName: string, key: UnsavedKey) => Promise<unknown>;

interface Generation {
  readonly priority: number;
  /** The component whose key is missing. */
  readonly unfilled: ComponentRepresentation | undefined;
  readonly save: SaveKey;
}

/** Generates and stores keys; concurrent callers share one generation. */
function createKeyGenerator<R extends KeyedRealm>(source: KeySource<R>, read: KeyReader) {
  const { realms, clock, unsaved } = source;
  const keysOf = (realmName: string): readonly RealmKey[] => read(realmName, componentsOf(source, realmName));
  const pending = new Map<string, Promise<RealmKey>>();
  const make = async (
    realmName: string,
    algorithm: string,
    { priority, unfilled, save }: Generation,
  ): Promise<RealmKey> => {
    const owner = { realmName, priority, now: clock.now() };
    const made =
      unfilled === undefined
        ? await makeKeyComponent(algorithm, owner)
        : await fillKeyComponent(unfilled, owner);
    const component = { ...made, id: made.id ?? createUuid() };
    await save(realmName, { component, unfilled });
    const keys = keysOf(realmName);
    const own = keys.find((candidate) => candidate.componentId === component.id);
    // Another server may have been faster; its key is that of the realm then.
    const key = own ?? findActive(keys, algorithm);
    if (key === undefined) throw new TypeError(`the new ${algorithm} key of ${realmName} cannot be read`);
    return key;
  };
  const saveNow: SaveKey = (realmName, key) =>
    realms.update(realmName, (realm) => withComponents(realm, [key]));
  /** Keeps the key that another server has made meanwhile. */
  const saveMissing = (realmName: string, algorithm: string, key: UnsavedKey): Promise<unknown> =>
    realms.update(realmName, (realm) => {
      const stored = realm.components?.[KEY_PROVIDER] ?? NO_COMPONENTS;
      return findActive(read(realmName, stored), algorithm) === undefined
        ? withComponents(realm, [key])
        : realm;
    });
  const saveOrKeep = async (realmName: string, algorithm: string, key: UnsavedKey): Promise<void> => {
    try {
      await saveMissing(realmName, algorithm, key);
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
      unsaved.add(requireRealm(realms, realmName), key, error);
    }
  };
  const ensure = (realmName: string, algorithm: string): Promise<RealmKey> | RealmKey => {
    unsaved.saveSoon(requireRealm(realms, realmName));
    const known = findActive(keysOf(realmName), algorithm);
    if (known !== undefined) return known;
    if (keyProviderFor(algorithm) === undefined)
      throw new TypeError(`${algorithm} is not a supported key algorithm`);
    const realm = requireRealm(realms, realmName);
    const id = `${realm.id} ${algorithm}`;
    const running = pending.get(id);
    if (running !== undefined) return running;
    // A realm file may contain keys without material.
    const unfilled = findUnfilled(componentsOf(source, realmName), algorithm);
    const started = make(realmName, algorithm, {
      priority: DEFAULT_PRIORITY,
      unfilled,
      save: (name, key) => saveOrKeep(name, algorithm, key),
    });
    const made = started.finally(() => pending.delete(id));
    pending.set(id, made);
    return made;
  };
  /** @throws {StorageError} when the key cannot be saved. */
  const makeSaved = (realmName: string, algorithm: string, priority: number): Promise<RealmKey> =>
    make(realmName, algorithm, { priority, unfilled: undefined, save: saveNow });
  return { makeSaved, ensure };
}

/** Returns the same object for the same key, so that caches attached to it work. */
function createSigningKeys(): (key: RealmKey) => SigningKey {
  const known = new WeakMap<RealmKey, SigningKey>();
  return (key) => {
    const signing = known.get(key) ?? { kid: key.kid, algorithm: key.algorithm, key: signingMaterial(key) };
    known.set(key, signing);
    return signing;
  };
}

/** Unreadable keys are logged and skipped. */
export function createRealmKeys<R extends KeyedRealm>(
  realms: KeyedRealms<R>,
  clock: Clock,
  log: Logger = silentLogger,
): RealmKeys {
  const unsaved = createUnsavedKeys(
    (realmName, keys) => realms.update(realmName, (realm) => withComponents(realm, keys)),
    clock,
    log,
  );
  const source = { realms, clock, log, unsaved };
  const read = createKeyReader(log);
  const keysOf = (realmName: string): readonly RealmKey[] => read(realmName, componentsOf(source, realmName));
  const { makeSaved, ensure } = createKeyGenerator(source, read);
  const toSigningKey = createSigningKeys();
  const published = new WeakMap<readonly RealmKey[], PublicJwks>();
  return {
    signingKey: async (realmName, algorithm) => toSigningKey(await ensure(realmName, algorithm)),
    async verificationKey(realmName, kid, algorithm) {
      if (realms.find(realmName) === undefined) return undefined;
      const matches = (key: RealmKey): boolean =>
        key.algorithm === algorithm &&
        key.use === 'SIG' &&
        key.status !== 'DISABLED' &&
        (kid === undefined || key.kid === kid);
      const key = keysOf(realmName).find(matches);
      const material = key?.secretKey ?? key?.publicKey;
      return key === undefined || material === undefined
        ? undefined
        : { kid: key.kid, algorithm, key: material };
    },
    async list(realmName) {
      const required = new Set([
        ...DEFAULT_ALGORITHMS,
        ...listMissingAlgorithms(componentsOf(source, realmName)),
      ]);
      await Promise.all([...required].map((algorithm) => ensure(realmName, algorithm)));
      return keysOf(realmName);
    },
    async publicJwks(realmName) {
      await Promise.all(PUBLISHED_ALGORITHMS.map((algorithm) => ensure(realmName, algorithm)));
      const keys = keysOf(realmName);
      const jwks = published.get(keys) ?? { keys: keys.filter(isPublished).map(toJwk) };
      published.set(keys, jwks);
      return jwks;
    },
    async rotate(realmName, algorithm) {
      await unsaved.save(requireRealm(realms, realmName));
      const highest = Math.max(DEFAULT_PRIORITY - 1, ...keysOf(realmName).map((key) => key.priority));
      const added = await makeSaved(realmName, algorithm, highest + 1);
      const previous = keysOf(realmName).filter(
        (key) => key.algorithm === algorithm && key.status === 'ACTIVE' && key !== added,
      );
      if (previous.length > 0)
        await realms.update(realmName, (realm) => withSetting(realm, previous, 'active'));
      return keysOf(realmName).find((key) => key.componentId === added.componentId) ?? added;
    },
    async disable(realmName, kid) {
      await unsaved.save(requireRealm(realms, realmName));
      const found = keysOf(realmName).filter((key) => key.kid === kid && key.status !== 'DISABLED');
      if (found.length > 0) await realms.update(realmName, (realm) => withSetting(realm, found, 'enabled'));
      return found.length > 0;
    },
  };
}

function isPublished(key: RealmKey): boolean {
  return key.publicKey !== undefined && key.status !== 'DISABLED';
}

function readOrReport(component: ComponentRepresentation, realm: string, log: Logger): readonly RealmKey[] {
  try {
    const key = readKeyComponent(component);
    if (
      findUnusedKeySettings(component.providerId) === undefined &&
      findKeyProvider(component.providerId) === undefined
    )
      log.warn('A key of an unsupported provider is kept but not used', {
        realm,
        key: component.name,
        provider: component.providerId,
      });
    const fault = key === undefined ? findKeyFault(component) : undefined;
    if (fault !== undefined)
      log.error('A key of the realm cannot be made and is not used', { realm, key: component.name, fault });
    return key === undefined ? [] : [key];
  } catch (error) {
    log.error('A key of the realm cannot be read and is not used', { realm, key: component.name }, error);
    return [];
  }
}

function signingMaterial(key: RealmKey): KeyObject {
  const material = key.secretKey ?? key.privateKey;
  if (material === undefined) throw new TypeError(`key ${key.kid} has no private part`);
  return material;
}

/** Adds keys to a realm, each replacing the component whose key was missing. */
function withComponents<R extends KeyedRealm>(realm: R, keys: readonly UnsavedKey[]): R {
  const stored = realm.components?.[KEY_PROVIDER] ?? NO_COMPONENTS;
  return { ...realm, components: { ...realm.components, [KEY_PROVIDER]: withKeys(stored, keys) } };
}

/** Sets `active` or `enabled` of some keys to false. */
function withSetting<R extends KeyedRealm>(
  realm: R,
  keys: readonly RealmKey[],
  name: 'active' | 'enabled',
): R {
  const ids = new Set(keys.map((key) => key.componentId));
  const components = (realm.components?.[KEY_PROVIDER] ?? []).map((component) =>
    ids.has(component.id) ? { ...component, config: { ...component.config, [name]: ['false'] } } : component,
  );
  return { ...realm, components: { ...realm.components, [KEY_PROVIDER]: components } };
}

/** RFC 7517 §4, with the certificate if there is one. */
function toJwk(key: RealmKey): object {
  const jwk = key.publicKey?.export({ format: 'jwk' }) ?? {};
  const { kty, n, e, crv, x, y } = jwk;
  const certificate = key.certificate === undefined ? undefined : Buffer.from(key.certificate, 'base64');
  return {
    kid: key.kid,
    kty,
    alg: key.algorithm,
    use: key.use.toLowerCase(),
    ...(certificate === undefined
      ? {}
      : {
          x5c: [key.certificate],
          x5t: sha1Base64Url(certificate),
          'x5t#S256': sha256Base64Url(certificate),
        }),
    ...(n === undefined ? { crv, x, ...(y === undefined ? {} : { y }) } : { n, e }),
  };
}
