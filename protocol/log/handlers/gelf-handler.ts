// The GELF handler: sends each record to a receiver over UDP or TCP.
import { dirname, join } from 'node:path';
import type { OptionValues } from '#protocol/contract/options.ts';
import { createDateFormat } from '../pattern/java-date-format.ts';
import { LOCAL_ZONE } from '../pattern/time-zone.ts';
import { ADDITIONAL_FIELDS_FILE, readAdditionalFields } from './additional-fields.ts';
import type { Lookup } from './gelf-addresses.ts';
import { type GelfEndpoint, parseGelfHost, renderGelfEndpoint } from './gelf-endpoint.ts';
import { GelfLosses } from './gelf-losses.ts';
import { type GelfMembers, toGelfMessage } from './gelf-message.ts';
import { TcpSender } from './gelf-tcp.ts';
import { UdpSender } from './gelf-udp.ts';
import type { HandlerDeps, LogHandler, LogHandlerRow } from './handler.ts';
import { type Scheduler, systemScheduler } from './scheduler.ts';

/** The handler's own records are not sent through it: a report of lost messages would be lost, too. */
const OWN_CATEGORY = 'log.gelf';

/** At most one warning per minute that the receiver is unreachable, however often the connection changes. */
const WARNING_INTERVAL_MS = 60_000;

/** External dependencies, replaceable in tests. Default: the system's. */
export interface GelfSurroundings {
  readonly scheduler?: Scheduler;
  readonly lookup?: Lookup;
}

/** The connection opens with the first record. @throws {TypeError} for values that were not validated. */
export function openGelfHandler(
  values: OptionValues,
  deps: HandlerDeps,
  { scheduler = systemScheduler, ...surroundings }: GelfSurroundings = {},
): LogHandler {
  const endpoint = endpointOf(values);
  const receiver = renderGelfEndpoint(endpoint);
  const members = membersOf(values, deps);
  const losses = new GelfLosses(scheduler, (count, reason) =>
    deps.report('WARN', 'Records could not be delivered to the GELF receiver', { receiver, count, reason }),
  );
  const network = { ...surroundings, scheduler, losses, clock: deps.clock };
  const sender =
    endpoint.protocol === 'tcp'
      ? new TcpSender(endpoint, { ...network, reachable: createReachabilityReport(receiver, deps) })
      : new UdpSender(endpoint, values['log-gelf-max-message-size'], network);
  return {
    write: (record) => {
      if (record.category !== OWN_CATEGORY) sender.send(toGelfMessage(record, members));
    },
    close: () => sender.close(),
  };
}

/** `--log=gelf`. Service description §2.3. */
export const gelfHandler: LogHandlerRow = {
  name: 'gelf',
  needsLocation: (values) => values['log-gelf-include-location'],
  open: (values, deps) => openGelfHandler(values, deps),
};

function endpointOf(values: OptionValues): GelfEndpoint {
  const host = parseGelfHost(values['log-gelf-host']);
  if (host === undefined) throw new TypeError('log-gelf-host was checked before');
  return { ...host, port: values['log-gelf-port'] };
}

function membersOf(values: OptionValues, deps: HandlerDeps): GelfMembers {
  const path = join(dirname(values['config-file']), ADDITIONAL_FIELDS_FILE);
  const { fields, warning } = readAdditionalFields(path);
  if (warning !== undefined) deps.report('WARN', warning);
  return {
    hostName: deps.process.hostName,
    facility: values['log-gelf-facility'],
    includeStackTrace: values['log-gelf-include-stack-trace'],
    includeMessageParameters: values['log-gelf-include-message-parameters'],
    includeLocation: values['log-gelf-include-location'],
    formatTime: createDateFormat(values['log-gelf-timestamp-format'], LOCAL_ZONE),
    additionalFields: fields,
  };
}

/** Reports that the receiver is unreachable and, only after such a report, that it is back. */
function createReachabilityReport(
  receiver: string,
  { clock, report }: HandlerDeps,
): (reachable: boolean, reason: string) => void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  let hasWarned = false;
  return (reachable, reason) => {
    if (reachable) {
      if (hasWarned) report('INFO', 'The GELF receiver is back', { receiver });
      hasWarned = false;
    } else if (clock.now() - warnedAt >= WARNING_INTERVAL_MS) {
      hasWarned = true;
      warnedAt = clock.now();
      report('WARN', 'The GELF receiver cannot be reached; records are queued', { receiver, reason });
    }
  };
}
