// Compiles the route table: finds the route for a method and path, and its path parameters.
import type { CorsPolicy, Route } from './exchange.ts';
import { RequestFault } from './request-fault.ts';

/** The routes of one path. */
export interface Endpoint {
  readonly path: string;
  readonly routes: ReadonlyMap<string, Route>;
  /** The route for methods without one of their own. */
  readonly anyMethod: Route | undefined;
  /** Methods of the routes; GET implies HEAD. */
  readonly methods: readonly string[];
  /** The most permissive policy of the routes; undefined when no other origin may read any of them. */
  readonly cors: CorsPolicy | undefined;
}

export interface RouteMatch {
  readonly endpoint: Endpoint;
  /** Decoded values of the path's `:name` and `*name` segments. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

export interface Router {
  /** Ignores one trailing slash. @throws {RequestFault} 400 for invalid percent-encoding. */
  match(path: string): RouteMatch | undefined;
}

interface Target {
  readonly endpoint: Endpoint;
  readonly names: readonly string[];
}

interface Node {
  readonly children: Map<string, Node>;
  /** Matches any single segment. */
  anySegment: Node | undefined;
  /** Matches the rest of the path. */
  rest: Target | undefined;
  target: Target | undefined;
}

const NO_PATH_PARAMETERS: Readonly<Record<string, string>> = Object.freeze({});

function createNode(): Node {
  return { children: new Map(), anySegment: undefined, rest: undefined, target: undefined };
}

function isParameter(segment: string): boolean {
  return segment.startsWith(':') || segment.startsWith('*');
}

function childFor(node: Node, segment: string): Node {
  if (segment.startsWith(':')) {
    node.anySegment ??= createNode();
    return node.anySegment;
  }
  const child = node.children.get(segment) ?? createNode();
  node.children.set(segment, child);
  return child;
}

function insert(root: Node, endpoint: Endpoint): void {
  const segments = endpoint.path.split('/').slice(1);
  const target = { endpoint, names: segments.filter(isParameter).map((segment) => segment.slice(1)) };
  let node = root;
  for (const [index, segment] of segments.entries()) {
    if (segment.startsWith('*')) {
      if (index !== segments.length - 1)
        throw new TypeError(`${endpoint.path}: *name must be the last segment`);
      node.rest = target;
      return;
    }
    node = childFor(node, segment);
  }
  node.target = target;
}

/** Constant segments take precedence over parameters; `values` collects what parameters matched. */
function find(node: Node, segments: readonly string[], depth: number, values: string[]): Target | undefined {
  const segment = segments[depth];
  if (segment === undefined) return node.target;
  const child = node.children.get(segment);
  const below = child && find(child, segments, depth + 1, values);
  if (below !== undefined) return below;
  if (node.anySegment !== undefined && segment !== '') {
    values.push(segment);
    const taken = find(node.anySegment, segments, depth + 1, values);
    if (taken !== undefined) return taken;
    values.pop();
  }
  if (node.rest !== undefined) values.push(segments.slice(depth).join('/'));
  return node.rest;
}

function decodeSegment(segment: string): string {
  let text = segment;
  try {
    if (segment.includes('%')) text = decodeURIComponent(segment);
  } catch (error) {
    throw new RequestFault(400, 'invalid_request', 'The path is not valid percent-encoded UTF-8.', {
      cause: error,
      section: 'RFC 3986 §2.1',
    });
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
  if (/[\u0000-\u001f\u007f]/.test(text)) {
    throw new RequestFault(400, 'invalid_request', 'The path contains control characters.', {
      section: 'RFC 3986 §2.1',
    });
  }
  return text;
}

function nameValues(names: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  if (names.length === 0) return NO_PATH_PARAMETERS;
  const named: Record<string, string> = {};
  for (const [index, name] of names.entries()) named[name] = decodeSegment(values[index] ?? '');
  return named;
}

function checkRoute(route: Route, others: ReadonlyMap<string, Route>): void {
  if (!route.path.startsWith('/')) throw new TypeError(`route ${route.path} must begin with a slash`);
  if (others.has(route.method)) throw new TypeError(`route ${route.method} ${route.path} is defined twice`);
  if (route.realm === true && !route.path.split('/').includes(':realm')) {
    throw new TypeError(`route ${route.path} requires a realm but has no segment :realm`);
  }
}

function widestPolicy(routes: Iterable<Route>): CorsPolicy | undefined {
  const policies = [...routes].map((route) => route.cors);
  return policies.find((policy) => policy === 'any') ?? policies.find((policy) => policy !== undefined);
}

const ALL_METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'];

function createEndpoint(path: string, routes: ReadonlyMap<string, Route>): Endpoint {
  const anyMethod = [...routes.values()].find((route) => route.anyMethod);
  const named = anyMethod === undefined ? [...routes.keys()] : ALL_METHODS;
  const methods = named.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return { path, routes, anyMethod, methods, cors: widestPolicy(routes.values()) };
}

/** @throws {TypeError} for a duplicate or malformed route. */
export function createRouter(routes: readonly Route[]): Router {
  const byPath = new Map<string, Map<string, Route>>();
  for (const route of routes) {
    const group = byPath.get(route.path) ?? new Map<string, Route>();
    checkRoute(route, group);
    group.set(route.method, route);
    byPath.set(route.path, group);
  }
  const root = createNode();
  const exact = new Map<string, RouteMatch>();
  for (const [path, group] of byPath) {
    const endpoint = createEndpoint(path, group);
    if (path.split('/').some(isParameter)) insert(root, endpoint);
    else exact.set(path, { endpoint, pathParameters: NO_PATH_PARAMETERS });
  }

  const matchSegments = (path: string): RouteMatch | undefined => {
    const values: string[] = [];
    const target = find(root, path.split('/'), 1, values);
    return target && { endpoint: target.endpoint, pathParameters: nameValues(target.names, values) };
  };

  return {
    match(path) {
      const known = exact.get(path);
      if (known !== undefined) return known;
      if (path.length < 2 || !path.endsWith('/')) return matchSegments(path);
      const shorter = path.slice(0, -1);
      return exact.get(shorter) ?? matchSegments(shorter);
    },
  };
}
