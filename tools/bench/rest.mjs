// Measures starts and memory, without load and after the tokens of a test suite.
import { createDataDir } from './data-folder.mjs';
import { Connection } from './http-client.mjs';
import { driveCounted } from './load.mjs';
import { residentMb } from './process.mjs';
import { subjects } from './subjects.mjs';

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Milliseconds from spawn to the end of the first operation. */
async function timeStart(subject, run, dataDir) {
  const server = await subject.start(dataDir);
  const client = new Connection();
  await subject[run](client, server.url);
  const ms = performance.now() - server.startedAt;
  client.close();
  await server.stop();
  return ms;
}

/** Milliseconds of a first start or restart until `run` is answered, as a list per subject. */
export async function measureStarts(run, isFirst, rounds) {
  const kept = new Map();
  if (!isFirst) {
    for (const subject of subjects) {
      kept.set(subject, createDataDir());
      await timeStart(subject, run, kept.get(subject));
    }
  }
  const times = subjects.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [at, subject] of subjects.entries())
      times[at].push(await timeStart(subject, run, kept.get(subject)));
  }
  return times;
}

/** Resident MB after the start and after client_credentials tokens, as lists per subject. */
export async function measureMemory(tokens, rounds) {
  const found = { rest: subjects.map(() => []), used: subjects.map(() => []) };
  for (let round = 0; round < rounds; round++) {
    for (const [at, subject] of subjects.entries()) {
      const server = await subject.start();
      const client = new Connection();
      await subject.discovery(client, server.url);
      client.close();
      await pause(1500);
      found.rest[at].push(residentMb(server.pid));
      const load = { connections: 10, before: 0, measured: tokens };
      await driveCounted(subject, server, 'clientCredentials', load);
      await pause(1500);
      found.used[at].push(residentMb(server.pid));
      await server.stop();
    }
  }
  return found;
}
