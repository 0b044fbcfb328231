// Commands to try a container registry, with values of the realm and the client.
import { text } from '../texts/text.ts';

/** A command and its description. */
export interface RegistryCommand {
  readonly what: string;
  readonly text: string;
}

/** Address of the registry in the commands. */
const REGISTRY_HOST = '127.0.0.1:5000';

/** Quotes a shell word. */
function quote(word: string): string {
  return /^[\w.@+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Sign in, push, pull. `username` is a user of the realm. */
export function registryCommands(username: string): readonly RegistryCommand[] {
  return [
    { what: text('components:registry.signIn'), text: `docker login ${REGISTRY_HOST} -u ${quote(username)}` },
    {
      what: text('components:registry.push'),
      text: `docker pull alpine\ndocker tag alpine ${REGISTRY_HOST}/team/alpine\ndocker push ${REGISTRY_HOST}/team/alpine`,
    },
    { what: text('components:registry.pull'), text: `docker pull ${REGISTRY_HOST}/team/alpine` },
  ];
}

/** Configuration file of a registry that runs as a plain program. */
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
