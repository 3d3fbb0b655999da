#!/usr/bin/python3
"""Holds a connection to the session bus whose maker has ended.

    inherited-connection.py

Prints the connection's unique name. Then it performs each line of its input and answers with a line:

    replace          starts another program with the maker's process id (needs root); answers “replaced”
    withdraw OFFER   calls Withdraw; answers “done” or the error's name
"""

import os
import socket
import subprocess
import sys
import time

from jeepney import DBusAddress, HeaderFields, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection


def say(line):
    print(line, flush=True)


here, there = socket.socketpair()
connector = os.fork()
if connector != 0:
    os.waitpid(connector, 0)
    there.close()
    here.send(b"!")
    here.recv(1)  # until the process that inherits the connection has ended
    os._exit(0)
here.close()
connector = os.getpid()
connection = open_dbus_connection("SESSION")
if os.fork() != 0:
    os._exit(0)
there.recv(1)  # the connector has ended, and has been waited for
say(connection.unique_name)


def replace():
    # The kernel tells a process's start to the hundredth of a second: the next has to be another one.
    tick, now = 1 / os.sysconf("SC_CLK_TCK"), time.clock_gettime(time.CLOCK_BOOTTIME)
    while time.clock_gettime(time.CLOCK_BOOTTIME) < now + 2 * tick:
        time.sleep(tick)
    while True:
        with open("/proc/sys/kernel/ns_last_pid", "w") as file:
            file.write(str(connector - 1))
        other = subprocess.Popen(["/bin/sleep", "1000"])
        if other.pid == connector:
            return "replaced"
        # Some other process was started in between.
        other.kill()
        other.wait()


def withdraw(path):
    address = DBusAddress(path, bus_name="org.dragd.Broker1", interface="org.dragd.Offer1")
    message = new_method_call(address, "Withdraw")
    reply = connection.send_and_get_reply(message, timeout=60)
    failed = reply.header.message_type is MessageType.error
    return reply.header.fields[HeaderFields.error_name] if failed else "done"


for line in sys.stdin:
    command, *arguments = line.split()
    say({"replace": replace, "withdraw": withdraw}[command](*arguments))
