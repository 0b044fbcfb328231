// The file handler: formatted lines appended to log-file, with optional rotation by size.
import { compilePattern, needsLocation } from '../pattern/compile-pattern.ts';
import type { LogHandler, LogHandlerRow } from './handler.ts';
import { createLineBuffer } from './line-buffer.ts';
import { LogFile } from './log-file.ts';

const NOTHING: LogHandler = { write: () => undefined, close: async () => undefined };

/** `--log=file`. Service description §2.3; a folder that is not writable does not stop the start (§7). */
export const fileHandler: LogHandlerRow = {
  name: 'file',
  needsLocation: (values) => needsLocation(values['log-file-format']),
  open(values, { process, report }) {
    const path = values['log-file'];
    const file = new LogFile({
      path,
      maxBytes: values['log-file-rotation-max-size'],
      backups: values['log-file-rotation-backups'],
      onFault: (what, error) => report('ERROR', what, { file: path }, error),
      onRecovery: (what) => report('WARN', what, { file: path }),
    });
    if (!file.open()) return NOTHING;
    const render = compilePattern(values['log-file-format'], process);
    const lines = createLineBuffer((text) => file.append(text));
    return {
      write: (record) => lines.add(render(record)),
      close: async () => {
        lines.flush();
        file.close();
      },
    };
  },
};
