#!/bin/bash
# Shows that offers survive kill -9, `systemctl --user restart` and another program in dragd's place. It runs inside a
# user manager with dragd installed below the user's .local (see with-user-systemd.sh), and prints what it does and what
# has changed of the offers.
#
#   persistence-systemd.sh PEER
#
# PEER      the program persistence-peer.py
set -euo pipefail
peer=$1
cd
main() { systemctl --user show dragd -P MainPID; }

# Waits for another main process than $1 that has the bus name.
await() {
  for _ in $(seq 600); do
    [ "$(main)" != 0 ] && [ "$(main)" != "$1" ] \
      && [ "$(busctl --user status org.dragd.Broker1 2>/dev/null | sed -n s/^PID=//p)" = "$(main)" ] \
      && return
    sleep 0.05
  done
  echo "dragd was not started again: $(systemctl --user status dragd)"
  exit 1
}

compare() {
  /usr/bin/python3 "$peer" show $offers > after
  if cmp -s before after; then
    echo "$1: main process $2 is $(main) now; every offer is as before"
  else
    echo "$1: offers differ"
    diff before after || true
    systemctl --user status dragd || true
    tail -n 50 manager.log || true
    exit 1
  fi
}

mkfifo stay
/usr/bin/python3 "$peer" offer . < stay > offers &
exec 7> stay
for _ in $(seq 600); do
  [ "$(wc -l < offers)" = 5 ] && break
  sleep 0.05
done
offers=$(cat offers)
/usr/bin/python3 "$peer" show $offers > before
sed -n '/Label = A hundred/,/sha256/p' before
echo "the service manager keeps $(systemctl --user show dragd -P NFileDescriptorStore) descriptors"

pid=$(main)
kill -9 "$pid"
await "$pid"
compare "kill -9" "$pid"

pid=$(main)
systemctl --user restart dragd
await "$pid"
compare "systemctl --user restart" "$pid"

pid=$(main)
cp .local/bin/dragd dragd.new
mv dragd.new .local/bin/dragd
kill -9 "$pid"
await "$pid"
# The last was accepted three times now, as often as it may be.
used=$(tail -n 1 <<< "$offers")
offers=$(sed '$d' <<< "$offers")
sed -i "\\,^$used\$,,\$d" before
compare "another program in its place" "$pid"
echo "the service manager keeps $(systemctl --user show dragd -P NFileDescriptorStore) descriptors"
exec 7>&-
wait
