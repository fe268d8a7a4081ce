#!/usr/bin/python3
"""Tells the name of the server that leads the stream posixtrace.

leader.py PORT...: of servers of NATS on this machine, any of which may be away
"""
import json
import socket
import sys

for port in sys.argv[1:]:
    try:
        link = socket.create_connection(("127.0.0.1", int(port)), 5)
        link.settimeout(5)
        lines = link.makefile("rb")
        lines.readline()
        link.sendall(b'CONNECT {"verbose":false}\r\nSUB a 1\r\n'
                     b"PUB $JS.API.STREAM.INFO.posixtrace a 0\r\n\r\n")
        for line in lines:
            if line.startswith(b"MSG"):
                print(json.loads(lines.readline())["cluster"]["leader"])
                sys.exit(0)
    except (OSError, KeyError):
        pass
sys.exit(1)
