@echo off
rem Keycloak's admin command line: kcadm.bat COMMAND [options]. See kcadm.bat help.
node "%~dp0..\tools\setup.mjs" start <nul 1>&2
if errorlevel 1 exit /b %errorlevel%
node "%~dp0..\dist\main\kcadm.cjs" %*
exit /b %errorlevel%
