// The console handler: pattern-formatted lines or JSON on standard output.
import type { OptionValues } from '#protocol/contract/options.ts';
import { createJsonFormat } from '../json-format.ts';
import { readPalette } from '../pattern/colours.ts';
import { compilePattern, needsLocation } from '../pattern/compile-pattern.ts';
import type { Render } from '../pattern/symbols.ts';
import type { HandlerDeps, LogHandlerRow } from './handler.ts';
import { createLineBuffer } from './line-buffer.ts';

function createRender(values: OptionValues, { process, environment }: HandlerDeps): Render {
  if (values['log-console-output'] === 'json') return createJsonFormat(process);
  const palette = values['log-console-color'] ? readPalette(environment) : undefined;
  return compilePattern(values['log-console-format'], process, palette);
}

/** `--log=console`, the default. Service description §2.3. */
export const consoleHandler: LogHandlerRow = {
  name: 'console',
  needsLocation: (values) =>
    values['log-console-output'] !== 'json' && needsLocation(values['log-console-format']),
  open(values, deps) {
    const render = createRender(values, deps);
    const lines = createLineBuffer(deps.writeOut);
    return {
      write: (record) => lines.add(render(record)),
      close: async () => lines.flush(),
    };
  },
};
