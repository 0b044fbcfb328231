// The options of npm run bench.
import { parseArgs } from 'node:util';
import { ToolError } from '../progress.mjs';

export const USAGE = `usage: npm run bench -- [--quick] [--only=TEXT] [--write] [--against=FOLDER]

--quick           one short round
--only=TEXT       the rows with this text in their names; "store" compares stores and servers, for docs/scaling.md,
                  "store:stores", "store:costs" or "store:users" one table of those
--write           updates the tables of docs/benchmarks.md or docs/scaling.md
--against=FOLDER  compares with another checkout of Understudy instead of the peers`;

const OPTIONS = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string' },
  write: { type: 'boolean', default: false },
  against: { type: 'string' },
  help: { type: 'boolean', default: false },
};

/** @throws {ToolError} for an unknown option or a missing value. */
export function readOptions(args) {
  try {
    return { ...parseArgs({ args, options: OPTIONS, strict: true }).values };
  } catch (error) {
    if (!String(error.code).startsWith('ERR_PARSE_ARGS')) throw error;
    throw new ToolError(error.message.split('. ')[0].replace(/\.?$/, '.'), USAGE);
  }
}
