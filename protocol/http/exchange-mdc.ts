// What a record about a foreign server belongs to: the exchange and the client for which it was called.
import type { Mdc } from '#protocol/contract/log-record.ts';
import type { RealmExchange } from './exchange.ts';

/** The diagnostic context of a call that an exchange makes for a client. */
export function mdcOfCall(
  { id, realm, activity }: Pick<RealmExchange, 'id' | 'realm' | 'activity'>,
  clientId: string,
): Mdc {
  return { realm: realm.name, client: clientId, flow: activity.flow, exchange: id };
}
