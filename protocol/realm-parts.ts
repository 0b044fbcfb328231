// Registers what is kept of a realm outside the store, so that it is reset, captured and dropped with the realm.
import type { ActivityRecorder } from './activity/activity-recorder.ts';
import type { SharedApplications } from './admin/emulator-api/shared-applications.ts';
import type { AuthenticationDevice } from './authentication-device/authentication-device.ts';
import { type CapturedRealmEvents, NO_EVENTS, type RealmEvents } from './events/realm-events.ts';
import type { MapperWarnings } from './realm/report/mapper-warnings.ts';
import type { BruteForceDetection, CapturedFailures } from './realm/users/brute-force.ts';
import type { DemoPasswords } from './realm/users/demo-passwords.ts';
import type { Pauses } from './test-kit/pauses.ts';
import type { RealmStates } from './test-kit/realm-state.ts';
import type { SharedFaults } from './test-kit/shared-faults.ts';
import type { SharedHolds } from './test-kit/shared-holds.ts';

export interface RealmParts {
  readonly activity: ActivityRecorder;
  readonly applications: SharedApplications;
  readonly bruteForce: BruteForceDetection;
  readonly demoPasswords: DemoPasswords;
  readonly device: Pick<AuthenticationDevice, 'forgetRealm'>;
  readonly events: Pick<RealmEvents, 'capture' | 'restore'>;
  readonly sharedFaults: Pick<SharedFaults, 'clear'>;
  readonly holds: Pick<SharedHolds, 'clear'>;
  readonly mapperWarnings: MapperWarnings;
  readonly pauses: Pick<Pauses, 'end'>;
}

const NO_FAILURES: CapturedFailures = [];

/** What is known of the realm's file, and running applications, outlast a reset. */
const nothing = (): undefined => undefined;

export function registerRealmParts(states: RealmStates, parts: RealmParts): void {
  const { activity, applications, bruteForce, demoPasswords } = parts;
  const { device, events, sharedFaults, holds, mapperWarnings, pauses } = parts;
  states.register({ reset: (_id, name) => activity.clear(name) });
  states.register({ reset: (id, name) => device.forgetRealm(id, name) });
  states.register({
    async reset(id) {
      // Held exchanges go on at once, with this reason.
      const cleared = holds.clear(id);
      pauses.end(id);
      await Promise.all([cleared, sharedFaults.clear(id)]);
    },
  });
  states.register<CapturedRealmEvents>({
    reset: (id) => events.restore(id, NO_EVENTS),
    snapshot: {
      name: 'events',
      capture: (id) => events.capture(id),
      restore: (id, captured) => events.restore(id, captured),
    },
  });
  states.register<CapturedFailures>({
    reset: (id) => bruteForce.restore(id, NO_FAILURES),
    snapshot: {
      name: 'login-failures',
      capture: (id) => bruteForce.capture(id),
      restore: (id, captured) => bruteForce.restore(id, captured),
    },
  });
  states.register({
    reset: nothing,
    drop: (_id, name) => demoPasswords.forget(name),
    rename(_id, from, to) {
      demoPasswords.copy(from, to);
      demoPasswords.forget(from);
    },
    copy: (template, clone) => demoPasswords.copy(template.realm, clone.realm),
  });
  states.register({
    reset: nothing,
    drop: (id) => mapperWarnings.forget(id),
    copy: (template, clone) => mapperWarnings.copy(template.id, clone.id),
  });
  states.register({ reset: nothing, drop: (_id, name) => applications.stopRealm(name) });
}
