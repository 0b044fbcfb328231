import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registryCommands, registryConfiguration } from './registry-commands.ts';

test('console "Clients": the commands use the registry of the configuration and a user of the realm', () => {
  const [login] = registryCommands('alice');
  assert.equal(login?.text, 'docker login 127.0.0.1:5000 -u alice');
  assert.match(registryConfiguration('http://h/realms/r', 'reg'), /addr: 127\.0\.0\.1:5000\n/);
});

test('console "Clients": an image is pulled before it is tagged and pushed', () => {
  const push = registryCommands('alice').find(({ what }) => what === 'Push an image');
  assert.deepEqual(push?.text.split('\n'), [
    'docker pull alpine',
    'docker tag alpine 127.0.0.1:5000/team/alpine',
    'docker push 127.0.0.1:5000/team/alpine',
  ]);
});

test('console "Clients": a username with spaces, quotes or variables stays a single shell word', () => {
  assert.equal(registryCommands('a@b.c')[0]?.text, 'docker login 127.0.0.1:5000 -u a@b.c');
  assert.equal(
    registryCommands(`o'hara $HOME`)[0]?.text,
    `docker login 127.0.0.1:5000 -u 'o'\\''hara $HOME'`,
  );
});

test('distribution configuration §auth.token: a clientId with quotes stays a single value', () => {
  const text = registryConfiguration('http://h/realms/r', 'a"\nb: c');
  assert.match(text, /service: "a\\"\\nb: c"\n/);
  assert.match(text, /realm: "http:\/\/h\/realms\/r\/protocol\/docker-v2\/auth"\n/);
});
