// A configuration of Apache that needs nothing else than Debian's modules and the folder that it is in.
import type { GuideValues } from '../guide.ts';
import { apache } from '../quote.ts';

const MODULES = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'mime', 'dir', 'include', 'setenvif'];

/** Lines that serve `site/` to signed-in users; pages may include variables. */
export function apacheBase(values: GuideValues, modules: readonly string[]): readonly string[] {
  return [
    ...[...MODULES, ...modules].map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    ),
    `Listen ${values.host === 'localhost' ? '127.0.0.1' : values.host}:${values.port}`,
    `ServerName ${apache(values.origin)}`,
    '# Only used when root starts it.',
    'User www-data',
    'Group www-data',
    'PidFile httpd.pid',
    'Mutex file:.',
    'ErrorLog error.log',
    'TypesConfig /dev/null',
    'AddType text/html .shtml',
    'AddOutputFilter INCLUDES .shtml',
    'DocumentRoot site',
    'DirectoryIndex index.shtml',
    '',
    '<Directory />',
    '  Options +Includes',
    '</Directory>',
    '',
  ];
}
