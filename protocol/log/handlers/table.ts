// The table of log handlers: each row is a value of `--log`.
import { consoleHandler } from './console-handler.ts';
import { fileHandler } from './file-handler.ts';
import { gelfHandler } from './gelf-handler.ts';
import type { LogHandlerRow } from './handler.ts';

/** In the order in which records reach them. */
export const LOG_HANDLERS: readonly LogHandlerRow[] = [consoleHandler, fileHandler, gelfHandler];
