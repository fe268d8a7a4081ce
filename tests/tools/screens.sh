# screens.sh - what tests of the command's screens share; they read it behind lib.sh
#
# A screen is a terminal of tmux, whose server is the test's own.
screens=

needs_screens() {
	command -v tmux > /dev/null || skip 'tmux is not there'
	screens=$work/tmux
}

on_tmux() {
	tmux -f /dev/null -u -S "$screens" "$@"
}

# open_screen COLUMNS ROWS LOCALE ARGUMENT...: posixtrace with these arguments, or
# "env" and any other command; its exit status is the last line
open_screen() {
	printf '%s\n' '#!/bin/sh' "LC_ALL=$3 \\" > run
	screen_size="-x $1 -y $2"
	shift 3
	[ "$1" = env ] || set -- "$posixtrace" "$@"
	for word; do
		printf "'%s' " "$word" >> run
	done
	printf '\nprintf "status %%d\\n" $?\nexec cat\n' >> run
	# shellcheck disable=SC2086
	on_tmux new-session -d $screen_size 'sh ./run' || fail 'no screen'
	screen_server=$(on_tmux display-message -p '#{pid}')
	remember "$screen_server"
}

close_screen() {
	on_tmux kill-server
	wait_for 'the end of a terminal' is_gone "$screen_server"
}

press() {
	on_tmux send-keys "$@"
}

resize() {
	on_tmux resize-window -x "$1" -y "$2"
}

# on_screen PATTERN: some line of it matches; the file "screen" has them
on_screen() {
	on_tmux capture-pane -p > screen && grep -Eq -e "$1" screen
}

screen_title() {
	on_tmux display-message -p '#{pane_title}'
}

has_only_ascii() {
	on_tmux capture-pane -p > screen
	! LC_ALL=C grep -q "$(printf '[\200-\377]')" screen
}
