// For the tests of this folder: settings whose changes end as the test says. The real ones are in protocol/config, which this folder may not import.
import type {
  Settings,
  SettingsChanged,
  SettingsChangeWire,
  SettingsWire,
} from '#protocol/contract/settings.ts';

/** The settings, and what the test fills in. */
export interface TestSettings {
  readonly settings: Settings;
  /** Changes that came, in order. */
  readonly changes: SettingsChangeWire[];
  /** How changes end from now on. */
  outcome: SettingsChanged;
}

/** What is told of an option that nobody has set. */
export const TEST_SETTINGS: SettingsWire = {
  file: '/conf/understudy.conf',
  etag: 'state-1',
  settings: [
    {
      key: 'http-port',
      section: 'Address',
      type: 'port',
      choices: [],
      defaultValue: '8080',
      value: '8080',
      origin: 'default',
      help: 'Port to listen on.',
      example: '8080',
      acts: 'at restart',
      secret: false,
      editable: true,
      inFile: false,
    },
  ],
  warnings: [],
};

/** Makes settings that take every change. */
export function createTestSettings(): TestSettings {
  const test: TestSettings = {
    changes: [],
    outcome: { outcome: 'saved', settings: TEST_SETTINGS },
    settings: {
      describe: () => TEST_SETTINGS,
      change: (change) => {
        test.changes.push(change);
        return Promise.resolve(test.outcome);
      },
    },
  };
  return test;
}
