"""stream_messages.py - what a stream of NATS has, as logs, by nothing but sockets

	stream_messages.py PORT STREAM FOLDER [USER PASSWORD]

Writes FOLDER/UUID.ptl of each log, and FOLDER/facts, a line of each:
	UUID SUBJECT messages N ids N sections N first N last N late N again N
late: sections behind one with a higher number, of those that are not repeated.
"""
import base64
import json
import os
import socket
import struct
import sys


class Client:
    def __init__(self, port, *who):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")
        options = {"verbose": False, "pedantic": False, "headers": False}
        if who:
            options["user"], options["pass"] = who
        self.file.readline()
        self.send("CONNECT %s\r\nSUB answers 1\r\n" % json.dumps(options))

    def send(self, text):
        self.socket.sendall(text.encode())

    def ask(self, subject, question=None):
        data = json.dumps(question) if question else ""
        self.send("PUB %s answers %d\r\n%s\r\n" % (subject, len(data), data))
        while True:
            words = self.file.readline().split()
            if not words:
                sys.exit("the server has gone")
            if words[0] == b"PING":
                self.send("PONG\r\n")
            elif words[0] == b"-ERR":
                sys.exit(b" ".join(words))
            elif words[0] == b"MSG":
                answer = self.file.read(int(words[-1]) + 2)
                return json.loads(answer)


def headers_of(message):
    lines = base64.b64decode(message.get("hdrs", "")).decode().split("\r\n")
    return dict(line.split(": ", 1) for line in lines if ": " in line)


class Log:
    def __init__(self, subject):
        self.subject = subject
        self.uuid = subject.split(".")[4]
        self.messages = self.late = self.again = 0
        self.ids = set()
        self.prefaces = []
        self.sections = {}
        self.last = 0
        self.pieces = []

    def add(self, headers, data):
        self.messages += 1
        name = headers["Nats-Msg-Id"]
        assert name.startswith(self.uuid + ":"), name
        assert int(headers["Posixtrace-Confirmed"]) >= 0
        self.ids.add(name)
        if "Posixtrace-Preface" in headers:
            assert name.startswith(self.uuid + ":preface:")
            self.prefaces.append(data)
            return
        if "Posixtrace-Part" in headers:
            i, n = map(int, headers["Posixtrace-Part"].split("/"))
            assert len(self.pieces) >= i - 1, name
            self.pieces[i - 1:] = [data]
            if i < n:
                return
            data = b"".join(self.pieces)
        magic, kind, size, number = struct.unpack_from("<IIQQ", data)
        assert magic == 0x534C5450 and len(data) == 32 + (size + 7 & ~7)
        checksum = "%08x" % struct.unpack_from("<I", data, 24)
        assert name.split(":")[1:3] == [str(number), checksum], name
        if ":again:" in name:
            self.again += 1
            assert self.sections.get(number, (0, data))[1] == data
            return
        self.late += number < self.last
        self.last = max(self.last, number)
        self.sections[number] = int(headers.get("Posixtrace-At", 0)), data

    def write(self, folder):
        numbers = sorted(self.sections)
        with open(os.path.join(folder, self.uuid + ".ptl"), "wb") as out:
            out.write(self.prefaces[-1])
            for number in numbers:
                at, data = self.sections[number]
                if at:
                    out.seek(at)
                out.write(data)
        return "%s %s messages %d ids %d sections %d first %d last %d late %d " \
            "again %d\n" % (self.uuid, self.subject, self.messages,
                            len(self.ids), len(numbers), numbers[0],
                            numbers[-1], self.late, self.again)


def main(port, stream, folder, *who):
    client = Client(int(port), *who)
    state = client.ask("$JS.API.STREAM.INFO." + stream)["state"]
    os.makedirs(folder, exist_ok=True)
    logs = {}
    for sequence in range(state["first_seq"], state["last_seq"] + 1):
        answer = client.ask("$JS.API.STREAM.MSG.GET." + stream,
                            {"seq": sequence})
        if "message" not in answer:
            continue
        message = answer["message"]
        subject = message["subject"]
        log = logs.setdefault(subject, Log(subject))
        log.add(headers_of(message), base64.b64decode(message.get("data", "")))
    with open(os.path.join(folder, "facts"), "w") as out:
        for log in logs.values():
            out.write(log.write(folder))


main(*sys.argv[1:])
