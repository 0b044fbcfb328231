// Writes the files of an export: realms for Keycloak, and state files with what Keycloak has no place for.
import { join } from 'node:path';
import type { MovedRealm } from '#protocol/store/moving.ts';
import { type Finding, KeycloakRealm, type WriteRealm } from './keycloak-users.ts';
import { type OutputFile, type OutputFiles, removeFiles } from './output-files.ts';
import { PrettyObject } from './pretty-json.ts';
import { formatCount, type Progress } from './progress.ts';
import { STATE_SUFFIX } from './state-format.ts';
import { writeState } from './state-writer.ts';

export type UsersLayout = 'different_files' | 'same_file' | 'realm_file' | 'skip';

export interface ExportPlan {
  readonly kind: 'dir' | 'file';
  /** A folder or a file. */
  readonly path: string;
  readonly layout: UsersLayout;
  readonly usersPerFile: number;
  /** With everything that is stored. A single file then has only that, and is not for Keycloak. */
  readonly withSessions: boolean;
  /** Whether a single file contains one realm instead of a list. */
  readonly isOneRealm: boolean;
}

export interface ExportParts {
  readonly outputs: OutputFiles;
  readonly writeRealm: WriteRealm;
  readonly progress: Progress;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/** A realm that has been written, with what Keycloak will read differently. */
export interface ExportedRealm {
  readonly realm: string;
  readonly users: number;
  /** Undefined without sessions. */
  readonly sessions: number | undefined;
  readonly report: readonly Finding[];
}

/** A realm's name may contain characters that lead out of the folder. */
export function fileNameOf(realm: string): string {
  return realm.replaceAll(/[/\\:\0]/g, '_');
}

/** Files that are closed at the same time: each waits for the disk. */
const CLOSED_AT_ONCE = 16;

class Closing {
  #running: Promise<void>[] = [];

  async add(closed: Promise<void>): Promise<void> {
    // Its error is thrown when the others have ended.
    closed.catch(() => undefined);
    this.#running.push(closed);
    if (this.#running.length >= CLOSED_AT_ONCE) await this.settle();
  }

  async settle(): Promise<void> {
    const results = await Promise.allSettled(this.#running.splice(0));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }
}

/** Writes realms one after another. Files get their names with {@link finish}. */
export class ExportFiles {
  readonly #plan: ExportPlan;
  readonly #parts: ExportParts;
  #single: OutputFile | undefined;
  #count = 0;
  /** Files of the folder by realm: the realm's own and those beside it. */
  readonly #written = new Map<string, Set<string>>();

  constructor(plan: ExportPlan, parts: ExportParts) {
    this.#plan = plan;
    this.#parts = parts;
  }

  /** @throws {OptionError} for a file that cannot be written. @throws the reason of an aborted signal. */
  async add(moved: MovedRealm): Promise<ExportedRealm> {
    const { kind, withSessions } = this.#plan;
    const position = this.#count;
    this.#count += 1;
    if (kind === 'dir') return this.#addToFolder(moved, position);
    this.#single ??= await this.#parts.outputs.create(this.#plan.path);
    if (!withSessions) return this.#addToList(moved, this.#single, position);
    const counts = await this.#writeState(moved, this.#single, position, {});
    return { realm: moved.realm.realm, ...counts, report: [] };
  }

  /** Gives the files their names, in place of those of an earlier export. */
  async finish(): Promise<void> {
    const { outputs } = this.#parts;
    if (this.#plan.kind === 'file') {
      this.#single ??= await outputs.create(this.#plan.path);
      if (!this.#plan.withSessions && !this.#plan.isOneRealm)
        await this.#single.write(this.#count === 0 ? '[]\n' : '\n]\n');
      await this.#single.close();
    }
    await outputs.commit();
    for (const [name, files] of this.#written) await this.#removeEarlier(name, files);
  }

  /** Users of an earlier export would be imported with the realm. */
  async #removeEarlier(name: string, files: ReadonlySet<string>): Promise<void> {
    const isUsers = (file: string): boolean =>
      file.startsWith(`${name}-users-`) && /^\d+\.json$/.test(file.slice(`${name}-users-`.length));
    const isState = (file: string): boolean => file === `${name}${STATE_SUFFIX}`;
    const keepsUsers = this.#plan.layout === 'skip';
    await removeFiles(
      this.#plan.path,
      (file) => !files.has(file) && ((isUsers(file) && !keepsUsers) || isState(file)),
    );
  }

  /** Compat: with a realm, the file is that realm; without, an array of all. */
  async #addToList(moved: MovedRealm, file: OutputFile, position: number): Promise<ExportedRealm> {
    const { isOneRealm } = this.#plan;
    const keycloak = new KeycloakRealm(moved, this.#parts.writeRealm);
    const by = isOneRealm ? '' : '  ';
    if (!isOneRealm) await file.write(position === 0 ? '[\n  ' : ',\n  ');
    const users = await this.#writeWithUsers(file, keycloak, moved, by);
    if (isOneRealm) await file.write('\n');
    return { realm: moved.realm.realm, users, sessions: undefined, report: keycloak.report() };
  }

  async #addToFolder(moved: MovedRealm, position: number): Promise<ExportedRealm> {
    const { realm } = moved.realm;
    const name = fileNameOf(realm);
    const digests = new Map<string, string>();
    const keycloak = new KeycloakRealm(moved, this.#parts.writeRealm);
    const users = await this.#writeForKeycloak(name, keycloak, moved, digests);
    this.#written.set(name, new Set([...digests.keys()]));
    if (!this.#plan.withSessions) return { realm, users, sessions: undefined, report: keycloak.report() };
    const state = `${name}${STATE_SUFFIX}`;
    const file = await this.#parts.outputs.create(join(this.#plan.path, state));
    const counts = await this.#writeState(moved, file, position, Object.fromEntries(digests));
    await file.close();
    this.#written.get(name)?.add(state);
    return { realm, ...counts, report: keycloak.report() };
  }

  /** Compat: `shop-realm.json`, and `shop-users-0.json` beside it. The number of users. */
  async #writeForKeycloak(
    name: string,
    keycloak: KeycloakRealm,
    moved: MovedRealm,
    digests: Map<string, string>,
  ): Promise<number> {
    const { layout, path } = this.#plan;
    const realmFile = `${name}-realm.json`;
    const file = await this.#parts.outputs.create(join(path, realmFile));
    let users = 0;
    if (layout === 'realm_file') {
      users = await this.#writeWithUsers(file, keycloak, moved, '');
      await file.write('\n');
    } else await file.write(`${JSON.stringify(await keycloak.readRealm(), undefined, 2)}\n`);
    digests.set(realmFile, await file.close());
    if (layout === 'realm_file' || layout === 'skip') return users;
    return this.#writeUserFiles(name, keycloak, moved, digests);
  }

  async #writeWithUsers(
    file: OutputFile,
    keycloak: KeycloakRealm,
    moved: MovedRealm,
    by: string,
  ): Promise<number> {
    const pretty = new PrettyObject(by);
    let count = 0;
    await file.write(pretty.head(await keycloak.readRealm()));
    for await (const user of keycloak.users()) {
      await file.write(pretty.user(user));
      count += 1;
      this.#report(moved, count);
    }
    await file.write(pretty.tail());
    return count;
  }

  async #writeUserFiles(
    name: string,
    keycloak: KeycloakRealm,
    moved: MovedRealm,
    digests: Map<string, string>,
  ): Promise<number> {
    const { layout, usersPerFile, path } = this.#plan;
    const size = layout === 'same_file' ? Number.POSITIVE_INFINITY : usersPerFile;
    const closing = new Closing();
    let page: { readonly file: OutputFile; readonly pretty: PrettyObject; readonly name: string } | undefined;
    let [pages, count] = [0, 0];
    const close = async (): Promise<void> => {
      if (page === undefined) return;
      const { file, pretty, name: fileName } = page;
      page = undefined;
      await file.write(`${pretty.tail()}\n`);
      await closing.add(file.close().then((digest) => void digests.set(fileName, digest)));
    };
    try {
      for await (const user of keycloak.users()) {
        if (page === undefined) {
          const fileName = `${name}-users-${pages}.json`;
          pages += 1;
          const pretty = new PrettyObject();
          page = { file: await this.#parts.outputs.create(join(path, fileName)), pretty, name: fileName };
          await page.file.write(pretty.head({ realm: moved.realm.realm }));
        }
        await page.file.write(page.pretty.user(user));
        count += 1;
        this.#report(moved, count);
        if (count % size === 0) await close();
      }
      await close();
    } finally {
      await closing.settle();
    }
    return count;
  }

  async #writeState(
    moved: MovedRealm,
    file: OutputFile,
    position: number,
    files: Readonly<Record<string, string>>,
  ): Promise<{ readonly users: number; readonly sessions: number }> {
    let written = { users: 0, sessions: 0 };
    const lines = writeState(moved, {
      position,
      now: this.#parts.now,
      files: () => files,
      written: (users, sessions) => {
        written = { users, sessions };
        this.#report(moved, users, sessions);
      },
    });
    for await (const line of lines) await file.write(line);
    return written;
  }

  #report({ realm: { realm } }: MovedRealm, users: number, sessions = 0): void {
    this.#parts.signal?.throwIfAborted();
    this.#parts.progress.report(() => {
      const more = sessions === 0 ? '' : `, sessions: ${formatCount(sessions)}`;
      return `Exporting realm ${realm}, users: ${formatCount(users)}${more}`;
    });
  }
}
