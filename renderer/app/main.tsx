// Entry point of the console: signs in if needed, then renders the application.
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followLanguage } from '../api/bridge.ts';
import { createApi } from '../api/http.ts';
import { createPendingDeletions, type PendingDeletions } from '../api/pending-deletions.ts';
import { createReachability, probeServer } from '../api/reachability.ts';
import { openSession } from '../api/session.ts';
import { languageState, startLanguage, subscribeToLanguage } from '../texts/language.ts';
import { Appearance } from './appearance.tsx';
import { Application } from './application.tsx';
import { SignInFailed } from './sign-in-failed.tsx';

/** Interval of probes while the server is unreachable. */
const PROBE_INTERVAL_MS = 1000;

/** Time to undo a deletion. */
const UNDO_MS = 10_000;

/** Closing the window or leaving the page sends pending deletions. */
function openDeletions(): PendingDeletions {
  const deletions = createPendingDeletions({
    now: () => performance.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    undoMs: UNDO_MS,
  });
  window.addEventListener('pagehide', () => deletions.leave());
  return deletions;
}

async function start(): Promise<void> {
  const element = document.getElementById('root');
  if (element === null) throw new TypeError('index.html has no #root');
  const root = createRoot(element);
  try {
    subscribeToLanguage(() => followLanguage(languageState().language));
    await startLanguage();
    const session = await openSession();
    const reachability = createReachability({
      probe: probeServer,
      now: Date.now,
      probeIntervalMs: PROBE_INTERVAL_MS,
    });
    const api = createApi(session, reachability, openDeletions());
    root.render(
      <StrictMode>
        <Appearance>
          <Application api={api} />
        </Appearance>
      </StrictMode>,
    );
  } catch (error) {
    root.render(
      <Appearance>
        <SignInFailed error={error instanceof Error ? error : new Error(String(error))} />
      </Appearance>,
    );
  }
}

void start();
