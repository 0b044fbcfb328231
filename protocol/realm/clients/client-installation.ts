// How a file that sets an application up as a client is written: what the protocols give to the admin API.
import type { InstallationId } from '#protocol/contract/installations.ts';
import type { Client, Realm } from '../view/realm.ts';

/** For which client a file is written. */
export interface InstallationRequest {
  readonly realm: Realm;
  readonly client: Client;
  /** Base URL for browsers, no trailing slash. */
  readonly baseUrl: string;
}

/** Writes one kind of file. */
export type InstallationWriter = (request: InstallationRequest) => Promise<string | Buffer>;

/** A writer for each kind of file. */
export type InstallationWriters = Readonly<Record<InstallationId, InstallationWriter>>;
