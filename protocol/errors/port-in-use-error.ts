// The start error for a port that another program uses.
import { OptionError } from './option-error.ts';

export class PortInUseError extends OptionError {
  readonly host: string;
  readonly port: number;

  /** `option` is `http-port` or `https-port`. */
  constructor(option: string, host: string, port: number, cause?: unknown) {
    super(option, `port ${port} on ${host} is in use`, 'Choose another port, or 0 for any free one.', {
      exitCode: 1,
      cause,
    });
    this.name = 'PortInUseError';
    this.host = host;
    this.port = port;
  }
}
