#!/usr/bin/env python3
#
# collector.py - a collector of OpenTelemetry for tests
#
#	collector.py FOLDER [PLAN [PORT [CERTIFICATE]]]
#
# Listens on loopback, on a free port if PORT is 0, which it writes into
# FOLDER/port, with TLS if there is a certificate, with its key; and writes
# what it takes into FOLDER/taken, a line of JSON each, as convert -t otlp has it;
# FOLDER/requests has a line for each request, with its authorization. PLAN says how it answers, one word
# for each request, the last one for all that follow:
#
#	ok, STATUS, STATUS+SECONDS (Retry-After), partial (one is rejected), hang up,
#	head (endless), body (huge), drip (slow), elsewhere (a redirect)
import base64
import gzip
import http.server
import json
import os
import ssl
import struct
import sys
import time

# One was rejected: "too \x1b[31mred"
PARTIAL = b"\x0a\x10\x08\x01\x12\x0ctoo \x1b[31mred"
RECORDS = 512
BYTES = 1 << 20


def fail(what):
    with open(os.path.join(folder, "wrong"), "a", encoding="ascii") as wrong:
        wrong.write(what + "\n")
    raise ValueError(what)


# A message of protocol buffers: pairs of a number and a value
def fields(data):
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(data):
        key = number()
        if key & 7 == 0:
            yield key >> 3, number()
        elif key & 7 == 1:
            at += 8
            yield key >> 3, data[at - 8 : at]
        elif key & 7 == 2:
            size = number()
            at += size
            if at > len(data):
                fail("a field is cut")
            yield key >> 3, data[at - size : at]
        else:
            fail("a field of kind %d" % (key & 7))


def value_of(data):
    for number, value in fields(data):
        if number == 1:
            return {"stringValue": value.decode()}
        if number == 2:
            return {"boolValue": bool(value)}
        if number == 3:
            return {"intValue": str(value - (value >> 63 << 64))}
        if number == 4:
            return {"doubleValue": real_of(struct.unpack("<d", value)[0])}
        if number == 5:
            values = [value_of(one) for _, one in fields(value)]
            return {"arrayValue": {"values": values}}
        if number == 7:
            return {"bytesValue": base64.b64encode(value).decode()}
        fail("a value %d" % number)
    return {}


def real_of(number):
    if number != number:
        return "NaN"
    if number in (float("inf"), float("-inf")):
        return "Infinity" if number > 0 else "-Infinity"
    return number


def attribute_of(data):
    pair = dict(fields(data))
    return {"key": pair[1].decode(), "value": value_of(pair.get(2, b""))}


def time_of(data):
    return str(struct.unpack("<Q", data)[0])


SPAN = {
    1: ("traceId", bytes.hex),
    2: ("spanId", bytes.hex),
    4: ("parentSpanId", bytes.hex),
    5: ("name", bytes.decode),
    6: ("kind", int),
    7: ("startTimeUnixNano", time_of),
    8: ("endTimeUnixNano", time_of),
    9: ("attributes", attribute_of),
}
RECORD = {
    1: ("timeUnixNano", time_of),
    2: ("severityNumber", int),
    5: ("body", value_of),
    6: ("attributes", attribute_of),
    9: ("traceId", bytes.hex),
    10: ("spanId", bytes.hex),
    11: ("observedTimeUnixNano", time_of),
    12: ("eventName", bytes.decode),
}


def record_of(data, names):
    record = {"attributes": []}
    for number, value in fields(data):
        name, take = names[number]
        if name == "attributes":
            record[name].append(take(value))
        else:
            record[name] = take(value)
    return record


# Lines as convert writes them, one for each resource
def lines_of(data, kind):
    names = SPAN if kind == "Spans" else RECORD
    lines, count = [], 0
    for _, resourced in fields(data):
        resource, scopes = {"attributes": []}, []
        for number, value in fields(resourced):
            if number == 1:
                resource["attributes"] = [
                    attribute_of(one) for _, one in fields(value)
                ]
            else:
                scopes.append(value)
        for scope in scopes:
            records = [
                record_of(one, names) for number, one in fields(scope) if number == 2
            ]
            count += len(records)
            key = "spans" if kind == "Spans" else "logRecords"
            lines.append(
                {
                    "resource"
                    + kind: [
                        {
                            "resource": resource,
                            "scope"
                            + kind: [{"scope": {"name": "posixtrace"}, key: records}],
                        }
                    ]
                }
            )
    if not 0 < count <= RECORDS:
        fail("%d in a request" % count)
    return lines, count


class Collector(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def read(self):
        data = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["Content-Encoding"] != "gzip":
            fail("not packed")
        if self.headers["Content-Type"] != "application/x-protobuf":
            fail("no protobuf")
        return gzip.decompress(data)

    def take(self, data):
        kind = {"/v1/traces": "Spans", "/v1/logs": "Logs"}[self.path]
        lines, count = lines_of(data, kind)
        if len(data) > BYTES and count > 1:
            fail("%d bytes in a request" % len(data))
        taken.writelines(json.dumps(line) + "\n" for line in lines)
        taken.flush()

    def say(self, status, body=b"", **heads):
        self.send_response(status)
        for name, value in heads.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def harm(self, how):
        if how == "head":
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            while True:
                self.wfile.write(b"X-More: " + b"x" * 1000 + b"\r\n")
        if how == "drip":
            for byte in b"HTTP/1.1 200 OK\r\nX-Slow: " + b"x" * 1000:
                self.wfile.write(bytes([byte]))
                self.wfile.flush()
                time.sleep(0.1)
        if how == "body":
            self.say(200, b"x" * (64 << 20))
        self.close_connection = True

    def do_GET(self):
        fail("GET " + self.path)

    def do_POST(self):
        data = self.read()
        how = plan.pop(0) if len(plan) > 1 else plan[0]
        who = self.headers["Authorization"] or "nobody"
        requests.write("%s %s %.2f %s\n" % (self.path, how, time.monotonic(), who))
        requests.flush()
        status, _, wait = how.partition("+")
        if how == "ok":
            self.take(data)
            self.say(200)
        elif how == "partial":
            self.take(data)
            self.say(200, PARTIAL)
        elif how == "elsewhere":
            self.say(307, Location="http://localhost:%d/v1/traces" % port)
        elif status.isdigit():
            self.say(int(status), **({"Retry_After": wait} if wait else {}))
        else:
            try:
                self.harm(how)
            except OSError:
                self.close_connection = True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


folder = sys.argv[1]
plan = sys.argv[2].split(",") if len(sys.argv) > 2 else ["ok"]
wanted = int(sys.argv[3]) if len(sys.argv) > 3 else 0
taken = open(os.path.join(folder, "taken"), "a", encoding="utf-8")
requests = open(os.path.join(folder, "requests"), "a", encoding="ascii")
server = Server(("127.0.0.1", wanted), Collector)
if len(sys.argv) > 4:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[4])
    server.socket = context.wrap_socket(server.socket, server_side=True)
port = server.server_address[1]
with open(os.path.join(folder, "port~"), "w", encoding="ascii") as out:
    out.write("%d\n" % port)
os.rename(os.path.join(folder, "port~"), os.path.join(folder, "port"))
server.serve_forever()
