@echo off
rem Fireside's commands on Windows, from any folder: .\fireside play, host, backup, restore FILE.
setlocal
set python=%~dp0.venv\Scripts\python.exe
if not exist "%python%" set python=py
"%python%" "%~dp0manage.py" %*
