// Every port of the server: the main listeners first, then the management interface; closed in the same order.
import type { ComposedServer } from './compose.ts';
import type { ServerCredentials } from './http/server-credentials.ts';
import { type Listeners, type ListenersSetup, openListeners } from './listeners.ts';
import { type ManagementInterface, prepareManagement } from './management/management-interface.ts';
import type { ManagementPlan } from './management/plan.ts';

export interface PortsSetup extends Pick<ListenersSetup, 'options' | 'log' | 'tlsFiles'> {
  readonly composed: Pick<ComposedServer, 'listening' | 'store' | 'clocks' | 'grants' | 'lifecycle'>;
  readonly plan: ManagementPlan;
}

export interface Ports extends Listeners {
  /** Of the management interface: `http://127.0.0.1:9000`; undefined while the options do not ask for it. */
  readonly managementUrl: string | undefined;
}

/** How long a health check in flight may take at the end of a stop, in milliseconds. */
const MANAGEMENT_GRACE_MS = 500;

/**
 * Opens every port, or none.
 * @throws {OptionError} for a port in use, an address the machine does not have, or an unusable certificate.
 */
export async function openPorts({ composed, plan, log, ...setup }: PortsSetup): Promise<Ports> {
  const { listening, lifecycle } = composed;
  const management = await prepareManagement({ ...composed, plan, listening, log: log.child('management') });
  const listeners = await openListeners({ ...setup, log, ...management.listening });
  // Compat: only a configured certificate turns on HTTPS there. Health checks do not trust a generated one, and
  // are written for plain HTTP.
  await openOrClose(management, listeners, setup.tlsFiles.credentials);
  return {
    ...listeners,
    managementUrl: management.url,
    /** Readiness is DOWN from now on, while requests in flight finish. */
    async close(graceMs) {
      lifecycle.isStopping = true;
      await listeners.close(graceMs);
      await management.close(MANAGEMENT_GRACE_MS);
    },
  };
}

async function openOrClose(
  management: Pick<ManagementInterface<ListenersSetup>, 'open'>,
  listeners: Listeners,
  mainTls: ServerCredentials | undefined,
): Promise<void> {
  try {
    await management.open(mainTls);
  } catch (error) {
    await listeners.close(0);
    throw error;
  }
}
