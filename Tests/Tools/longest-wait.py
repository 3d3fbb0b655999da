#!/usr/bin/python3
"""Calls an application on the session bus again and again, with a call that its main loop answers.

    longest-wait.py NAME PATH

At the end of its input, and once the application rests, it prints how often it was answered, and the longest wait in
milliseconds.
"""

import sys
import threading
import time

from gi.repository import Gio

# It rests when it has answered so often in a row within as many seconds.
REST, QUICK = 100, 0.05

name, path = sys.argv[1:]
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
is_over = threading.Event()
threading.Thread(target=lambda: (sys.stdin.read(), is_over.set())).start()
count, longest, quick = 0, 0.0, 0
while quick < REST:
    start = time.monotonic()
    bus.call_sync(name, path, "org.gtk.Actions", "List", None, None, Gio.DBusCallFlags.NONE, 60000)
    wait = time.monotonic() - start
    longest = max(longest, wait)
    quick = quick + 1 if is_over.is_set() and wait < QUICK else 0
    count += 1
    if count == 1:
        print("asking", flush=True)
    time.sleep(0.005)
print(count, round(longest * 1000))
