// Answers 503 on every path of a realm that is out of service because one of its files is damaged.
import type { RealmOutOfService, RealmStore } from '#protocol/store/store.ts';
import { RequestFault } from './request-fault.ts';

const REMEDY = 'Repair the file or restore it from a copy, then restart the server.';

/** What happened, why, and how to fix it; does not reveal the data directory. */
function describeDamage(name: string, { file, problem }: RealmOutOfService): string {
  const consequence = name === 'master' ? ' Until then no administrator of the server can sign in.' : '';
  return `Realm ${name} is out of service: its file ${file} cannot be used (${problem}). ${REMEDY}${consequence}`;
}

/** RFC 9110 §15.6.4. */
export function realmOutOfService(name: string, damage: RealmOutOfService): RequestFault {
  return new RequestFault(503, 'realm_out_of_service', describeDamage(name, damage), {
    remedy: REMEDY,
    section: 'RFC 9110 §15.6.4',
  });
}

/** Paths of a realm; captures the name. */
const REALM_PATH = /^\/(?:admin\/|emulator\/v1\/)?realms\/([^/]+)/;

/** @throws {RequestFault} 503 when the path belongs to a realm that is out of service. */
export function checkInService(realms: RealmStore, path: string): void {
  // Nearly always there is none, and other requests pay nothing.
  if (realms.listOutOfService().length === 0) return;
  const segment = REALM_PATH.exec(path)?.[1];
  if (segment === undefined) return;
  const name = decodeSegment(segment);
  const damage = realms.findOutOfService(name);
  if (damage !== undefined) throw realmOutOfService(name, damage);
}

/** An undecodable segment names no realm; the router rejects it. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
