// The interface by which protocols write adapter configuration (installation files) for the admin API.
import type { InstallationId } from '#protocol/contract/installations.ts';
import type { Client, Realm } from '../view/realm.ts';

export interface InstallationRequest {
  readonly realm: Realm;
  readonly client: Client;
  /** Base URL for browsers, no trailing slash. */
  readonly baseUrl: string;
}

export type InstallationWriter = (request: InstallationRequest) => Promise<string | Buffer>;

export type InstallationWriters = Readonly<Record<InstallationId, InstallationWriter>>;
