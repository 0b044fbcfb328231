// JSON Schemas of the types in protocol/contract; docstrings become descriptions.
import { join } from 'node:path';
import {
  createFormatter,
  createParser,
  createProgram,
  DEFAULT_CONFIG,
  LiteralType,
  SchemaGenerator,
  UnionType,
} from 'ts-json-schema-generator';
import { ROOT } from '../paths.mjs';

const CONTRACT = join(ROOT, 'protocol/contract');

const CONFIG = {
  ...DEFAULT_CONFIG,
  path: join(CONTRACT, '**/*.ts'),
  tsconfig: join(CONTRACT, 'tsconfig.json'),
  // The check of types uses the project's own compiler.
  skipTypeCheck: true,
  expose: 'export',
  topRef: true,
  jsDoc: 'extended',
  additionalProperties: false,
  encodeRefs: false,
  sortProps: false,
};

/** Names taken from a table, such as `OptionKey`: the compiler knows which texts there are. */
class NamesOfTable {
  #checker;

  constructor(checker) {
    this.#checker = checker;
  }

  #names(node) {
    const type = this.#checker.getTypeFromTypeNode(node);
    const parts = type.isUnion() ? type.types : [type];
    return parts.every((part) => part.isStringLiteral()) ? parts.map(({ value }) => value) : undefined;
  }

  supportsNode(node) {
    const isIndexedAccess = node.objectType !== undefined && node.indexType !== undefined;
    return isIndexedAccess && this.#names(node) !== undefined;
  }

  createType(node) {
    return new UnionType(this.#names(node).map((name) => new LiteralType(name)));
  }
}

function createGenerator() {
  const program = createProgram(CONFIG);
  const names = new NamesOfTable(program.getTypeChecker());
  const parser = createParser(program, CONFIG, (chain) => chain.addNodeParser(names));
  return new SchemaGenerator(program, parser, createFormatter(CONFIG), CONFIG);
}

/**
 * Says of an object with arbitrary members that it has them. Of the others nothing is said, because later versions
 * may add members.
 */
function tellMembers({ additionalProperties = true, ...schema }) {
  return additionalProperties === false ? schema : { ...schema, additionalProperties };
}

/** References point into an OpenAPI document, and descriptions have no line breaks of the source. */
function tidy(value, key) {
  if (Array.isArray(value)) return value.map((item) => tidy(item));
  if (typeof value === 'object' && value !== null) {
    const isSchemaOfObject = value.type === 'object' && key !== 'properties';
    const schema = isSchemaOfObject ? tellMembers(value) : value;
    return Object.fromEntries(Object.entries(schema).map(([name, member]) => [name, tidy(member, name)]));
  }
  if (typeof value !== 'string') return value;
  if (key === '$ref') return value.replace('#/definitions/', '#/components/schemas/');
  return key === 'description' ? value.replaceAll(/\s*\n\s*/g, ' ') : value;
}

/** Schemas of these types and of those that they refer to, by name. @throws for a type that there is not. */
export function describeTypes(types) {
  const generator = createGenerator();
  const schemas = new Map();
  for (const type of types) {
    for (const [name, schema] of Object.entries(generator.createSchema(type).definitions ?? {}))
      schemas.set(name, tidy(schema));
  }
  return Object.fromEntries([...schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
}
