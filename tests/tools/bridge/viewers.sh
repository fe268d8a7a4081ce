# viewers.sh - viewers that tests run, from npm; tests read it with "."
#
# viewer PACKAGE		prints the directory of a package of package.json
#
# They are fetched once into the build, in the versions that package-lock.json
# has; there they are without what they depend on, of which the tests need
# nothing. Where node is missing, or the network is, that is a reason to skip.

fetch_viewers() {
	viewers=$top_builddir/tests/tools/bridge/viewers

	mkdir -p "$viewers" || return
	(
		flock 9
		cmp -s "$top_srcdir/tests/tools/bridge/package-lock.json" \
			"$viewers/fetched" && exit 0
		rm -rf "$viewers/node_modules"
		cp "$top_srcdir/tests/tools/bridge/package.json" \
			"$top_srcdir/tests/tools/bridge/package-lock.json" \
			"$viewers" || exit
		chmod u+w "$viewers"/package*.json
		(cd "$viewers" && npm ci --ignore-scripts --no-audit \
			--no-fund --fetch-retries=1) > "$viewers/npm.out" 2>&1 ||
			exit
		cp "$viewers/package-lock.json" "$viewers/fetched"
	) 9> "$viewers/lock"
}

viewer() {
	command -v node > /dev/null && command -v npm > /dev/null &&
		fetch_viewers > /dev/null &&
		printf '%s\n' "$viewers/node_modules/$1"
}
