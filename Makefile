# dragd: `make run` shows it, `make install` installs it, `make help` lists the rest.

PREFIX  ?= /usr/local
DESTDIR ?=
# Where the programs to install come from.
BINARIES ?= .build/release
# Options of .make/test for test and test-rest, such as --retry.
TEST_FLAGS ?=
# The Debian that check-suite tries: bookworm (12), trixie (13), forky or sid.
SUITE   ?= trixie

bindir := $(PREFIX)/bin
datadir := $(PREFIX)/share
# Where the module for Python goes: Debian's Python looks there by itself where PREFIX is /usr.
pythondir ?= $(PREFIX)/lib/python3/dist-packages
# A user's own folder has its units below share, the system's are below lib (systemd.unit(5)).
unitdir ?= $(if $(filter $(HOME)/%,$(PREFIX)),$(datadir),$(PREFIX)/lib)/systemd/user

# What a Swift toolchain needs from the distribution; “one,other” is the first that a Debian has.
SWIFT_PACKAGES := libncurses6 libcurl4t64,libcurl4 libsqlite3-0 libxml2,libxml2-16 \
                  libstdc++-16-dev,libstdc++-15-dev,libstdc++-14-dev,libstdc++-12-dev
# What the package needs beside it.
BUILD_PACKAGES := $(SWIFT_PACKAGES) gettext pkg-config libdbus-1-dev libsqlite3-dev libexpat1-dev zlib1g-dev \
                  libcmark-dev libical-dev libxml2-dev libwayland-dev libxcb1-dev libxcb-xfixes0-dev \
                  libxcb-res0-dev
# For dragboard, which is built where these are there.
BOARD_PACKAGES := libgtk-4-dev libadwaita-1-dev libgdk-pixbuf-2.0-dev
RUN_PACKAGES   := $(BUILD_PACKAGES) dbus-daemon shared-mime-info python3
TEST_PACKAGES  := $(RUN_PACKAGES) bubblewrap dbus-bin dbus-broker dbus-user-session fuse3 fzf gcc git gjs jq \
                  libc6-dev libglib2.0-bin locales mount mutter openssh-client procps python3-dbus python3-dbus-fast \
                  python3-jeepney systemd util-linux $(SERVER_PACKAGES) \
                  $(BOARD_PACKAGES) adwaita-icon-theme appstream at-spi2-core chromium \
                  desktop-file-utils emacs-nox fzf gir1.2-atspi-2.0 gir1.2-gtk-3.0 gir1.2-gtk-4.0 gimp grim \
                  imagemagick kwin-wayland librsvg2-bin librsvg2-common mypy nautilus neovim python3-gi \
                  python3-pyqt5 python3-xlib rofi sway thunar tmux vim wl-clipboard xauth xclip \
                  xdg-dbus-proxy xdotool xsel xvfb xwayland

# What Debian packages are built, and tried in a bare system, with.
DEB_PACKAGES   := $(BUILD_PACKAGES) $(BOARD_PACKAGES) build-essential debhelper dh-python dpkg-dev lintian mmdebstrap \
                  python3

# What the programs that were built on Debian 12, and the tests of the desktop, run with on Debian 13.
DESKTOP_PACKAGES := adwaita-icon-theme at-spi2-core dbus-broker dbus-daemon git gir1.2-atspi-2.0 gir1.2-gtk-4.0 \
                    imagemagick libadwaita-1-0 libcmark0.30.2 libcurl4t64 libdbus-1-3 libexpat1 libglib2.0-bin \
                    libgtk-4-1 libical3t64 libncurses6 librsvg2-common libsqlite3-0 libwayland-client0 \
                    libxcb-res0 libxcb-xfixes0 libxml2 jq procps python3-dbus python3-gi python3-jeepney \
                    python3-xlib shared-mime-info sway wl-clipboard xauth xclip xdotool xvfb xwayland zlib1g

# The generators of code and the libraries of other languages that only a release is checked with.
OTHER_PACKAGES := $(RUN_PACKAGES) cargo dbus-bin g++ gcc libc6-dev libglib2.0-bin libglib2.0-dev-bin \
                  librust-zbus-dev libsdbus-c++-bin libsdbus-c++-dev libsystemd-dev qtbase5-dev qtbase5-dev-tools

# What dragd is measured beside, and what draws the curves.
BENCH_PACKAGES := $(RUN_PACKAGES) copyq dbus-bin dbus-broker dbus-tests gir1.2-gtk-3.0 python3-gi \
                  python3-matplotlib sway systemd util-linux wl-clipboard xclip \
                  xdotool xfce4-clipman xvfb

# SwiftPM keeps what Package.swift said for an environment: this is another one once GTK is installed.
export DRAGD_GTK = $(shell pkg-config --modversion gtk4 libadwaita-1 2>/dev/null)

SOURCES := Package.swift $(shell find Sources -type f)
# Named for GTK too: once it is installed, dragboard is still to be built.
BUILT   := .build/release$(shell pkg-config --exists gtk4 libadwaita-1 2>/dev/null && echo -gtk).stamp
RELEASE  = -c release --static-swift-stdlib -Xlinker -s $(shell .make/packed-relocations; .make/function-order)
# Each module by one compiler: much quicker where nothing is built yet, slower after a change. For WHOLE_MODULES=1.
WHOLE   := -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2
# For services, whose memory counts. GTK needs the C++ library itself.
SERVICE  = $(RELEASE) $(shell .make/cpp-runtime .build/cpp-runtime)


.PHONY: build run test test-all test-rest build-tests need need-swift screenshots messages crash storm soak docs \
        docs-serve deb check-release check-suite desktop-root check-desktop tsan asan fuzz simulate simulate-check \
        order install uninstall format lint bench clean help
.DEFAULT_GOAL := build

build: $(BUILT) ## build dragd, dragctl, dragclip and, where GTK is there, dragboard (the default)

$(BUILT): $(SOURCES)
	@.make/need $(BUILD_PACKAGES)
	@.make/toolchain
	@.make/quietly "Building dragd" swift build $(SERVICE) --product dragd
	@.make/quietly "Building dragctl" .make/build-dragctl $(RELEASE)
	@.make/quietly "Building dragclip" swift build $(SERVICE) --product dragclip
	@! pkg-config --exists gtk4 libadwaita-1 || \
	  { .make/quietly "Building dragboard" swift build $(RELEASE) --product dragboard && \
	    .make/quietly "Building its decoder of pictures" swift build $(RELEASE) --product picturedecoder; }
	@.make/catalogues "$$(realpath .build/release)/../share/locale"
	@touch $@

run: ## show what dragd does, on a private bus if there is no session bus
	@.make/need $(RUN_PACKAGES)
	@$(MAKE) --no-print-directory build
	@.make/demo

test: build-tests ## build everything with warnings as errors and run all tests
	@.make/contained .make/test $(TEST_FLAGS)

test-all: build-tests ## the same with larger samples, each test of the service on both buses, and longer attacks
	@.make/contained .make/test --extent full

test-rest: build-tests ## what test-all does and test does not
	@.make/contained .make/test --extent rest $(TEST_FLAGS)

build-tests: need
	@.make/toolchain
	@.make/quietly "Building the tests" swift build --build-tests $(if $(WHOLE_MODULES),$(WHOLE))
	@.make/catalogues "$$(realpath .build/debug)/../share/locale"

need-swift:
	@.make/need $(SWIFT_PACKAGES)

need: ## install what the tests need
	@.make/need $(TEST_PACKAGES)

crash: build-tests ## kill each party of a move at every step, DRAGD_CRASH_RUNS times (10000)
	@DRAGD_CRASH_RUNS=$${DRAGD_CRASH_RUNS:-10000} .make/contained swift test --skip-build --disable-xctest \
	  --quiet --filter 'CrashTests.(Board)?CrashTests'

storm: build-tests ## moves, drops, pastes and copies of the same files under kills for STORM_SECONDS (600)
	@STORM_SECONDS=$${STORM_SECONDS:-600} .make/contained swift test --skip-build --disable-xctest \
	  --quiet --filter 'CrashTests.StormTests'

soak: ## honest load, attacks and kill -9 of every process for SOAK_MINUTES (60), into .build/soak
	@.make/need $(RUN_PACKAGES) python3-matplotlib
	@$(MAKE) --no-print-directory build
	@.make/contained Tests/Tools/soak.py --minutes $${SOAK_MINUTES:-60} --output .build/soak; status=$$?; \
	  /usr/bin/python3 Tests/Tools/soak/draw.py .build/soak; exit $$status
	@echo "See .build/soak/soak.png"

install: $(if $(filter .build/release,$(BINARIES)),$(BUILT)) ## install below PREFIX (and DESTDIR)
	@.make/install '$(DESTDIR)' '$(PREFIX)' '$(unitdir)' '$(BINARIES)' '$(pythondir)'

uninstall: ## remove what install has installed
	@.make/uninstall '$(DESTDIR)' '$(PREFIX)' '$(unitdir)' '$(pythondir)'

screenshots: ## take pictures of dragboard into .build/screenshots
	@.make/need $(TEST_PACKAGES) fonts-cantarell
	@.make/quietly "Building dragboard" swift build --product dragboard
	@.make/quietly "Building its decoder of pictures" swift build --product picturedecoder
	@.make/quietly "Building dragd" swift build --product dragd
	@.make/quietly "Building dragctl" swift build --product dragctl
	@.make/quietly "Building dragclip" swift build --product dragclip
	@.make/screenshots .build/screenshots .build/debug

messages: ## bring the translations up to date with the sources
	@.make/need gettext python3
	@.make/messages update

format: ## format the Swift sources
	@swift format --in-place --recursive Sources Tests Package.swift

lint: ## check the format of the Swift sources
	@swift format lint --strict --recursive Sources Tests Package.swift

docs: ## build the documentation of the library into .build/docs
	@.make/need pkg-config libdbus-1-dev python3
	@.make/quietly "Building DragClientFoundation" swift build --target DragClientFoundation
	@.make/quietly "Building DragClientTesting" swift build --target DragClientTesting
	@.make/docs .build/debug/Modules .build/docs

docs-serve: docs ## show the documentation to a browser, at DOCS_PORT (8000) of this machine
	@.make/docs-serve .build/docs/DragClient.doccarchive $(or $(DOCS_PORT),8000)

deb: ## build Debian packages into .build/packages, and check them with lintian
	@.make/need $(DEB_PACKAGES)
	@.make/deb .build/packages

check-release: ## try the interfaces in more languages, and the Debian packages in a bare system of this suite (as root)
	@.make/need $(OTHER_PACKAGES) $(DEB_PACKAGES)
	@$(MAKE) --no-print-directory build
	@.make/messages check
	@.make/contained .make/check-languages .build/release
	@.make/deb .build/packages
	@.make/contained .make/check-deb "$$(. /etc/os-release && echo "$$VERSION_CODENAME")" .build/packages

check-suite: ## build, test, pack and try everything in a Debian suite of its own, SUITE (trixie), as root
	@.make/need $(DEB_PACKAGES)
	@.make/contained .make/check-suite $(SUITE)

desktop-root: ## make the bare Debian 13 that check-desktop uses, as root
	@.make/need mmdebstrap
	@.make/suite-root trixie .build/suites/desktop $(DESKTOP_PACKAGES)

check-desktop: desktop-root build-tests ## run the programs that the tests use in a bare Debian 13, as root
	@.make/contained .make/check-desktop .build/suites/desktop

tsan: ## run the tests of DragClient under the thread sanitizer
	@.make/need $(TEST_PACKAGES)
	@.make/quietly "Building the tests" swift build --build-tests --sanitize thread --scratch-path .build/tsan
	@.make/contained .make/test --scratch-path .build/tsan --filter DragClientTests

# Not for leaks: the sanitizer does not see Swift's references to what weak ones need, and takes it for lost.
asan: ## run the tests of the layers that touch C, and of dragd, under the address sanitizer
	@.make/need $(TEST_PACKAGES)
	@.make/quietly "Building the tests" swift build --build-tests --sanitize address --scratch-path .build/asan
	@ASAN_OPTIONS=detect_leaks=0 .make/contained .make/test --scratch-path .build/asan \
	  --filter '^(DBusTests|DragSystemTests|ServiceTests|FuzzTests)\.'

fuzz: ## fuzz everything that decodes, each for FUZZ_SECONDS (60)
	@.make/need $(BUILD_PACKAGES) python3
	@.make/quietly "Building the fuzzer" .make/build-fuzzer
	@.make/fuzz

simulate: ## run the programs in a simulated system with new seeds for SECONDS (60), or REPLAY=PLAN, SEED=N WORKLOAD=…
	@.make/need $(BUILD_PACKAGES)
	@.make/quietly "Building the simulator" .make/build-simulator
	@$(if $(REPLAY)$(SEED),true,.build/simulate/release/simulator --schedules 20 --replay Tests/Simulation/Plans/*.json)
	@.build/simulate/release/simulator $(if $(REPLAY),--replay $(REPLAY),--jobs $(or $(JOBS),$(shell nproc)) \
	  $(if $(SEED),--seed $(SEED),--seconds $(or $(SECONDS),60)) $(if $(WORKLOAD),--workload $(WORKLOAD)))

simulate-check: ## put mended faults back, one after another, and see the simulator find them in SEEDS (20000) seeds
	@.make/need $(BUILD_PACKAGES) patch
	@.make/simulate-check

order: ## record which functions dragctl starts with, for the linker, into .make/dragctl.order
	@.make/need $(BUILD_PACKAGES) binutils dbus-daemon libglib2.0-bin python3 valgrind xauth xvfb
	@.make/record-order

bench: ## measure dragd beside its peers, into .build/bench (half an hour on an idle machine; QUICK=1: five minutes)
	@.make/need $(BENCH_PACKAGES)
	@$(MAKE) --no-print-directory build
	@.make/quietly "Building dragbench" swift build $(RELEASE) --product dragbench
	@.make/contained .build/release/dragbench --output .build/bench $(if $(QUICK),--quick)
	@/usr/bin/python3 Sources/dragbench/Plots/plot.py .build/bench
	@echo "See .build/bench/bench.md"

clean: ## remove everything that was built
	@rm -rf .build bench.md bench.json

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 22
