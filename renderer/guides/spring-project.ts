// The Maven project of the guides for Spring Boot.
import { lines } from './guide.ts';

const dependency = (group: string, name: string): readonly string[] => [
  '    <dependency>',
  `      <groupId>${group}</groupId>`,
  `      <artifactId>${name}</artifactId>`,
  '    </dependency>',
];

/** Two libraries of SAML come from Shibboleth's repository, because Maven Central does not have them. */
const SHIBBOLETH = [
  '  <repositories>',
  '    <repository>',
  '      <id>shibboleth</id>',
  '      <url>https://build.shibboleth.net/maven/releases</url>',
  '    </repository>',
  '  </repositories>',
];

/** `protocol` is the part of Spring Security that signs users in. */
export function springPom(protocol: 'oauth2-client' | 'saml2-service-provider'): string {
  const security =
    protocol === 'oauth2-client'
      ? dependency('org.springframework.boot', 'spring-boot-starter-oauth2-client')
      : [
          ...dependency('org.springframework.boot', 'spring-boot-starter-security'),
          ...dependency('org.springframework.security', 'spring-security-saml2-service-provider'),
        ];
  return lines(
    '<project xmlns="http://maven.apache.org/POM/4.0.0">',
    '  <modelVersion>4.0.0</modelVersion>',
    '  <parent>',
    '    <groupId>org.springframework.boot</groupId>',
    '    <artifactId>spring-boot-starter-parent</artifactId>',
    '    <version>3.5.7</version>',
    '  </parent>',
    '  <groupId>example</groupId>',
    '  <artifactId>application</artifactId>',
    '  <version>1.0.0</version>',
    '  <dependencies>',
    ...dependency('org.springframework.boot', 'spring-boot-starter-web'),
    ...security,
    '  </dependencies>',
    ...(protocol === 'oauth2-client' ? [] : SHIBBOLETH),
    '  <build>',
    '    <plugins>',
    '      <plugin>',
    '        <groupId>org.springframework.boot</groupId>',
    '        <artifactId>spring-boot-maven-plugin</artifactId>',
    '      </plugin>',
    '    </plugins>',
    '  </build>',
    '</project>',
  );
}

/** A page that only signed-in users see. */
export const SPRING_APPLICATION: string = lines(
  'package example;',
  '',
  'import java.security.Principal;',
  'import org.springframework.boot.SpringApplication;',
  'import org.springframework.boot.autoconfigure.SpringBootApplication;',
  'import org.springframework.web.bind.annotation.GetMapping;',
  'import org.springframework.web.bind.annotation.RestController;',
  '',
  '@SpringBootApplication',
  '@RestController',
  'public class Application {',
  '    public static void main(String[] args) {',
  '        SpringApplication.run(Application.class, args);',
  '    }',
  '',
  '    @GetMapping(value = "/", produces = "text/plain")',
  '    String home(Principal user) {',
  '        return "Signed in as " + user.getName();',
  '    }',
  '}',
);
