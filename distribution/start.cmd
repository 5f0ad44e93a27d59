@echo off
rem Starts the jar in the folder above that has the name of this file. Java is that of JAVA_HOME, otherwise the one on the PATH.
rem JAVA_OPTS has options for Java. Exit code 127: Java is missing, does not start, or is too old.
rem Written with care, but not yet run on Windows.
setlocal

set "JAVA=java.exe"
if not defined JAVA_HOME goto onpath
set "JAVA=%JAVA_HOME%\bin\java.exe"
if exist "%JAVA%" goto found
echo %~n0: there is no program "%JAVA%": set JAVA_HOME to Java 17 or later, or unset it to use java on the PATH 1>&2
exit /b 127

:onpath
where java.exe >nul 2>nul
if not errorlevel 1 goto found
echo %~n0: Java is missing: install Java 17 or later, and put its folder bin on the PATH, or set JAVA_HOME 1>&2
exit /b 127

rem a dot stands for the quotation mark, as in: openjdk version "17.0.15"
:found
"%JAVA%" -version 2>&1 | findstr /r /c:" version .1[7-9]" /c:" version .[2-9][0-9]" >nul
if not errorlevel 1 goto start
echo %~n0: "%JAVA%" is older than Java 17, or does not start: set JAVA_HOME to Java 17 or later. It prints: 1>&2
"%JAVA%" -version 1>&2
exit /b 127

:start
"%JAVA%" %JAVA_OPTS% -jar "%~dp0..\%~n0.jar" %*
exit /b %ERRORLEVEL%
