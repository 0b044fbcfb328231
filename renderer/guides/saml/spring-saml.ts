// Spring Boot as a SAML service provider.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { springYaml } from '../quote.ts';
import { SPRING_APPLICATION, springPom } from '../spring-project.ts';
import { serviceProviderKeys } from './service-provider-keys.ts';

function credentials(use: 'signing' | 'decryption', name: string): readonly string[] {
  return [
    `            ${use}:`,
    '              credentials:',
    `                - private-key-location: file:${name}-key.pem`,
    `                  certificate-location: file:${name}.pem`,
  ];
}

function writeConfiguration({ clientId, redirectUri, port, saml }: GuideValues): string {
  return lines(
    'server:',
    `  port: ${port}`,
    'spring:',
    '  security:',
    '    saml2:',
    '      relyingparty:',
    '        registration:',
    '          understudy:',
    `            entity-id: ${springYaml(clientId)}`,
    '            acs:',
    `              location: ${springYaml(redirectUri)}`,
    '            assertingparty:',
    `              metadata-uri: ${springYaml(saml.metadataUrl)}`,
    ...(saml.signsRequests ? [] : ['              singlesignon:', '                sign-request: false']),
    ...(saml.signsRequests ? credentials('signing', 'signing') : []),
    ...(saml.wantsEncryption ? credentials('decryption', 'encryption') : []),
  );
}

export const SPRING_SAML: Guide = {
  id: 'spring-saml',
  title: 'Spring Boot',
  summary: 'guides:springSaml.summary',
  runtime: 'guides:runtime.java',
  kind: 'saml',
  callback: { path: '/login/saml2/sso/understudy', isFixed: true },
  write: (values) => {
    const keys = serviceProviderKeys(values);
    return {
      ...(keys.install === undefined ? {} : { install: keys.install }),
      files: [
        { name: 'pom.xml', text: springPom('saml2-service-provider') },
        { name: 'src/main/resources/application.yml', text: writeConfiguration(values) },
        { name: 'src/main/java/example/Application.java', text: SPRING_APPLICATION },
        ...keys.files,
      ],
      command: 'mvn spring-boot:run',
      expect: openAndSignIn(values, 'guides:open.showsUser'),
      notes: keys.notes,
    };
  },
};
