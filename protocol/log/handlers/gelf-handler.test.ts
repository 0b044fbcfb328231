import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startTcpReceiver, startUdpReceiver } from '../testing/gelf-receiver.ts';
import { makeHandlerDeps, makeLogValues } from '../testing/handler.ts';
import { makeRecord } from '../testing/record.ts';
import { createTestScheduler } from '../testing/scheduler.ts';
import { gelfHandler, openGelfHandler } from './gelf-handler.ts';

/** Dependencies that can wait for the next report. */
function makeDeps() {
  const scheduler = createTestScheduler();
  const deps = makeHandlerDeps({ clock: scheduler });
  let reported = (): void => undefined;
  const withReports = {
    ...deps,
    report: (...given: Parameters<typeof deps.report>) => {
      deps.report(...given);
      reported();
    },
  };
  const reports = async (count: number): Promise<typeof deps.reports> => {
    while (deps.reports.length < count) {
      await new Promise<void>((done) => {
        reported = done;
      });
    }
    return deps.reports;
  };
  return { scheduler, deps: withReports, reports };
}

test('service description §2.3: a record reaches a UDP receiver with the fields set in the options', async () => {
  const receiver = await startUdpReceiver();
  const values = makeLogValues({
    'log-gelf-host': '127.0.0.1',
    'log-gelf-port': String(receiver.port),
    'log-gelf-facility': 'ci',
    'log-gelf-timestamp-format': "yyyy'!'",
    'config-file': join(tmpdir(), 'nothing-here', 'understudy.conf'),
  });
  const handler = gelfHandler.open(values, makeHandlerDeps());
  handler.write(makeRecord({ message: 'hello', parameters: { n: 1 } }));
  await handler.close();
  const [message] = await receiver.arrived(1);
  assert.deepEqual(message, {
    host: 'box.lab.test',
    version: '1.1',
    short_message: 'hello n=1',
    full_message: 'hello n=1',
    timestamp: 1769860800.123,
    level: 6,
    facility: 'ci',
    _Time: '2026!',
    _Severity: 'INFO',
    _Thread: 'main',
    _LoggerName: 'server',
    _MessageParam0: 1,
  });
  await receiver.close();
});

test('service description §2.3: the prefix tcp: selects TCP; additional fields come from the file next to the configuration file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-gelf-'));
  writeFileSync(
    join(folder, 'electron.properties'),
    'electron.log.handler.gelf.additional-field.stage.value=test\n',
  );
  const receiver = await startTcpReceiver();
  const values = makeLogValues({
    'log-gelf-host': 'tcp:127.0.0.1',
    'log-gelf-port': String(receiver.port),
    'config-file': join(folder, 'understudy.conf'),
  });
  const handler = gelfHandler.open(values, makeHandlerDeps());
  handler.write(makeRecord());
  await handler.close();
  const [message] = await receiver.arrived(1);
  assert.equal(message?.['_stage'], 'test');
  await receiver.close();
});

test('an invalid file of additional fields causes one warning, and records are sent without them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-gelf-'));
  writeFileSync(join(folder, 'electron.properties'), 'a=\\u00');
  const receiver = await startTcpReceiver();
  const deps = makeHandlerDeps();
  const values = makeLogValues({
    'log-gelf-host': 'tcp:127.0.0.1',
    'log-gelf-port': String(receiver.port),
    'config-file': join(folder, 'understudy.conf'),
  });
  const handler = gelfHandler.open(values, deps);
  handler.write(makeRecord());
  await handler.close();
  await receiver.arrived(1);
  assert.deepEqual(
    deps.reports.map(({ level }) => level),
    ['WARN'],
  );
  assert.match(deps.reports[0]?.message ?? '', /electron\.properties: no additional fields are sent: line 1/);
  await receiver.close();
});

test('an unreachable receiver is reported once, losses once per minute, and neither is sent through the handler', async () => {
  const gone = await startTcpReceiver();
  await gone.close();
  const { scheduler, deps, reports } = makeDeps();
  const flags = { 'log-gelf-host': 'tcp:127.0.0.1', 'log-gelf-port': String(gone.port) };
  const handler = openGelfHandler(makeLogValues(flags), deps, { scheduler });
  for (let n = 0; n < 10_003; n++) handler.write(makeRecord({ sequence: n }));
  handler.write(makeRecord({ category: 'log.gelf' }));
  await reports(1);
  scheduler.advance(60_000);
  assert.deepEqual(
    (await reports(2)).map(({ level, message, parameters }) => [level, message, parameters?.['count']]),
    [
      ['WARN', 'The GELF receiver cannot be reached; records are queued', undefined],
      ['WARN', 'Records could not be delivered to the GELF receiver', 3],
    ],
  );
  const receiver = await startTcpReceiver('127.0.0.1', gone.port);
  await reports(2);
  for (let tries = 0; receiver.connections === 0 && tries < 20; tries++) {
    await new Promise((done) => setImmediate(done));
    scheduler.advance(10_000);
  }
  const received = await receiver.arrived(10_000);
  assert.equal(received.length, 10_000);
  await handler.close();
  assert.equal(deps.reports.at(-1)?.message, 'The GELF receiver is back');
  await receiver.close();
});

test('the source location is captured only when it is sent', () => {
  assert.equal(gelfHandler.needsLocation(makeLogValues()), true);
  assert.equal(gelfHandler.needsLocation(makeLogValues({ 'log-gelf-include-location': 'false' })), false);
});

test('a host that was not validated throws TypeError', () => {
  const values = makeLogValues({ 'log-gelf-host': 'http://x' });
  assert.throws(() => gelfHandler.open(values, makeHandlerDeps()), TypeError);
});
