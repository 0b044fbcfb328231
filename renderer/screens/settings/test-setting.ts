// Builds options for tests.
import type { SettingWire } from '#protocol/contract/settings.ts';

/** The option `http-port` with its default, with changes for the test. */
export function testSetting(part: Partial<SettingWire> = {}): SettingWire {
  return {
    key: 'http-port',
    section: 'Address',
    type: 'port',
    choices: [],
    defaultValue: '8080',
    value: '8080',
    origin: 'default',
    help: 'Port to listen on.',
    example: '8081',
    acts: 'at restart',
    secret: false,
    editable: true,
    inFile: false,
    ...part,
  };
}
