# wrap.awk - is a trace of wrapped functions plausible?
#
#	posixtrace show -f json FILE | awk -f wrap.awk
#
# What is wrong is printed, a line each, and then what there was. Children of
# fork() have what their parents had, and are not asked where they have it from.
# Whoever executes something has nothing any more.

function number(name) {
	if (!match($0, "\"" name "\":-?[0-9]+"))
		return ""
	return substr($0, RSTART + length(name) + 3,
		      RLENGTH - length(name) - 3)
}

function text(name) {
	if (!match($0, "\"" name "\":\"[^\"]*\""))
		return ""
	return substr($0, RSTART + length(name) + 4,
		      RLENGTH - length(name) - 5)
}

function wrong(what) {
	if (complaints++ < 10)
		print what ": " $0
}

function take(lock) {
	held[lock]++
}

function leave(lock) {
	if (!held[lock]-- && !forked[pid])
		wrong("unlocked by who had not got it")
}

{
	name = text("name")
	pid = number("pid")
	thread = pid " " number("tid")
	block = pid " " generation[pid] " " number("address")
	file = pid " " number("fd")
}

name == "proc_start" { forked[pid] = 1 }
name == "proc_exec" { last[pid] = number("process"); generation[last[pid]]++ }
name == "proc_fail" && text("call") == "exec" { generation[last[pid]]-- }

name == "malloc" && had[block]++ { wrong("had already") }
name == "malloc" { blocks++ }
name == "free" && !had[block] && !forked[pid] { strangers++ }
name == "free" { delete had[block] }

name == "mutex_lock" || name == "cond_wake" { take(thread " " number("mutex")) }
name == "mutex_unlock" || name == "cond_wait" {
	leave(thread " " number("mutex"))
}
name == "rwlock_lock" { take(thread " " number("rwlock")) }
name == "rwlock_unlock" { leave(thread " " number("rwlock")) }
name == "mutex_lock" || name == "rwlock_lock" { locks++ }

name == "file_open" { path[file] = text("path") }
name == "file_close" { delete path[file] }
name == "file_read" && number("result") > 0 {
	bytes[path[file]] += number("result")
}

name == "thread_start" { threads++ }
name == "thread_exit" { threads_ended++ }

# What was had before the library was ready is given back by some; who ends may
# have a lock.
END {
	for (one in held)
		if (held[one] > 0 && !forked[substr(one, 1, index(one, " ") - 1)])
			kept += held[one]
	if (kept > 10)
		print kept " locks were not given back"
	if (strangers > 20)
		print strangers " blocks were given back that nobody had"
	print "blocks " blocks + 0
	print "locks " locks + 0
	print "threads " threads + 0 " " threads_ended + 0
	for (one in bytes)
		print "read " bytes[one] " of " one
}
