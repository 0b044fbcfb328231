import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { silentLogger } from '#protocol/log/silent-logger.ts';
import { openFileStore } from '../file/open-file-store.ts';
import type { Store } from '../store.ts';
import { CRASH_USERS } from './crash-writer.ts';
import { createTestFolder } from './folder.ts';

const source = fileURLToPath(new URL('crash-writer.ts', import.meta.url));
/** The writer as one compiled file: compiling it at each of its starts takes longer than the kills. */
const folder = mkdtempSync(join(tmpdir(), 'understudy-crash-writer-'));
const script = join(folder, 'crash-writer.mjs');

before(() =>
  build({
    configFile: false,
    root: fileURLToPath(new URL('../../..', import.meta.url)),
    logLevel: 'error',
    publicDir: false,
    ssr: { target: 'node', noExternal: true },
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      minify: false,
      rolldownOptions: { input: source, output: { format: 'es', entryFileNames: 'crash-writer.mjs' } },
    },
  }),
);
after(() => rmSync(folder, { recursive: true, force: true }));

/** Total number of kills, half of them in each of two directories in parallel. */
const KILLS = 50;
const MOST_LINES_BEFORE_KILL = 80;

/** Runs the writer until it has reported `linesBeforeKill` lines, kills it, and returns its reports. */
async function runAndKill(dataDir: string, linesBeforeKill: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [script, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const complaint = text(child.stderr);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (lines.length === linesBeforeKill) child.kill('SIGKILL');
  }
  const [code, signal] = await exited;
  assert.equal(signal, 'SIGKILL', `the writer ended by itself with ${code}: ${await complaint}`);
  return lines;
}

interface Acknowledged {
  /** Highest count by user id, and of the realm. */
  readonly counts: Map<string, number>;
  readonly realms: Set<string>;
  readonly removed: Set<string>;
  /** Realms whose removal was requested: after a crash they may exist or not. */
  readonly uncertain: Set<string>;
  /** Newest acknowledged state by session id. */
  readonly sessions: Map<string, SessionState>;
}

const SESSION_STATES = ['began', 'used', 'revoked', 'ended'] as const;
type SessionState = (typeof SESSION_STATES)[number];

function isSessionState(kind: string | undefined): kind is SessionState {
  return SESSION_STATES.some((state) => state === kind);
}

function note(acknowledged: Acknowledged, lines: readonly string[]): void {
  const { counts, realms, removed, uncertain, sessions } = acknowledged;
  for (const line of lines) {
    const [kind, name = '', value] = line.split(' ');
    if (isSessionState(kind)) sessions.set(name, kind);
    else if (kind === 'user' || kind === 'realm') counts.set(name, Number(value));
    else if (kind === 'created') realms.add(name);
    else realms.delete(name);
    if (kind === 'removing') uncertain.add(name);
    if (kind === 'removed') {
      uncertain.delete(name);
      removed.add(name);
    }
  }
}

/** A counter is at the acknowledged value, or one higher for a change in progress. */
async function compareCounts(store: Store, counts: Map<string, number>): Promise<void> {
  for (const [name, count] of counts) {
    const record = name === 'base' ? store.realms.find('base') : await store.users.find('base', name);
    const found = record?.notBefore ?? 0;
    assert.ok(found === count || found === count + 1, `${name}: ${count} acknowledged, ${found} found`);
    counts.set(name, found);
  }
}

/** Created realms exist and removed ones do not; a creation in progress is complete or absent. */
async function compareRealms(store: Store, { realms, removed, uncertain }: Acknowledged): Promise<void> {
  const found = new Set(store.realms.list().map((realm) => realm.realm));
  found.delete('base');
  for (const name of realms) assert.ok(found.has(name), `${name} was acknowledged and is not there`);
  for (const name of removed) assert.ok(!found.has(name), `${name} was removed and is there`);
  const underWay = [...found].filter((name) => !realms.has(name) && !uncertain.has(name));
  assert.ok(underWay.length <= 1, `more than the one realm under way: ${underWay}`);
  for (const name of found) {
    assert.equal(await store.users.count(name, {}), CRASH_USERS, name);
    await store.realms.remove(name);
  }
  for (const names of [realms, removed, uncertain]) names.clear();
}

/** A session is in its acknowledged state, or in the next one for a change in progress. */
async function compareSessions(store: Store, sessions: ReadonlyMap<string, SessionState>): Promise<void> {
  for (const [id, state] of sessions) {
    const isRevoked = (kind: string): Promise<boolean> =>
      store.sessions.isTokenRevoked('base', `${kind}-${id}`);
    const session = await store.sessions.find('base', id);
    const reached = SESSION_STATES.indexOf(state);
    if (reached >= 3) assert.equal(session, undefined, `${id} was ended and is there`);
    else if (reached < 2) assert.ok(session, `${id} was acknowledged and is not there`);
    if (reached >= 2) assert.ok(await isRevoked('revoked'), `a token of ${id} was revoked and is valid`);
    if (reached >= 1) assert.ok(await isRevoked('used'), `a refresh token of ${id} was used and is valid`);
    if (session?.lastAccessAt !== 9) assert.equal(await isRevoked('used'), session === undefined, id);
  }
}

describe(`contract "State": killed ${KILLS} times at any moment`, { concurrency: 2 }, () => {
  for (const half of ['first', 'second']) {
    test(`the next start has every acknowledged change (${half} half)`, async (context) => {
      const dataDir = await createTestFolder(context);
      const acknowledged: Acknowledged = {
        counts: new Map(),
        realms: new Set(),
        removed: new Set(),
        uncertain: new Set(),
        sessions: new Map(),
      };
      for (let kill = 0; kill < KILLS / 2; kill++) {
        const linesBeforeKill = 1 + Math.floor(Math.random() * MOST_LINES_BEFORE_KILL);
        note(acknowledged, await runAndKill(dataDir, linesBeforeKill));
        const store = await openFileStore(dataDir, { log: silentLogger });
        await compareCounts(store, acknowledged.counts);
        await compareRealms(store, acknowledged);
        await compareSessions(store, acknowledged.sessions);
        await store.close();
      }
    });
  }
});
