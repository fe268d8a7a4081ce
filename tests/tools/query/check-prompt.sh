#!/bin/sh
#
# check-prompt.sh - statements are typed, completed, remembered, and answered
. "${top_srcdir:?}/tests/tools/lib.sh"

"$posixtrace" --version | grep -q '^with sqlite' || skip 'built without SQLite'
"$posixtrace" --version | grep -q '^with libedit' || skip 'built without libedit'
python3 -c 'import pty' 2> /dev/null || skip 'no python3'
service=$(tool tests/tools/query/service) || exit 99
"$service" service.ptl || fail 'no log'

# Each line is typed once what is wanted of the line before was seen.
cat > type.py <<'END'
import os, pty, select, sys
script = [
    ('select count(*)\n', r'...>'),
    ('from error;\n', '\n       3'),
    ('.mode csv\n', 'query>'),
    ('select 40 + 2 as answer;\n', '\n42'),
    ('select absent;\n', 'no such column: absent'),
    ('.tab\t\n', 'queue level'),
    ('select max(length) from "queue level";\n', '\n6'),
    ('\x1b[A\n', '\n6'),
    ('.nothing\n', 'no such command'),
    ('.quit\n', None),
]
pid, terminal = pty.fork()
if not pid:
    os.environ['TERM'] = 'vt100'
    os.execv(sys.argv[1], ['posixtrace', 'query', 'service.ptl'])
seen = ''

def wait_for(what):
    global seen
    while what not in seen.replace('\r', ''):
        if not select.select([terminal], [], [], 60)[0]:
            sys.exit('waited in vain for %r in %r' % (what, seen))
        seen += os.read(terminal, 4096).decode()

wait_for('query>')
for typed, wanted in script:
    seen = ''
    os.write(terminal, typed.replace('\n', '\r').encode())
    if wanted:
        wait_for(wanted)
        if 'query>' not in seen and '...>' not in seen:
            wait_for('query>')
status = os.waitpid(pid, 0)[1]
sys.exit(os.WEXITSTATUS(status))
END
timeout 120 python3 type.py "$posixtrace" > out 2>&1
status_is 0 $? 'typing' out

finish
