// The table of log handlers: a row here and its file make a word of `--log`.
import { consoleHandler } from './console-handler.ts';
import { fileHandler } from './file-handler.ts';
import { gelfHandler } from './gelf-handler.ts';
import type { LogHandlerRow } from './handler.ts';

/** Every handler, in the order in which a record reaches them. */
export const LOG_HANDLERS: readonly LogHandlerRow[] = [consoleHandler, fileHandler, gelfHandler];
