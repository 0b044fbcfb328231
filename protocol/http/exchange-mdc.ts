// The diagnostic context for log records about calls to other servers.
import type { Mdc } from '#protocol/contract/log-record.ts';
import type { RealmExchange } from './exchange.ts';

/** For a call that an exchange makes on behalf of a client. */
export function mdcOfCall(
  { id, realm, activity }: Pick<RealmExchange, 'id' | 'realm' | 'activity'>,
  clientId: string,
): Mdc {
  return { realm: realm.name, client: clientId, flow: activity.flow, exchange: id };
}
