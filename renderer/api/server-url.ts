// The server's URL as the page knows it.

/** Everything before the console's own path: empty, or `/auth`. */
function basePath(): string {
  const end = location.pathname.lastIndexOf('/console/');
  return end === -1 ? '' : location.pathname.slice(0, end);
}

/** The URL of a path of the server, such as `/admin/realms`. A complete URL is returned as it is. */
export function serverUrl(path: string): string {
  return path.startsWith('/') ? `${basePath()}${path}` : path;
}
