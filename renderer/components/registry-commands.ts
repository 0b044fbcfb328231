// The commands with which a person tries a container registry, with the values of a realm and a client.

/** A command and what it does. */
export interface RegistryCommand {
  readonly what: string;
  readonly text: string;
}

/** Where the registry of the snippets listens. */
const REGISTRY_HOST = '127.0.0.1:5000';

/** A word of a shell. */
function quote(text: string): string {
  return /^[\w.@+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Sign in, push, pull; `username` is somebody of the realm. */
export function registryCommands(username: string): readonly RegistryCommand[] {
  return [
    { what: 'Sign in at the registry', text: `docker login ${REGISTRY_HOST} -u ${quote(username)}` },
    {
      what: 'Push an image',
      text: `docker pull alpine\ndocker tag alpine ${REGISTRY_HOST}/team/alpine\ndocker push ${REGISTRY_HOST}/team/alpine`,
    },
    { what: 'Pull it', text: `docker pull ${REGISTRY_HOST}/team/alpine` },
  ];
}

/** A registry that is started as a plain program, with everything that it needs to know. */
export function registryConfiguration(issuer: string, service: string): string {
  return `version: 0.1
storage:
  filesystem:
    rootdirectory: ./images
http:
  addr: ${REGISTRY_HOST}
auth:
  token:
    realm: ${JSON.stringify(`${issuer}/protocol/docker-v2/auth`)}
    service: ${JSON.stringify(service)}
    issuer: ${JSON.stringify(issuer)}
    rootcertbundle: ./bundle.pem
`;
}
