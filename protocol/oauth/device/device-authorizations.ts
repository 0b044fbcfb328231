// Device authorizations: what stands behind a device code and a user code, from the request to the tokens.
import { createRandomText } from '#protocol/crypto/identifiers.ts';
import type { ExpiringStore, Store } from '#protocol/store/store.ts';
import type { CodeChallenge } from '../authorization-facts.ts';
import { createUserCode } from './user-code.ts';

/** What a device asked for. */
interface DeviceRequest {
  readonly realmId: string;
  readonly clientUuid: string;
  /** Every scope that applies, as sessions remember them. */
  readonly scope: string;
  readonly nonce: string | undefined;
  readonly codeChallenge: CodeChallenge | undefined;
  /** Activity's flow. */
  readonly flow: string;
}

/** The sign-in that approved it. */
interface Approval {
  readonly sessionId: string;
  readonly acr: string;
  /** Milliseconds on the realm's clock. */
  readonly authenticatedAt: number;
}

/** How far it is. `used`: the tokens were asked for, with whatever outcome. */
type Progress =
  | { readonly state: 'pending' | 'denied' | 'used' }
  | { readonly state: 'approved'; readonly approval: Approval };

/** One device authorization; never changed in place. */
export interface DeviceAuthorization extends DeviceRequest {
  readonly deviceCode: string;
  /** As it is kept, without dash. */
  readonly userCode: string;
  /** Milliseconds on the realm's clock. */
  readonly expiresAt: number;
  /** Seconds that the device must leave between two polls, by now. */
  readonly intervalSeconds: number;
  /** The last poll that came in time, in milliseconds on the realm's clock. */
  readonly polledAt: number | undefined;
  /** A poll has come too early since then. */
  readonly hurried: boolean;
  readonly progress: Progress;
}

/** How long the codes live, in seconds, and how often the device may ask. */
interface DeviceLifespans {
  readonly lifespanSeconds: number;
  readonly intervalSeconds: number;
}

/** What a poll found. */
type Poll =
  | { readonly outcome: 'used' | 'expired' | 'slow_down' | 'pending' | 'denied' }
  | { readonly outcome: 'approved'; readonly approval: Approval };

/** Device authorizations of all realms. They live in memory and end with the process. */
export interface DeviceAuthorizations {
  /** Makes both codes. */
  begin(request: DeviceRequest, lifespans: DeviceLifespans, now: number): DeviceAuthorization;
  findByUserCode(realmId: string, userCode: string, now: number): DeviceAuthorization | undefined;
  findByDeviceCode(realmId: string, deviceCode: string, now: number): DeviceAuthorization | undefined;
  /** Those that wait for their person, oldest first; at most 100. */
  listPending(realmId: string, now: number): readonly DeviceAuthorization[];
  /** The person's answer; false when it comes too late: somebody has answered, or the codes have expired. */
  answer(deviceCode: string, approval: Approval | 'denied', now: number): boolean;
  /** A poll of the device, which is counted; an approval is given once. RFC 8628 §3.5. */
  poll(device: DeviceAuthorization, now: number): Poll;
}

/** How long an expired one is remembered beyond the interval, so that the device hears why. Milliseconds. */
const REMEMBERED_MS = 10_000;
/** How many are listed: what a person can look through. */
const MAX_LISTED = 100;
/** By how much the interval grows when a device hurries, in seconds. RFC 8628 §3.5. */
const SLOWER_BY_SECONDS = 5;

function isOver(device: DeviceAuthorization, now: number): boolean {
  return now >= device.expiresAt;
}

function isTooEarly({ polledAt, intervalSeconds }: DeviceAuthorization, now: number): boolean {
  return polledAt !== undefined && now < polledAt + intervalSeconds * 1000;
}

/** What a poll comes to, and what is to be remembered of it. An early one makes the interval grow once until the device has waited (docs/decisions/0056-device-polls.md). */
function judgePoll(
  device: DeviceAuthorization,
  now: number,
): { readonly poll: Poll; readonly kept?: DeviceAuthorization } {
  const { progress, hurried, intervalSeconds } = device;
  if (progress.state === 'used') return { poll: { outcome: 'used' } };
  if (isOver(device, now)) return { poll: { outcome: 'expired' } };
  if (isTooEarly(device, now)) {
    const slower = intervalSeconds + (hurried ? 0 : SLOWER_BY_SECONDS);
    return { poll: { outcome: 'slow_down' }, kept: { ...device, hurried: true, intervalSeconds: slower } };
  }
  const polled = { ...device, polledAt: now, hurried: false };
  if (progress.state !== 'approved') return { poll: { outcome: progress.state }, kept: polled };
  const { approval } = progress;
  return { poll: { outcome: 'approved', approval }, kept: { ...polled, progress: { state: 'used' } } };
}

/** Makes the memory. */
export function createDeviceAuthorizations(store: Pick<Store, 'createExpiringStore'>): DeviceAuthorizations {
  const devices: ExpiringStore<DeviceAuthorization> = store.createExpiringStore<DeviceAuthorization>();
  const byUserCode: ExpiringStore<string> = store.createExpiringStore<string>();
  const keep = (device: DeviceAuthorization, now: number): DeviceAuthorization => {
    const until = device.expiresAt + device.intervalSeconds * 1000 + REMEMBERED_MS;
    devices.put(device.deviceCode, device, until, now);
    return device;
  };
  const findByDeviceCode = (realmId: string, deviceCode: string, now: number) => {
    const device = devices.find(deviceCode, now);
    return device?.realmId === realmId ? device : undefined;
  };
  const keyOf = (realmId: string, userCode: string): string => `${realmId} ${userCode}`;
  const createFreeUserCode = (realmId: string, now: number): string => {
    const userCode = createUserCode();
    return byUserCode.find(keyOf(realmId, userCode), now) === undefined
      ? userCode
      : createFreeUserCode(realmId, now);
  };
  return {
    begin(request, { lifespanSeconds, intervalSeconds }, now) {
      const userCode = createFreeUserCode(request.realmId, now);
      const expiresAt = now + lifespanSeconds * 1000;
      const begun: DeviceAuthorization = {
        ...request,
        deviceCode: createRandomText(32),
        userCode,
        expiresAt,
        intervalSeconds,
        polledAt: undefined,
        hurried: false,
        progress: { state: 'pending' },
      };
      const device = keep(begun, now);
      byUserCode.put(keyOf(request.realmId, userCode), device.deviceCode, expiresAt + REMEMBERED_MS, now);
      return device;
    },
    findByUserCode: (realmId, userCode, now) =>
      findByDeviceCode(realmId, byUserCode.find(keyOf(realmId, userCode), now) ?? '', now),
    findByDeviceCode,
    listPending: (realmId, now) =>
      devices.list(
        (device) => device.realmId === realmId && device.progress.state === 'pending' && !isOver(device, now),
        now,
        MAX_LISTED,
      ),
    answer(deviceCode, approval, now) {
      const device = devices.find(deviceCode, now);
      if (device === undefined || isOver(device, now) || device.progress.state !== 'pending') return false;
      const progress: Progress =
        approval === 'denied' ? { state: 'denied' } : { state: 'approved', approval };
      keep({ ...device, progress }, now);
      return true;
    },
    poll(device, now) {
      const { kept, poll } = judgePoll(device, now);
      if (kept !== undefined) keep(kept, now);
      return poll;
    },
  };
}
