// Tests of the command line of npm run endurance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseArguments, SCENARIOS } from './options.mjs';

const parse = (...args) => parseArguments(args, () => 7);

test('without arguments every scenario runs at full length, with a random seed', () => {
  const options = parse();
  assert.deepEqual(options.scenarios, SCENARIOS);
  assert.deepEqual(
    [options.rounds, options.minutes, options.count, options.seed, options.firstRound],
    [1000, 60, 200_000, 7, 0],
  );
  assert.deepEqual([options.quick, options.write], [false, false]);
});

test('--quick shortens what is not set explicitly', () => {
  assert.equal(parse('--quick').rounds < 100, true);
  assert.equal(parse('--rounds=400', '--quick').rounds, 400);
});

test('--only selects scenarios, in their fixed order', () => {
  assert.deepEqual(parse('--only=damage,kills').scenarios, ['kills', 'damage']);
});

test('a failing round is repeated by its seed and number', () => {
  const { seed, firstRound } = parse('--seed=0', '--first-round=12');
  assert.deepEqual([seed, firstRound], [0, 12]);
});

test('an unknown option, scenario or number is rejected', () => {
  for (const argument of [
    '--fast',
    '--only=naps',
    '--only',
    '--rounds',
    '--rounds=many',
    '--minutes=-1',
    '--seed=',
    'kills',
    '--quick=1',
    '--constructor=1',
  ]) {
    assert.throws(() => parse(argument), /Unknown|is not a number/, argument);
  }
});
