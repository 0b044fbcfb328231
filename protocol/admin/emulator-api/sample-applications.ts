// The bundled sample applications: each runs in a worker thread and reports the URL it listens on.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SampleApplicationWire } from '#protocol/contract/admin-api.ts';
import type { Logger } from '#protocol/log/logger.ts';

/** How long an application may take to start listening, in milliseconds. */
const START_TIMEOUT_MS = 15_000;

/** Settings of an application; beyond these two, whatever its protocol needs (`application-settings.ts`). */
export interface ApplicationSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly [setting: string]: string | number;
}

interface SampleApplicationRow {
  readonly title: string;
  readonly summary: string;
  readonly protocol: 'openid-connect' | 'saml';
  /** Its clientId in the demo realm. */
  readonly clientId: string;
  /** File of its bundle, run as a worker thread. */
  readonly worker: string;
  /** Path of the page that begins a sign-in; absent if users do not sign in with their browser. */
  readonly signIn?: string;
}

export const SAMPLE_APPLICATIONS = {
  web: {
    title: 'Web application',
    summary:
      'A small web application that signs users in with the authorization code flow and PKCE, and shows the tokens it gets.',
    protocol: 'openid-connect',
    clientId: 'demo-web',
    worker: 'web.js',
    signIn: '/login',
  },
  'consumption-device': {
    title: 'Consumption device',
    summary:
      'A point of sale that asks a customer to approve a payment (CIBA) and waits. The prompt appears on the Device screen, as it would on the customer’s phone.',
    protocol: 'openid-connect',
    clientId: 'demo-ciba',
    worker: 'consumption-device.js',
  },
  'service-provider': {
    title: 'Service provider',
    summary:
      'An application that signs users in and out with SAML 2.0. Its requests are signed; it shows the name identifier, the attributes and the XML that it received.',
    protocol: 'saml',
    clientId: 'demo-saml',
    worker: 'service-provider.js',
    signIn: '/login',
  },
} as const;
SAMPLE_APPLICATIONS satisfies Record<string, SampleApplicationRow>;

export type SampleApplicationId = keyof typeof SAMPLE_APPLICATIONS;

/** The applications of all realms. */
export interface SampleApplications {
  /** The state of each application in a realm. */
  list(realmName: string): readonly SampleApplicationWire[];
  /** Starts it, or returns the running one; resolves when it listens or has failed. */
  start(
    realmName: string,
    id: SampleApplicationId,
    settings: ApplicationSettings,
  ): Promise<SampleApplicationWire>;
  stop(realmName: string, id: SampleApplicationId): Promise<SampleApplicationWire>;
  /** Stops those of a realm that is removed. */
  stopRealm(realmName: string): Promise<void>;
  /** Stops all of them, when the server stops. */
  close(): Promise<void>;
}

interface Running {
  readonly worker: Worker;
  readonly started: Promise<void>;
  state: 'starting' | 'running' | 'failed';
  url?: string;
  error?: string;
}

export function isSampleApplicationId(id: string): id is SampleApplicationId {
  return Object.hasOwn(SAMPLE_APPLICATIONS, id);
}

/** The worker's message: a URL, or the reason why there is none. */
function readMessage(message: unknown): { url?: string; error?: string } {
  const { url, error } = (message ?? {}) as { url?: unknown; error?: unknown };
  return { ...(typeof url === 'string' ? { url } : {}), ...(typeof error === 'string' ? { error } : {}) };
}

function fail(running: Running, error: string): void {
  running.state = 'failed';
  delete running.url;
  running.error ??= error;
}

function launch(module: string, settings: ApplicationSettings): Running {
  const worker = new Worker(module, { workerData: { port: 0, ...settings } });
  let settle = (): void => undefined;
  const started = new Promise<void>((resolve) => {
    settle = () => {
      // Once it runs, it must not keep the process alive.
      worker.unref();
      resolve();
    };
  });
  const running: Running = { worker, started, state: 'starting' };
  const timer = setTimeout(() => {
    fail(running, `it did not listen within ${START_TIMEOUT_MS / 1000} s`);
    void worker.terminate();
  }, START_TIMEOUT_MS);
  timer.unref();
  worker.on('message', (message: unknown) => {
    const { url, error } = readMessage(message);
    clearTimeout(timer);
    if (url === undefined) {
      fail(running, error ?? 'it posted no address');
      void worker.terminate();
    } else {
      running.state = 'running';
      running.url = url;
    }
    settle();
  });
  worker.on('error', (error: unknown) =>
    fail(running, error instanceof Error ? error.message : String(error)),
  );
  worker.on('exit', (code) => {
    clearTimeout(timer);
    fail(running, `it ended with code ${code}`);
    settle();
  });
  return running;
}

/** `folder` contains the bundle of each application. */
export function createSampleApplications(deps: {
  readonly folder: string;
  readonly log: Logger;
}): SampleApplications {
  const applications = new Map<string, Running>();
  const keyOf = (realmName: string, id: SampleApplicationId): string => `${realmName}/${id}`;

  function show(realmName: string, id: SampleApplicationId): SampleApplicationWire {
    const { title, summary } = SAMPLE_APPLICATIONS[id];
    const running = applications.get(keyOf(realmName, id));
    if (running === undefined) return { id, title, summary, state: 'stopped' };
    const { state, url, error } = running;
    return {
      id,
      title,
      summary,
      state,
      ...(url === undefined ? {} : { url }),
      ...(error === undefined ? {} : { error }),
    };
  }

  return {
    list: (realmName) =>
      (Object.keys(SAMPLE_APPLICATIONS) as SampleApplicationId[]).map((id) => show(realmName, id)),

    async start(realmName, id, settings) {
      const key = keyOf(realmName, id);
      let running = applications.get(key);
      if (running === undefined || running.state === 'failed') {
        running = launch(join(deps.folder, SAMPLE_APPLICATIONS[id].worker), settings);
        applications.set(key, running);
      }
      await running.started;
      const shown = show(realmName, id);
      if (shown.state === 'failed')
        deps.log.warn('Sample application failed', {
          realm: realmName,
          application: id,
          reason: shown.error,
        });
      return shown;
    },

    async stop(realmName, id) {
      const running = applications.get(keyOf(realmName, id));
      applications.delete(keyOf(realmName, id));
      await running?.worker.terminate();
      return show(realmName, id);
    },

    async stopRealm(realmName) {
      for (const id of Object.keys(SAMPLE_APPLICATIONS)) {
        const key = keyOf(realmName, id as SampleApplicationId);
        const running = applications.get(key);
        applications.delete(key);
        await running?.worker.terminate();
      }
    },

    async close() {
      const all = [...applications.values()];
      applications.clear();
      await Promise.all(all.map(({ worker }) => worker.terminate()));
    },
  };
}
