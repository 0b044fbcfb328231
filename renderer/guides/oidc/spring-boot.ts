// Spring Boot with its OAuth 2.0 client.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { springYaml } from '../quote.ts';
import { SPRING_APPLICATION, springPom } from '../spring-project.ts';

function writeConfiguration(values: GuideValues): string {
  return lines(
    'server:',
    `  port: ${values.port}`,
    'spring:',
    '  security:',
    '    oauth2:',
    '      client:',
    '        registration:',
    '          understudy:',
    `            client-id: ${springYaml(values.clientId)}`,
    `            client-secret: ${springYaml(values.secret ?? '')}`,
    '            scope: openid,profile,email',
    `            redirect-uri: ${springYaml(values.redirectUri)}`,
    '        provider:',
    '          understudy:',
    `            issuer-uri: ${springYaml(values.issuer)}`,
    '            user-name-attribute: preferred_username',
  );
}

export const SPRING_BOOT: Guide = {
  id: 'spring-boot',
  title: 'Spring Boot',
  summary: 'guides:springBoot.summary',
  runtime: 'guides:runtime.java',
  kind: 'web',
  callback: { path: '/login/oauth2/code/understudy', isFixed: true },
  write: (values) => ({
    files: [
      { name: 'pom.xml', text: springPom('oauth2-client') },
      { name: 'src/main/resources/application.yml', text: writeConfiguration(values) },
      { name: 'src/main/java/example/Application.java', text: SPRING_APPLICATION },
    ],
    command: 'mvn spring-boot:run',
    expect: openAndSignIn(values, 'guides:open.showsUser'),
  }),
};
