@echo off
rem Starts Understudy: understudy.bat start [--headless] [options]. See --help.
node "%~dp0..\tools\setup.mjs" start %*
if errorlevel 1 exit /b %errorlevel%
node --max-semi-space-size=4 "%~dp0..\tools\start.cjs" %*
exit /b %errorlevel%
