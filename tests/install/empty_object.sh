#!/bin/sh
# Stands before a command of a compiler or linker: makes an empty file instead of its output.
while [ "$1" != -o ]; do shift; done
exec as -o "$2" /dev/null
