// An option for the tests of this folder.
import type { SettingWire } from '#protocol/contract/settings.ts';

/** `http-port` at its default, with what a test asks for. */
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
