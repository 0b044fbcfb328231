// A logger that writes nothing, for code that runs without a server.
import type { Logger } from './logger.ts';

const nothing = (): void => undefined;

export const silentLogger: Logger = {
  category: '',
  isEnabled: () => false,
  fatal: nothing,
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  trace: nothing,
  child: () => silentLogger,
  with: () => silentLogger,
};
