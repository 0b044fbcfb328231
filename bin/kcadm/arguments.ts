// Reads the arguments of one command by the table of options; refuses what Keycloak's tool refuses, in its words.
import { UsageError } from './command-error.ts';
import { suggestOptions } from './nearest.ts';
import { longName, OPTIONS, type OptionKey, type OptionRow } from './options.ts';

/** One option as given, in the order of the command line. */
export interface GivenOption {
  readonly key: OptionKey;
  readonly value: string;
}

/** The arguments of one command. */
export class Arguments {
  readonly given: readonly GivenOption[];
  /** The resource URI, or the file of `config truststore`. */
  readonly positional: string | undefined;

  constructor(given: readonly GivenOption[], positional: string | undefined) {
    this.given = given;
    this.positional = positional;
  }

  has(...keys: readonly OptionKey[]): boolean {
    return this.given.some(({ key }) => keys.includes(key));
  }

  /** The value of an option that can be given once. */
  text(key: OptionKey): string | undefined {
    return this.given.find((option) => option.key === key)?.value;
  }

  flag(key: OptionKey): boolean {
    return this.text(key) === 'true';
  }

  list(key: OptionKey): readonly string[] {
    return this.given.filter((option) => option.key === key).map(({ value }) => value);
  }
}

export interface ArgumentRules {
  readonly options: readonly OptionKey[];
  readonly takesPositional: boolean;
  /** How many words of the command line name the command; counted in messages. */
  readonly words: number;
}

const label = (row: OptionRow): string => {
  const name = longName(row);
  return row.kind === 'flag' ? `option '${name}'` : `option '${name}' (<${name.replace(/^-+/, '')}>)`;
};

/** A single dash and numbers are values. */
function resemblesOption(argument: string): boolean {
  return argument.startsWith('-') && argument.length > 1 && Number.isNaN(Number(argument));
}

function unmatched(arguments_: readonly string[], index: number, options: readonly OptionKey[]): UsageError {
  const [first = ''] = arguments_;
  const names = arguments_.map((argument) => `'${argument}'`).join(', ');
  const plural = arguments_.length === 1 ? '' : 's';
  if (!resemblesOption(first)) {
    const where = arguments_.length === 1 ? 'at' : 'from';
    return new UsageError(`Unmatched argument${plural} ${where} index ${index}: ${names}`);
  }
  const solutions = suggestOptions(
    first,
    options.flatMap((key) => OPTIONS[key].names),
  );
  const hint = solutions.length === 0 ? '' : `\nPossible solutions: ${solutions.join(', ')}`;
  return new UsageError(`Unknown option${plural}: ${names}${hint}`);
}

function checkValue(row: OptionRow, value: string): void {
  const fault =
    row.kind === 'number' && !/^[+-]?\d{1,9}$/.test(value)
      ? 'is not an int'
      : row.kind === 'flag' && !/^(true|false)$/i.test(value)
        ? 'is not a boolean'
        : undefined;
  if (fault !== undefined) throw new UsageError(`Invalid value for ${label(row)}: '${value}' ${fault}`);
}

/** An option that an argument names. */
interface FoundOption {
  readonly key: OptionKey;
  /** The value after `=`. */
  readonly attached: string | undefined;
}

/** An argument that is no option of the command. */
interface OtherArgument {
  readonly argument: string;
  /** Position on the whole command line. */
  readonly index: number;
  readonly isPositional: boolean;
}

/** What has been read so far, and how the names of options lead to rows. */
class ArgumentReader {
  readonly given: GivenOption[] = [];
  readonly others: OtherArgument[] = [];
  readonly #keys: ReadonlyMap<string, OptionKey>;

  constructor(options: readonly OptionKey[]) {
    this.#keys = new Map(options.flatMap((key) => OPTIONS[key].names.map((name) => [name, key])));
  }

  /** The option that an argument names, with the value after `=`. */
  find(argument: string): FoundOption | undefined {
    const whole = this.#keys.get(argument);
    if (whole !== undefined) return { key: whole, attached: undefined };
    const equals = argument.indexOf('=');
    const key = equals > 0 ? this.#keys.get(argument.slice(0, equals)) : undefined;
    return key === undefined ? undefined : { key, attached: argument.slice(equals + 1) };
  }

  addOther(argument: string, index: number, isBehindDashes: boolean): void {
    this.others.push({ argument, index, isPositional: isBehindDashes || !resemblesOption(argument) });
  }

  /** Reads an option with its value; returns how many of the following arguments belong to it. */
  read({ key, attached }: FoundOption, next: string | undefined): 0 | 1 {
    const row = OPTIONS[key];
    const value = attached ?? (row.kind === 'flag' ? 'true' : this.#takeNext(row, next));
    this.#add(key, row.kind === 'flag' ? value.toLowerCase() : value);
    return attached === undefined && row.kind !== 'flag' ? 1 : 0;
  }

  #takeNext(row: OptionRow, next: string | undefined): string {
    if (next === undefined) throw new UsageError(`Missing required parameter for ${label(row)}`);
    if (this.find(next) !== undefined)
      throw new UsageError(`Expected parameter for option '${longName(row)}' but found '${next}'`);
    return next;
  }

  #add(key: OptionKey, value: string): void {
    const row = OPTIONS[key];
    checkValue(row, value);
    if (row.kind !== 'list' && this.given.some((option) => option.key === key))
      throw new UsageError(`${label(row)} should be specified only once`);
    this.given.push({ key, value });
  }
}

/**
 * Reads the arguments after the command's name.
 * @throws {UsageError} an unknown option (suggests the nearest), a missing or repeated value, an argument too many.
 */
export function readArguments(args: readonly string[], rules: ArgumentRules): Arguments {
  const reader = new ArgumentReader(rules.options);
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  for (let index = 0; index < options.length; index++) {
    const found = reader.find(options[index] ?? '');
    if (found === undefined) reader.addOther(options[index] ?? '', rules.words + index, false);
    else index += reader.read(found, options[index + 1]);
  }
  for (let index = options.length + 1; index < args.length; index++)
    reader.addOther(args[index] ?? '', rules.words + index, true);
  return new Arguments(reader.given, takePositional(reader, rules));
}

function takePositional({ others }: ArgumentReader, rules: ArgumentRules): string | undefined {
  const place = rules.takesPositional ? others.findIndex(({ isPositional }) => isPositional) : -1;
  const rest = others.filter((_, index) => index !== place);
  const [first] = rest;
  if (first !== undefined)
    throw unmatched(
      rest.map(({ argument }) => argument),
      first.index,
      rules.options,
    );
  return others[place]?.argument;
}
