#!/bin/bash
# Runs a command inside a private systemd user manager with its own session bus, as a person who
# has logged in finds them. Everything ends with the command, whose exit status is passed on.
#
#   with-user-systemd.sh FOLDER UID COMMAND [ARGUMENT...]
#
# FOLDER  becomes the person's home: units in .config/systemd/user, bus services in
#         .local/share/dbus-1/services
# UID     the user that all of it runs as
#
# XDG_RUNTIME_DIR is /run/user/UID, as systemd insists. All mounts are in a namespace of their own.
# Needs root, namespaces and a cgroup of version 2 that can be written to; exit status 77 where
# these are missing.
set -euo pipefail

cannot() {
  echo "no user manager here: $1" >&2
  exit 77
}

[ "$(id -u)" = 0 ] || cannot "not root"
[ -x /lib/systemd/systemd ] || cannot "systemd is not installed"
cgroups=/sys/fs/cgroup
[ -d $cgroups/unified ] && cgroups=$cgroups/unified
[ -e $cgroups/cgroup.controllers ] || cannot "no cgroups of version 2"
group=$cgroups/user-manager-$$
mkdir "$group" 2>/dev/null || cannot "$cgroups cannot be written to"
unshare --mount --pid --fork --cgroup unshare --user true 2>/dev/null || {
  rmdir "$group"
  cannot "no namespaces"
}

inside() {
  homes=/home uid=$2
  home=$homes/person
  mount --make-rprivate /
  chown -R "$uid" "$1"
  exec 9< "$1"
  mount -t tmpfs -o mode=755 tmpfs $homes
  mkdir $home
  mount --bind /proc/self/fd/9 $home
  exec 9<&-
  shift 2
  umount -l /sys/fs/cgroup
  mount -t cgroup2 none /sys/fs/cgroup
  # A mount point of its own, as everywhere; otherwise systemd hides it from protected services.
  mount -t tmpfs -o mode=755 tmpfs /run
  # Where a unit's own mounts are made: since systemd 254 “mount-rootfs”, before “unit-root”.
  mkdir -p /run/systemd/{system,journal,unit-root,mount-rootfs} /run/systemd/inaccessible/dir
  (cd /run/systemd/inaccessible && mkfifo fifo && touch reg sock && mknod chr c 0 0)
  mkdir -p "/run/user/$uid"
  mount -t tmpfs -o mode=700,uid="$uid" tmpfs "/run/user/$uid"

  setpriv --reuid "$uid" mkdir -p $home/.config/systemd/user $home/.local/share/dbus-1/services
  cat > $home/.config/systemd/user/dbus.service <<'UNIT'
[Unit]
Requires=dbus.socket
[Service]
Type=notify
NotifyAccess=main
ExecStart=/usr/bin/dbus-daemon --session --address=systemd: --nofork --nopidfile --systemd-activation --nosyslog
UNIT

  # The manager may only move processes inside a cgroup of its own.
  mkdir /sys/fs/cgroup/manager
  echo $$ > /sys/fs/cgroup/manager/cgroup.procs
  chown -R "$uid" /sys/fs/cgroup/manager
  # dbus-daemon takes the home from the user database, where this one may have none.
  as=(setpriv --reuid "$uid" --regid "$uid" --clear-groups env -i PATH="$PATH" HOME=$home
    XDG_DATA_HOME=$home/.local/share XDG_RUNTIME_DIR="/run/user/$uid" LANG=C.UTF-8)
  bus=/run/user/$uid/bus
  cd /
  "${as[@]}" /lib/systemd/systemd --user --log-target=console 2> $home/manager.log &
  # Without the sockets systemctl could only fail, and each start of it takes from the start of the manager.
  for _ in $(seq 200); do
    [ -S "/run/user/$uid/systemd/private" ] && [ -S "$bus" ] \
      && "${as[@]}" systemctl --user is-system-running >/dev/null 2>&1 && break
    sleep 0.1
  done
  [ -S "$bus" ] || { cat $home/manager.log >&2; exit 70; }
  status=0
  "${as[@]}" DBUS_SESSION_BUS_ADDRESS=unix:path="$bus" "$@" || status=$?
  "${as[@]}" systemctl --user exit || true
  exit "$status"
}

export -f inside
status=0
bash -c '
  echo $$ > "$1/cgroup.procs"
  shift
  exec unshare --cgroup --mount --pid --fork --mount-proc --kill-child bash -euc "inside \"\$@\"" bash "$@"
' bash "$group" "$@" || status=$?
# The kernel needs a moment to empty the groups of the processes that have just ended.
for _ in $(seq 50); do
  find "$group" -depth -type d -exec rmdir {} + 2>/dev/null && break
  sleep 0.1
done
exit "$status"
