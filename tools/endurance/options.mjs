// The command line of `npm run endurance`.
import { ToolError } from '../progress.mjs';

const USAGE = `usage: npm run endurance -- [options]
  --only=NAME[,NAME]  kills, soak, sessions, disk, damage (default: all)
  --quick             a short form of each, about three minutes in total
  --write             update the tables in docs/reliability.md for scenarios that pass at full length
  --seed=NUMBER       repeat the random choices of an earlier run
  --rounds=NUMBER     kills (default 1000)
  --first-round=NUMBER  the round of the seed to start with (default 0)
  --minutes=NUMBER    length of the soak (default 60)
  --count=NUMBER      sessions (default 200000)`;

/** The scenarios, in the order in which they run. */
export const SCENARIOS = ['kills', 'soak', 'sessions', 'disk', 'damage'];

const NUMBERS = { seed: undefined, rounds: 1000, 'first-round': 0, minutes: 60, count: 200_000 };
const QUICK = { rounds: 25, minutes: 0.5, count: 3000 };

function parseNumber(name, text) {
  const value = Number(text);
  if (text !== '' && Number.isFinite(value) && value >= 0) return value;
  throw new ToolError(`--${name}=${text} is not a number.`, USAGE);
}

function parseScenarios(text) {
  const names = text.split(',');
  const unknown = names.find((name) => !SCENARIOS.includes(name));
  if (unknown !== undefined) throw new ToolError(`Unknown scenario: ${unknown}.`, USAGE);
  return SCENARIOS.filter((name) => names.includes(name));
}

/**
 * Parses the arguments. Defaults come from the short or the full form, the seed from `randomSeed`.
 * @throws ToolError for an unknown option or value.
 */
export function parseArguments(args, randomSeed = () => Math.floor(Math.random() * 1e9)) {
  const found = { scenarios: SCENARIOS, quick: args.includes('--quick'), write: args.includes('--write') };
  const numbers = { ...NUMBERS, ...(found.quick ? QUICK : {}) };
  for (const argument of args) {
    const [, name, value] = /^--([a-z-]+)(?:=(.*))?$/.exec(argument) ?? [];
    if (name === 'only' && value !== undefined) found.scenarios = parseScenarios(value);
    else if (Object.hasOwn(NUMBERS, name) && value !== undefined) numbers[name] = parseNumber(name, value);
    else if (argument !== '--quick' && argument !== '--write') {
      throw new ToolError(`Unknown option: ${argument}.`, USAGE);
    }
  }
  const { seed = randomSeed(), 'first-round': firstRound, ...rest } = numbers;
  return { ...found, ...rest, seed, firstRound };
}
