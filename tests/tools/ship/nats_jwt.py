"""nats_jwt.py - what the tool nsc makes: an operator, an account, and users

	nats_jwt.py FOLDER HOST

Writes FOLDER/server.conf, to be included, and users' files: FOLDER/host.creds, who
may do what posixtrace-fleet(7) says of HOST; FOLDER/any.creds, who may do all; and
FOLDER/old.creds, whose time is over. Keys are made, and used, by openssl.
"""
import base64
import json
import subprocess
import sys
import time

OPERATOR, ACCOUNT, USER, SEED = 14 << 3, 0, 20 << 3, 18 << 3


def openssl(*arguments, data=None):
    return subprocess.run(("openssl",) + arguments, input=data, check=True,
                          stdout=subprocess.PIPE).stdout


def crc16(data):
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 * (crc >> 15)) & 0xffff
    return crc.to_bytes(2, "little")


def base32(data):
    return base64.b32encode(data + crc16(data)).decode().rstrip("=")


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Key:
    def __init__(self, folder, name, kind):
        self.file = "%s/%s.pem" % (folder, name)
        openssl("genpkey", "-algorithm", "ed25519", "-out", self.file)
        seed = openssl("pkey", "-in", self.file, "-outform", "DER")[-32:]
        public = openssl("pkey", "-in", self.file, "-pubout", "-outform",
                         "DER")[-32:]
        self.public = base32(bytes([kind]) + public)
        self.seed = base32(bytes([SEED | kind >> 5, (kind & 31) << 3]) + seed)

    def sign(self, subject, name, claims, expires=None):
        body = {"jti": name, "iat": int(time.time()) - 60, "iss": self.public,
                "name": name, "sub": subject.public,
                "nats": dict(claims, version=2)}
        if expires:
            body["exp"] = expires
        text = ".".join(base64url(json.dumps(part).encode()) for part in (
            {"typ": "JWT", "alg": "ed25519-nkey"}, body))
        with open(self.file + ".in", "w") as file:
            file.write(text)
        signature = openssl("pkeyutl", "-sign", "-rawin", "-inkey", self.file,
                            "-in", self.file + ".in")
        return text + "." + base64url(signature)


def write_user(folder, name, account, allowed, expires=None):
    user = Key(folder, name, USER)
    claims = {"type": "user", "subs": -1, "data": -1, "payload": -1,
              "pub": {"allow": allowed} if allowed else {},
              "sub": {"allow": ["_INBOX.>"]} if allowed else {}}
    with open("%s/%s.creds" % (folder, name), "w") as file:
        file.write("-----BEGIN NATS USER JWT-----\n%s\n"
                   "------END NATS USER JWT------\n\n"
                   "-----BEGIN USER NKEY SEED-----\n%s\n"
                   "------END USER NKEY SEED------\n" %
                   (account.sign(user, name, claims, expires), user.seed))


def main(folder, host):
    operator = Key(folder, "operator", OPERATOR)
    account = Key(folder, "account", ACCOUNT)
    system = Key(folder, "system", ACCOUNT)
    limits = dict.fromkeys(
        ("subs", "data", "payload", "imports", "exports", "conn", "leaf",
         "mem_storage", "disk_storage", "streams", "consumer"), -1)
    limits["wildcards"] = True
    bare = {name: limit for name, limit in limits.items()
            if "storage" not in name and name not in ("streams", "consumer")}
    with open(folder + "/operator.jwt", "w") as file:
        file.write(operator.sign(operator, "operator", {"type": "operator"}))
    with open(folder + "/server.conf", "w") as file:
        file.write('operator: "%s/operator.jwt"\nsystem_account: %s\n'
                   "resolver: MEMORY\nresolver_preload: {\n" %
                   (folder, system.public))
        for key, its_limits in (account, limits), (system, bare):
            file.write('  %s: "%s"\n' % (key.public, operator.sign(
                key, "account", {"type": "account", "limits": its_limits})))
        file.write("}\n")
    write_user(folder, "any", account, [])
    write_user(folder, "host", account,
               ["fleet.*.%s.>" % host, "$JS.API.STREAM.INFO.fleet",
                "$JS.API.DIRECT.GET.fleet.fleet.*.%s.>" % host])
    write_user(folder, "old", account, [], int(time.time()) - 30)


main(*sys.argv[1:])
