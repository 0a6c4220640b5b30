"""Makes another release of the command or its library: renames the symbol version by which they find each other.

    release.py FILE...      names that are no files are left out
"""
import os
import re
import struct
import sys


def elf_hash(name):
    """The System V hash, which the loader compares before names."""
    value = 0
    for byte in name:
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ high >> 24) & ~high
    return struct.pack("<I", value)


def main():
    files = [name for name in sys.argv[1:] if os.path.isfile(name) and not os.path.islink(name)]
    for name in files:
        with open(name, "rb") as file:
            data = file.read()
        found = re.search(rb"\0(MULTIPLANE_COMMAND_[0-9.]+)\0", data)
        if not found or elf_hash(found[1]) not in data:
            sys.exit(f"{name}: expected a symbol version MULTIPLANE_COMMAND_…, found none")
        # Of the same length.
        other = found[1][:-1] + (b"9" if found[1][-1:] != b"9" else b"8")
        data = data.replace(b"\0" + found[1] + b"\0", b"\0" + other + b"\0").replace(elf_hash(found[1]), elf_hash(other))
        with open(name, "wb") as file:
            file.write(data)
    return 0 if files else f"{' '.join(sys.argv[1:])}: expected the command or its library, found neither"


if __name__ == "__main__":
    sys.exit(main())
