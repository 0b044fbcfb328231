// ASP.NET Core with its OpenID Connect handler.
import { type Guide, type GuideValues, lines, openAndSignIn } from '../guide.ts';
import { quoted } from '../quote.ts';

function writeProgram(values: GuideValues): string {
  return lines(
    'using System.Security.Claims;',
    'using Microsoft.AspNetCore.Authentication.Cookies;',
    'using Microsoft.AspNetCore.Authentication.OpenIdConnect;',
    'using Microsoft.IdentityModel.Protocols.OpenIdConnect;',
    '',
    'var builder = WebApplication.CreateBuilder(args);',
    'builder.Services.AddAuthorization();',
    'builder.Services',
    '    .AddAuthentication(options =>',
    '    {',
    '        options.DefaultScheme = CookieAuthenticationDefaults.AuthenticationScheme;',
    '        options.DefaultChallengeScheme = OpenIdConnectDefaults.AuthenticationScheme;',
    '    })',
    '    .AddCookie()',
    '    .AddOpenIdConnect(options =>',
    '    {',
    `        options.Authority = ${quoted(values.issuer)};`,
    `        options.ClientId = ${quoted(values.clientId)};`,
    `        options.ClientSecret = ${quoted(values.secret ?? '')};`,
    `        options.CallbackPath = ${quoted(values.path)};`,
    '        options.ResponseType = OpenIdConnectResponseType.Code;',
    '        options.MapInboundClaims = false;',
    '        options.TokenValidationParameters.NameClaimType = "preferred_username";',
    '        // Plain HTTP is for development only: cookies of a form_post response would need HTTPS.',
    '        options.RequireHttpsMetadata = false;',
    '        options.ResponseMode = OpenIdConnectResponseMode.Query;',
    '        foreach (var cookie in new[] { options.CorrelationCookie, options.NonceCookie })',
    '        {',
    '            cookie.SameSite = SameSiteMode.Lax;',
    '            cookie.SecurePolicy = CookieSecurePolicy.SameAsRequest;',
    '        }',
    '    });',
    '',
    'var app = builder.Build();',
    'app.UseAuthentication();',
    'app.UseAuthorization();',
    'app.MapGet("/", (ClaimsPrincipal user) => $"Signed in as {user.Identity?.Name}").RequireAuthorization();',
    `app.Run(${quoted(values.origin)});`,
  );
}

export const ASP_NET: Guide = {
  id: 'asp-net',
  title: 'ASP.NET',
  summary: 'guides:aspNet.summary',
  runtime: 'guides:runtime.dotnet',
  kind: 'web',
  callback: { path: '/signin-oidc' },
  write: (values) => ({
    install:
      'dotnet new web --output . --name Application\ndotnet add package Microsoft.AspNetCore.Authentication.OpenIdConnect --version "8.*"',
    files: [{ name: 'Program.cs', text: writeProgram(values) }],
    command: 'dotnet run',
    expect: openAndSignIn(values, 'guides:open.showsUser'),
  }),
};
