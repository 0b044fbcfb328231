// For tests of complete starts: a temporary installation, and starts with its options.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestLog } from '#protocol/log/testing/log.ts';
import { type RunningServer, startServer } from '#protocol/server.ts';
import { resolveOptions } from '#protocol/start/config/resolve-options.ts';
import { listDemoRealmFiles } from '#protocol/start/demo-realm-files.ts';

const repository = join(import.meta.dirname, '../..');

export interface TestInstallation {
  /** The installation's folder; relative paths in options are resolved against it. */
  readonly home: string;
  readonly log: ReturnType<typeof createTestLog>;
  /** Starts with the installation's options plus these. */
  start(more?: Record<string, string>): Promise<RunningServer>;
}

/** A temporary installation with a free port, logging every level. */
export function setUp(
  flags: Record<string, string> = {},
  environment: Record<string, string> = {},
): TestInstallation {
  const home = mkdtempSync(join(tmpdir(), 'understudy-server-'));
  const commandLine = new Map(
    Object.entries({ 'http-port': '0', 'demo-realm': 'true', 'log-level': 'all', ...flags }),
  );
  const log = createTestLog();
  const optionSources = { commandLine, environment, home, workingDirectory: home };
  const start = async (more: Record<string, string> = {}) => {
    const sources = { ...optionSources, commandLine: new Map([...commandLine, ...Object.entries(more)]) };
    const options = resolveOptions(sources);
    return startServer({
      options,
      optionSources: sources,
      logControl: log.open(options),
      version: '1.2.3',
      runtime: 'test',
      environment: { NAME: 'imported' },
      consoleFolder: join(home, 'console'),
      applicationsFolder: join(home, 'none'),
      demoRealmFiles: listDemoRealmFiles(repository),
    });
  };
  return { home, log, start };
}
